# Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A headless Chromium that opens pages which accy-run wrote, and tells their results. It is started once: starting takes
# longer than running. A frame shows one page after the other; frame and pages come from a server in this process, which
# the frame asks for the next page and to which it sends each result.

import ctypes
import http.server
import json
import os
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
import urllib.parse

from harness import Failed, Skipped

# WebGPU on the processor, by the SwiftShader that Chromium ships. The sandbox does not run as root.
FLAGS = ["--headless=new", "--no-sandbox", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader",
         "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-extensions"]

FRAME = b"""<!doctype html>
<meta charset="utf-8">
<title>Accy's tests</title>
<script type="module">
for (;;) {
  const next = await fetch('/next');
  if (next.status !== 200) continue;
  const name = await next.text();
  const frame = document.createElement('iframe');
  const loaded = new Promise((resolve) => { frame.onload = resolve; });
  frame.src = `/folder/${name}`;
  document.body.append(frame);
  await loaded;
  const result = await frame.contentWindow.accyResult ?? { passed: false, error: 'the page has no result' };
  await fetch(`/result/${name.split('/')[0]}`, { method: 'POST', body: JSON.stringify(result) });
  frame.remove();
}
</script>
<body></body>
"""

# What a page of no server may send to one, since it does not ask for an answer.
TELL = """<script>
accyResult.then((result) => fetch('%s/result/disk', { method: 'POST', mode: 'no-cors', body: JSON.stringify(result) }));
</script>
"""

PR_SET_PDEATHSIG = 1
POLL_SECONDS = 1
START_SECONDS = 60
STOP_SECONDS = 10


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/":
            return self.reply(200, "text/html", FRAME)
        if self.path == "/next":
            return self.reply_next()
        return self.reply_file(*urllib.parse.unquote(self.path.partition("?")[0]).split("/")[2:])

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.results.put((self.path.removeprefix("/result/"), json.loads(body)))
        self.reply(204, "text/plain", b"")

    def reply_file(self, number, *names):
        """A page, or a file beside it: pages fetch what lies there."""
        page = self.server.pages.get(number)
        path = page and page.parent.joinpath(*names)
        if path and ".." not in names and path.is_file():
            return self.reply(200, "text/html" if path == page else "text/plain", path.read_bytes())
        return self.reply(404, "text/plain", b"")

    def reply_next(self):
        self.server.is_asked.set()
        try:
            self.reply(200, "text/plain", self.server.names.get(timeout=POLL_SECONDS).encode())
        except queue.Empty:
            self.reply(204, "text/plain", b"")

    def reply(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.pages, self.names, self.results = {}, queue.Queue(), queue.Queue()
        self.is_asked = threading.Event()
        self.address = f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request, client_address):
        pass  # a browser that is stopped leaves requests behind


def end_with_parent():
    """The browser ends when this program is killed."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Browser:
    """Use it with `with`. The browser starts with the first page, and again after one that did not end. Threads may share
    it; it runs one page at a time."""

    def __init__(self):
        self.lock = threading.Lock()
        self.process = self.server = self.profile = None
        self.count = 0

    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        self.stop()

    def run(self, page, query="", timeout=120):
        """Opens the page at this path, with its folder around it; returns its result as runtime/web/page.mjs describes
        it."""
        with self.lock:
            return self.open(page, query, timeout)

    def open(self, page, query, timeout):
        if not self.process:
            self.start_frame()
        self.count += 1
        name = str(self.count)
        self.server.pages[name] = page
        self.server.names.put(f"{name}/{page.name}{query}")
        result = self.wait(name, timeout)
        del self.server.pages[name]
        return result

    def wait(self, name, timeout):
        """The result of the page of that name."""
        try:
            answered, result = self.server.results.get(timeout=timeout)
        except queue.Empty:
            self.stop()
            raise Failed(f"the page has not ended after {timeout} s") from None
        if answered != name:
            raise Failed(f"the browser answered for page {answered}, not for {name}")
        return result

    def start_frame(self):
        self.start(lambda server: f"{server.address}/")
        if not self.server.is_asked.wait(START_SECONDS):
            status = self.process.poll()
            self.stop()
            raise Failed(f"chromium has not opened a page after {START_SECONDS} s (status {status})")

    def start(self, address_for):
        """Starts a server, and the browser with the address that `address_for` gives for it."""
        program = shutil.which("chromium")
        if not program:
            raise Skipped("chromium is not installed")
        self.profile = tempfile.TemporaryDirectory(prefix="accy-browser-", ignore_cleanup_errors=True)
        self.server = Server()
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        # What it would leave in the home folder and in /tmp goes the way of its profile.
        environment = dict(os.environ, HOME=self.profile.name, TMPDIR=self.profile.name)
        self.process = subprocess.Popen(
            [program, *FLAGS, f"--user-data-dir={self.profile.name}", address_for(self.server)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            env=environment, preexec_fn=end_with_parent)

    def stop(self):
        """Asks the browser to end, with its own processes, and then ends what is left of their group."""
        if not self.process:
            return
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            pass
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.server.shutdown()
        self.server.server_close()
        self.profile.cleanup()
        self.process = self.server = self.profile = None


def run_from_disk(page, timeout=60):
    """Opens the page as a file, in a browser of its own; returns its result. A copy of the page tells it to a server."""
    def address_for(server):
        copy = page.with_name(f"copy of {page.name}")
        copy.write_text(page.read_text() + TELL % server.address)
        return copy.as_uri()

    with Browser() as browser:
        browser.start(address_for)
        return browser.wait("disk", timeout)
