# The build-time half of accy_embed_text: writes the text files as arrays of bytes, so that no length limit applies.
file(WRITE ${HEADER}.new
  "// Made by cmake/EmbedTextScript.cmake.\n#include <stddef.h>\n"
  "typedef struct { const char *name; const char *text; size_t length; } AccyEmbeddedText_${NAME};\n"
  "extern const AccyEmbeddedText_${NAME} ${NAME}[];\nextern const size_t ${NAME}_count;\n")
file(WRITE ${SOURCE}.new "#include \"${NAME}.h\"\n")
set(rows "")
set(index 0)
foreach(path IN LISTS FILES)
  file(READ ${path} bytes HEX)
  string(LENGTH "${bytes}" digits)
  math(EXPR length "${digits} / 2")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  get_filename_component(stem ${path} NAME_WE)
  file(APPEND ${SOURCE}.new "static const char text_${index}[] = {${bytes}0};\n")
  string(APPEND rows "  {\"${stem}\", text_${index}, ${length}},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(APPEND ${SOURCE}.new "const AccyEmbeddedText_${NAME} ${NAME}[] = {\n${rows}};\nconst size_t ${NAME}_count = ${index};\n")
file(RENAME ${HEADER}.new ${HEADER})
file(RENAME ${SOURCE}.new ${SOURCE})
