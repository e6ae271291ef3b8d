"""WeasyPrint or Typst behind a bare HTTP server: JSON in, PDF out. Arguments: the library, the port, the number of processes."""

import json
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def print_weasyprint(content):
    from weasyprint import HTML

    return HTML(string=content["html"]).write_pdf()


@cache
def typst_compiler():
    import typst

    return typst.Compiler()


def print_typst(content):
    # Kept: a new one searches all fonts.
    return typst_compiler().compile(content["source"].encode())


LIBRARY, PORT, PROCESSES = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
PRINTERS = {"weasyprint": print_weasyprint, "typst": print_typst}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            pdf = pool.submit(PRINTERS[LIBRARY], json.loads(body)).result()
            status, kind = 200, "application/pdf"
        except Exception as error:
            pdf, status, kind = repr(error).encode(), 500, "text/plain"
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(pdf)))
        self.end_headers()
        self.wfile.write(pdf)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    pool = ProcessPoolExecutor(PROCESSES)
    # Start the processes before there are threads.
    list(pool.map(abs, range(PROCESSES)))
    ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
