# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs a tool through its server (test/e2e/tool_server), which forks a process for each run and so saves that the tool
# and its libraries are loaded anew.

import os
import pathlib
import select
import struct
import subprocess
import tempfile


class ToolServer:
    """A process that runs one request at a time. It ends with this one, whose end it sees."""

    def __init__(self, program):
        self.scratch = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
                                        start_new_session=True, env=dict(os.environ, LD_BIND_NOW="1"))

    def run(self, command, stdin, timeout):
        """A finished process, as subprocess.run gives it."""
        paths = [pathlib.Path(self.scratch.name) / name for name in ("stdin", "stdout", "stderr")]
        paths[0].write_text(stdin or "")
        strings = b"".join(os.fsencode(text) + b"\0" for text in [*map(str, paths), *command])
        self.process.stdin.write(struct.pack("=I", len(strings)) + strings)
        if not select.select([self.process.stdout], [], [], timeout)[0]:
            os.killpg(self.process.pid, 9)
            raise subprocess.TimeoutExpired(command, timeout)
        answer = self.process.stdout.read(4)
        if len(answer) != 4:
            raise RuntimeError(f"the server of {command[0]} ended with status {self.process.wait()}")
        code = os.waitstatus_to_exitcode(*struct.unpack("=i", answer))
        return subprocess.CompletedProcess(command, code, *(path.read_text(errors="replace") for path in paths[1:]))


# Servers by program that no thread uses at the moment.
idle = {}


def run(program, command, stdin, timeout):
    """Runs the command by a server, which nobody else uses the while. One that fails is not used again."""
    servers = idle.setdefault(program, [])
    try:
        server = servers.pop()
    except IndexError:
        server = ToolServer(program)
    process = server.run(command, stdin, timeout)
    servers.append(server)
    return process
