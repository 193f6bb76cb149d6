# accy_embed_text(OUTPUT_VARIABLE NAME FILE …): makes NAME.c and NAME.h in the build tree, which hold the given text
# files as one table of (file name without extension, text), and adds both to the list in OUTPUT_VARIABLE.
function(accy_embed_text output_variable name)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.c)
  set(header ${CMAKE_CURRENT_BINARY_DIR}/${name}.h)
  set(files ${ARGN})
  list(TRANSFORM files PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  add_custom_command(
    OUTPUT ${source} ${header}
    COMMAND ${CMAKE_COMMAND} -DNAME=${name} -DSOURCE=${source} -DHEADER=${header} "-DFILES=${files}" -P
            ${CMAKE_SOURCE_DIR}/cmake/EmbedTextScript.cmake
    DEPENDS ${files} ${CMAKE_SOURCE_DIR}/cmake/EmbedTextScript.cmake
    VERBATIM)
  set(${output_variable} ${source} ${header} PARENT_SCOPE)
endfunction()
