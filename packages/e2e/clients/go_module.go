// Calls the service with the module of packages/client-go; prints what came back.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	toolpress "github.com/toolpress/toolpress/packages/client-go"
)

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func codeOf(err error) string {
	var failed *toolpress.Error
	if errors.As(err, &failed) {
		return failed.Code
	}
	return "none"
}

func main() {
	ctx := context.Background()
	client := toolpress.New(os.Getenv("BASE_URL"), os.Getenv("API_TOKEN"))
	target := toolpress.HttpRequest{Method: "POST", Url: os.Getenv("TARGET_URL"), Body: map[string]any{"a": []any{1, nil}}}
	answer := must(client.HttpRequest(ctx, target))
	html := must(client.HtmlToPdf(ctx, toolpress.PdfRequest{Html: "<p>[[a]]</p>", Data: map[string]any{"a": 1}}))
	once := toolpress.PdfRequest{Html: "<p>Once</p>"}
	pdf := must(client.PDF(ctx, once, toolpress.WithKey("go-once")))
	again := must(client.PDF(ctx, once, toolpress.WithKey("go-once")))
	record := must(client.GetRecord(ctx, toolpress.RecordRequest{
		BaseId: "appClients6", TableId: "Orders", RecordId: "recSample",
		Connections: toolpress.RecordRequestConnections{Tablebase: "main"},
	}))
	for _, name := range []string{"a.b", "c"} {
		must(client.PutVariable(ctx, name, toolpress.VariableContent{Kind: "html", Content: name}))
	}
	names := []string{}
	err := toolpress.Each(func(cursor string) ([]toolpress.VariableSummary, *string, error) {
		page, err := client.ListVariables(ctx, toolpress.ListVariablesQuery{Limit: 1, Cursor: cursor})
		return page.Items, page.NextCursor, err
	}, func(one toolpress.VariableSummary) bool { names = append(names, one.Name); return true })
	must(0, err)
	upload := must(client.UploadRows(ctx, []byte("{\"name\": \"Ada\"}\n")))
	table := must(client.UploadRows(ctx, []byte("name;no\nAda;1\nGrace;2\n"), toolpress.WithContentType("text/csv")))
	_, wrong := client.GetVariable(ctx, "../usage?")
	warned := []bool{}
	for _, warning := range must(client.PDF(ctx, toolpress.PdfRequest{Html: "<p>[[missing]]"})).Warnings {
		warned = append(warned, strings.Contains(warning.Message, "[[missing]]"))
	}
	refused := 0
	for _, address := range []string{"", "toolpress.example.com"} {
		if _, err := toolpress.New(address, "a").PDF(ctx, once); err != nil && codeOf(err) == "none" {
			refused++
		}
	}
	for _, name := range []string{"", ".", ".."} {
		if _, err := client.DeleteVariable(ctx, name); err != nil && codeOf(err) == "none" {
			refused++
		}
	}

	flaky := toolpress.New(os.Getenv("FLAKY_URL"), "a")
	retried := must(flaky.HtmlToPdf(ctx, toolpress.PdfRequest{Html: "a"}))
	_, notRepeated := flaky.HttpRequest(ctx, toolpress.HttpRequest{Method: "POST", Url: "https://example.com/"})
	slow := toolpress.New(os.Getenv("FLAKY_URL")+"/silent", "a")
	slow.Attempts, slow.Timeout = 1, 50*time.Millisecond
	_, silent := slow.ListFonts(ctx, toolpress.ListFontsQuery{})

	body, sentAt := []byte(`{"type": "test"}`), strconv.FormatInt(time.Now().Unix(), 10)
	mac := hmac.New(sha256.New, []byte("secret"))
	mac.Write([]byte("evt_1." + sentAt + "." + string(body)))
	header := http.Header{}
	header.Set("webhook-id", "evt_1")
	header.Set("webhook-timestamp", sentAt)
	header.Set("webhook-signature", "v1,wrong v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	secret := "whsec_" + base64.StdEncoding.EncodeToString([]byte("secret"))
	var event struct{ Type string }
	must(0, toolpress.VerifyWebhook(body, header, secret, &event))
	changed := toolpress.VerifyWebhook(append(body, ' '), header, secret, &event)
	header.Set("webhook-timestamp", "1000")
	old := toolpress.VerifyWebhook(body, header, secret, &event)

	must(0, json.NewEncoder(os.Stdout).Encode(map[string]any{
		"http":    []any{answer.Status, answer.Body},
		"html":    []any{html.PageCount, html.PdfBase64[:6]},
		"pdf":     []any{string(pdf.Content[:4]), pdf.ActionsConsumed, again.ActionsConsumed, again.IsReplayed},
		"warned":  warned,
		"record":  record.Id,
		"names":   names,
		"upload":  upload.Rows,
		"csv":     table.Rows,
		"errors":  []string{codeOf(wrong), codeOf(notRepeated)},
		"refused": refused,
		"retried": retried.PageCount,
		"silent":  []any{codeOf(silent), errors.Is(silent, os.ErrDeadlineExceeded)},
		"webhook": []any{event.Type, changed != nil, old != nil},
	}))
}
