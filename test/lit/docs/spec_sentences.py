# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The sentences of a specification in Markdown: clauses of prose, rows of tables and lines of code, by section."""

import hashlib
import re
import typing


class Sentence(typing.NamedTuple):
    section: str  # its number, or 0 for what comes before the first
    text: str

    @property
    def key(self):
        """Changes with any word of the sentence, not with its line breaks."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:8]

    @property
    def beginning(self):
        return " ".join(self.text.split()[:5])


# Where a sentence or a clause ends: at a full stop or a semicolon before a space.
END = re.compile(r"[.;](?=\s)")
PROTECTED = re.compile(r"`[^`]*`|\"[^\"]*\"|\([^()]*(?:\([^()]*\)[^()]*)*\)")


def split_prose(text):
    """The clauses of a paragraph; what is in brackets or quoted is not split."""
    text = " ".join(text.split())
    hidden = PROTECTED.sub(lambda match: "x" * len(match.group()), text)
    start = 0
    for end in END.finditer(hidden):
        yield text[start:end.start()].strip()
        start = end.end()
    yield text[start:].rstrip(".").strip()


def split_block(lines):
    """A block is what stands between empty lines."""
    if lines[0].startswith("|"):
        bar = next(i for i, line in enumerate(lines) if set(line) <= set("|-: "))
        return [" ".join(line.split()) for line in lines[bar + 1:]]
    if lines[0].startswith("    "):
        return [" ".join(line.split()) for line in lines]
    return [clause for clause in split_prose("\n".join(lines)) if clause]


def read_sentences(text):
    """All sentences; those that are repeated within a section count once."""
    sentences, section, block = [], "0", []
    for line in text.splitlines() + [""]:
        heading = re.match(r"#+ (?:(\d+)\.)?", line)
        if block and (heading or not line.strip()):
            sentences += [Sentence(section, clause) for clause in split_block(block)]
            block = []
        if heading:
            section = heading[1] or section
        elif line.strip():
            block.append(line)
    return list(dict.fromkeys(sentences))
