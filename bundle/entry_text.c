// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels in PTX, WGSL and Metal's language: the sources as words, texts and single characters, comments left out.
#include "bundle/entry_point.h"

#include <string.h>

// ---- Tokens ---------------------------------------------------------------------------------------------------------

/// A token: a word, the inside of a text in quotation marks, or a character; empty at the end.
typedef struct Token {
  enum { TokenEnd, TokenWord, TokenText, TokenCharacter } kind;
  const char *text;
  size_t length;
} Token;

typedef struct Source {
  const char *at, *end;
} Source;

static bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
         c == '%' || (unsigned char)c >= 0x80;
}

static bool starts_with(const Source *source, const char *text) {
  size_t length = strlen(text);
  return (size_t)(source->end - source->at) >= length && memcmp(source->at, text, length) == 0;
}

static void skip_past(Source *source, const char *text) {
  while (source->at < source->end && !starts_with(source, text))
    ++source->at;
  source->at = starts_with(source, text) ? source->at + strlen(text) : source->end;
}

static void skip_space(Source *source) {
  for (;;) {
    while (source->at < source->end && memchr(" \t\r\n\v\f", *source->at, 6))
      ++source->at;
    if (starts_with(source, "//"))
      skip_past(source, "\n");
    else if (starts_with(source, "/*"))
      skip_past(source, "*/");
    else
      return;
  }
}

static Token next_text(Source *source) {
  const char quote = *source->at, *start = ++source->at;
  while (source->at < source->end && *source->at != quote)
    source->at += *source->at == '\\' && source->end - source->at > 1 ? 2 : 1;
  Token token = {TokenText, start, (size_t)(source->at - start)};
  source->at += source->at < source->end;
  return token;
}

static Token next_token(Source *source) {
  skip_space(source);
  const char *start = source->at;
  if (start == source->end)
    return (Token){TokenEnd, start, 0};
  if (*start == '"' || *start == '\'')
    return next_text(source);
  if (!is_word_character(*start))
    return (Token){TokenCharacter, source->at++, 1};
  while (source->at < source->end && is_word_character(*source->at))
    ++source->at;
  return (Token){TokenWord, start, (size_t)(source->at - start)};
}

static bool is(Token token, const char *text) {
  return token.length == strlen(text) && memcmp(token.text, text, token.length) == 0;
}

static bool is_word(Token token, const char *text) {
  return token.kind == TokenWord && is(token, text);
}

static bool is_character(Token token, char character) {
  return token.kind == TokenCharacter && *token.text == character;
}

static Source source_of(const AccyPayload *payload) {
  return (Source){payload->data, (const char *)payload->data + payload->bytes};
}

// ---- The languages --------------------------------------------------------------------------------------------------

bool accyPtxHasEntry(const AccyPayload *payload, const char *entry) {
  Source source = source_of(payload);
  for (Token token = next_token(&source); token.kind != TokenEnd; token = next_token(&source))
    if (is_character(token, '.') && is_word(next_token(&source), "entry") && is_word(next_token(&source), entry))
      return true;
  return false;
}

bool accyWgslHasEntry(const AccyPayload *payload, const char *entry) {
  Source source = source_of(payload);
  bool is_compute = false; // whether the declaration so far has the attribute
  for (Token token = next_token(&source); token.kind != TokenEnd; token = next_token(&source)) {
    if (is_character(token, '@'))
      is_compute |= is_word(next_token(&source), "compute");
    else if (is_character(token, ';') || is_character(token, '}'))
      is_compute = false;
    else if (is_word(token, "fn") && is_word(next_token(&source), entry) && is_compute)
      return true;
  }
  return false;
}

static bool has_macros(const AccyPayload *payload) {
  Source source = source_of(payload);
  for (Token token = next_token(&source); token.kind != TokenEnd; token = next_token(&source))
    if (is_character(token, '#') && is_word(next_token(&source), "define"))
      return true;
  return false;
}

static bool has_token(const AccyPayload *payload, const char *text) {
  Source source = source_of(payload);
  for (Token token = next_token(&source); token.kind != TokenEnd; token = next_token(&source))
    if (is(token, text))
      return true;
  return false;
}

/// `host_name("NAME")`, of which the first word has been read.
static bool names_host(Source *source, const char *entry) {
  if (!is_character(next_token(source), '('))
    return false;
  Token name = next_token(source);
  return name.kind == TokenText && is(name, entry);
}

bool accyMslHasEntry(const AccyPayload *payload, const char *entry) {
  Source source = source_of(payload);
  bool is_kernel = false; // whether the declaration so far says so
  for (Token token = next_token(&source); token.kind != TokenEnd; token = next_token(&source)) {
    if (is_word(token, "kernel"))
      is_kernel = true;
    else if (is_character(token, ';') || is_character(token, '{') || is_character(token, '}'))
      is_kernel = false;
    else if (is_word(token, "host_name") && names_host(&source, entry))
      return true;
    else if (is_word(token, "void") && is_kernel && is_word(next_token(&source), entry))
      return true;
  }
  return has_macros(payload) && has_token(payload, entry);
}
