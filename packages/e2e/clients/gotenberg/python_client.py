"""Prints with gotenberg-client. The files are in the current folder."""
import os
from pathlib import Path

from gotenberg_client import GotenbergClient
from gotenberg_client.options import Measurement, MeasurementUnitType, PageMarginsType, PageSize

mm = lambda size: Measurement(size, MeasurementUnitType.Millimeters)

with GotenbergClient(os.environ["BASE_URL"], auth=("any", os.environ["API_TOKEN"])) as client:
    with client.chromium.html_to_pdf() as route:
        route.index(Path("index.html")).header(Path("header.html")).footer(Path("footer.html"))
        route.resource(Path("style.css")).size(PageSize(width=mm(210), height=mm(297)))
        route.margins(PageMarginsType(mm(25), mm(25), mm(20), mm(20))).background_graphics()
        route.run().to_file(Path("html.pdf"))
    with client.chromium.markdown_to_pdf() as route:
        route.index(Path("markdown.html")).markdown_file(Path("text.md"))
        route.run().to_file(Path("markdown.pdf"))
    with client.chromium.url_to_pdf() as route:
        try:
            route.url("https://example.com").run()
        except Exception as error:
            print(getattr(getattr(error, "response", None), "status_code", "none"))
