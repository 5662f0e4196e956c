# SPDX-License-Identifier: MIT
"""A listing on port 8000: /list shows as many papers as the file named on the command line says;
/slow sends a byte a second."""
import http.server
import sys
import time


def page(papers):
    items = "".join(f"<li><a href=/p/{i}>On the number {i} and its friends</a></li>" for i in range(papers, 0, -1))
    return f"<!doctype html><ul>{items}</ul>".encode()


class Listing(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path not in ("/list", "/slow"):
            self.send_error(404)
            return
        with open(sys.argv[1], encoding="ascii") as papers:
            body = page(int(papers.read()))
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.path == "/list":
            self.wfile.write(body)
            return
        for byte in body:
            self.wfile.write(bytes([byte]))
            self.wfile.flush()
            time.sleep(1)


http.server.ThreadingHTTPServer(("127.0.0.1", 8000), Listing).serve_forever()
