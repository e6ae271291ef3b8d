// Prints with github.com/starwalkn/gotenberg-go-client. The files are in the current folder.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"github.com/starwalkn/gotenberg-go-client/v8"
	"github.com/starwalkn/gotenberg-go-client/v8/document"
)

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func file(name string) document.Document { return must(document.FromPath(name, name)) }

func main() {
	token := os.Getenv("API_TOKEN")
	client := must(gotenberg.NewClient(os.Getenv("BASE_URL"), http.DefaultClient))
	html := gotenberg.NewHTMLRequest(file("index.html"))
	html.UseBasicAuth("any", token)
	html.Header(file("header.html"))
	html.Footer(file("footer.html"))
	html.Assets(file("style.css"))
	html.PaperSize(gotenberg.A4)
	html.Margins(gotenberg.PageMargins{Top: 25, Bottom: 25, Left: 20, Right: 20, Unit: gotenberg.MM})
	html.PrintBackground()
	if err := client.Store(context.Background(), html, "html.pdf"); err != nil {
		panic(err)
	}
	markdown := gotenberg.NewMarkdownRequest(must(document.FromPath("index.html", "markdown.html")), file("text.md"))
	markdown.UseBasicAuth("any", token)
	if err := client.Store(context.Background(), markdown, "markdown.pdf"); err != nil {
		panic(err)
	}
	url := gotenberg.NewURLRequest("https://example.com/")
	url.UseBasicAuth("any", token)
	fmt.Print(must(client.Send(context.Background(), url)).StatusCode)
}
