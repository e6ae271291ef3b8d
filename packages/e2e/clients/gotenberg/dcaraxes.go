// Prints with github.com/dcaraxes/gotenberg-go-client. The files are in the current folder.
package main

import (
	"fmt"
	"net/http"
	"os"

	"github.com/dcaraxes/gotenberg-go-client/v8"
)

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func file(name string) gotenberg.Document { return must(gotenberg.NewDocumentFromPath(name, name)) }

func main() {
	token := os.Getenv("API_TOKEN")
	client := &gotenberg.Client{Hostname: os.Getenv("BASE_URL"), HTTPClient: http.DefaultClient}
	html := gotenberg.NewHTMLRequest(file("index.html"))
	html.SetBasicAuth("any", token)
	html.Header(file("header.html"))
	html.Footer(file("footer.html"))
	html.Assets(file("style.css"))
	html.PaperSize(gotenberg.A4)
	html.Margins(gotenberg.PageMargins{Top: 25, Bottom: 25, Left: 20, Right: 20, Unit: gotenberg.MM})
	html.PrintBackground()
	if err := client.Store(html, "html.pdf"); err != nil {
		panic(err)
	}
	markdown := gotenberg.NewMarkdownRequest(must(gotenberg.NewDocumentFromPath("index.html", "markdown.html")), file("text.md"))
	markdown.SetBasicAuth("any", token)
	if err := client.Store(markdown, "markdown.pdf"); err != nil {
		panic(err)
	}
	url := gotenberg.NewURLRequest("https://example.com/")
	url.SetBasicAuth("any", token)
	fmt.Print(must(client.Post(url)).StatusCode)
}
