// Package toolpress is a client of Toolpress: PDFs from HTML and JSON, HTTP requests, table records.
package toolpress

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Client calls one service under one token. The zero values of its limits are their defaults.
type Client struct {
	// BaseURL is the address of the service, such as https://toolpress.example.com.
	BaseURL string
	// Token is an API token of an account, or the admin token for the operator's calls.
	Token string
	// HTTP sends the requests; http.DefaultClient by default.
	HTTP *http.Client
	// Attempts is how often a call is sent at most; 3 by default.
	Attempts int
	// RetryFor is the time after its beginning in which a call is sent again; a minute by default.
	RetryFor time.Duration
	// Timeout is the longest time of an attempt in which no byte is sent or received; 90 seconds by default, which is
	// longer than the deadline of the service for a document.
	Timeout time.Duration
}

// New returns a client.
func New(baseURL, token string) *Client {
	return &Client{BaseURL: strings.TrimRight(baseURL, "/"), Token: token}
}

// Error is a call that failed: answered with an error, or not at all.
type Error struct {
	// Status is that of the answer; 0 without an answer.
	Status int
	// Code is one of the service's, "connection_failed" or "answer_unreadable".
	Code       string
	Message    string
	RequestID  string
	RetryAfter time.Duration
	cause      error
}

func (e *Error) Error() string { return e.Code + ": " + e.Message }

func (e *Error) Unwrap() error { return e.cause }

// CallOption changes one call.
type CallOption func(*call)

// WithKey sets the idempotency key of a call. Equal calls under one key are done and charged once in 24 hours.
func WithKey(key string) CallOption { return func(to *call) { to.key = key } }

// IfMatch names the Etag that a change is based on. If the text has changed meanwhile, the call fails with
// "precondition_failed".
func IfMatch(etag string) CallOption { return func(to *call) { to.match = etag } }

// OnlyNew makes PutVariable fail with "precondition_failed" if the name is in use.
func OnlyNew() CallOption { return func(to *call) { to.noneMatch = "*" } }

// WithContentType sets the media type of a body of bytes, such as "text/csv" of UploadRows.
func WithContentType(mediaType string) CallOption {
	return func(to *call) { to.contentType = mediaType }
}

// PDF is a printed document, and what is known of it.
type PDF struct {
	Content     []byte
	PageCount   int
	DownloadURL string
	ExpiresAt   time.Time
	// Warnings are what prints differently. Beyond 2,000 bytes of texts, a warning has its code alone; HtmlToPdf
	// returns all texts.
	Warnings        []ContentWarning
	ActionsConsumed int
	IsReplayed      bool
	RequestID       string
}

// PDF prints a document. It returns the PDF itself instead of base64.
func (c *Client) PDF(ctx context.Context, body PdfRequest, options ...CallOption) (*PDF, error) {
	content, header, err := c.exchange(ctx, call{
		method: "POST", path: "/api/utilities/html-to-pdf", body: body, isKeyed: true, accept: "application/pdf",
	}.with(options))
	if err != nil {
		return nil, err
	}
	if header.Get("Content-Type") != "application/pdf" {
		return nil, unreadable(http.StatusOK, header)
	}
	pages, _ := strconv.Atoi(header.Get("X-Page-Count"))
	actions, _ := strconv.Atoi(header.Get("X-Actions-Consumed"))
	expires, _ := time.Parse(time.RFC3339, header.Get("X-Expires-At"))
	pdf := &PDF{
		Content: content, PageCount: pages, DownloadURL: header.Get("X-Download-Url"), ExpiresAt: expires,
		ActionsConsumed: actions, IsReplayed: header.Get("Idempotent-Replayed") == "true",
		RequestID: header.Get("X-Request-Id"),
	}
	pdf.Warnings = warningsIn(header)
	return pdf, nil
}

// warningsIn reads the warnings of a PDF. Services before 0.2 send codes only.
func warningsIn(header http.Header) []ContentWarning {
	var warnings []ContentWarning
	_ = json.Unmarshal([]byte(header.Get("X-Warning-Details")), &warnings)
	for _, code := range strings.Split(header.Get("X-Warnings"), ", ") {
		isTold := func(told ContentWarning) bool { return told.Code == code }
		if code != "" && !slices.ContainsFunc(warnings, isTold) {
			warnings = append(warnings, ContentWarning{Code: code})
		}
	}
	return warnings
}

// Each calls yield with the items of all pages of a list, until yield returns false. page returns the items after a
// cursor, and the next cursor.
func Each[Item any](page func(cursor string) ([]Item, *string, error), yield func(Item) bool) error {
	cursor := ""
	for {
		items, next, err := page(cursor)
		if err != nil {
			return err
		}
		for _, item := range items {
			if !yield(item) {
				return nil
			}
		}
		if next == nil {
			return nil
		}
		cursor = *next
	}
}

type call struct {
	method, path string
	query        url.Values
	body         any
	raw          []byte
	contentType  string
	accept       string
	// key is empty for a call that has none.
	key              string
	isKeyed          bool
	match, noneMatch string
}

func run[Data any](ctx context.Context, c *Client, one call) (Data, error) {
	var envelope struct {
		Success bool
		Data    Data
	}
	content, header, err := c.exchange(ctx, one)
	if err != nil {
		return envelope.Data, err
	}
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.UseNumber() // ids have more digits than a float64
	if decoder.Decode(&envelope) != nil || !envelope.Success {
		return envelope.Data, unreadable(http.StatusOK, header)
	}
	return envelope.Data, nil
}

func (c *Client) bytes(ctx context.Context, one call) ([]byte, error) {
	one.accept = "*/*"
	content, _, err := c.exchange(ctx, one)
	return content, err
}

const firstPause = 500 * time.Millisecond

// errPart refuses a part without which, or with whose parent, the path would be that of another operation.
var errPart = errors.New("toolpress: an id or name in a path must not be empty, `.` or `..`")

// errBase refuses a client without an address.
var errBase = errors.New("toolpress: BaseURL must be the address of the service, such as https://toolpress.example.com")

func (c *Client) exchange(ctx context.Context, one call) ([]byte, http.Header, error) {
	if base := strings.ToLower(c.BaseURL); !strings.HasPrefix(base, "http://") && !strings.HasPrefix(base, "https://") {
		return nil, nil, errBase
	}
	isOther := func(part string) bool { return part == "" || part == "." || part == ".." }
	if one.path != "/" && slices.ContainsFunc(strings.Split(one.path, "/")[1:], isOther) {
		return nil, nil, errPart
	}
	if one.body != nil {
		body, err := json.Marshal(one.body)
		if err != nil {
			return nil, nil, err
		}
		one.raw, one.contentType = body, "application/json"
	}
	attempts, within := c.Attempts, c.RetryFor
	if attempts == 0 {
		attempts = 3
	}
	if within == 0 {
		within = time.Minute
	}
	until := time.Now().Add(within)
	for attempt := 1; ; attempt++ {
		content, header, err := c.send(ctx, one)
		var failed *Error
		if err == nil || !errors.As(err, &failed) || ctx.Err() != nil {
			return content, header, err
		}
		pause := failed.RetryAfter
		if pause == 0 {
			pause = time.Duration(float64(firstPause<<(attempt-1)) * (0.5 + mathrand.Float64()))
		}
		if attempt >= attempts || time.Now().Add(pause).After(until) || !one.mayRepeat(failed.Status) {
			return nil, nil, err
		}
		select {
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-time.After(pause):
		}
	}
}

func (c *Client) send(ctx context.Context, one call) ([]byte, http.Header, error) {
	address := c.BaseURL + one.path
	if len(one.query) > 0 {
		address += "?" + one.query.Encode()
	}
	within := c.Timeout
	if within == 0 {
		within = 90 * time.Second
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	alive := time.AfterFunc(within, func() { stop(os.ErrDeadlineExceeded) })
	defer alive.Stop()
	request, err := http.NewRequestWithContext(ctx, one.method, address, bytes.NewReader(one.raw))
	if err != nil {
		return nil, nil, err
	}
	if len(one.raw) > 0 {
		request.Body = io.NopCloser(watched{request.Body, alive, within})
	}
	accept := one.accept
	if accept == "" {
		accept = "application/json"
	}
	headers := map[string]string{
		"Accept": accept, "Content-Type": one.contentType, "Idempotency-Key": one.key,
		"If-Match": one.match, "If-None-Match": one.noneMatch,
	}
	if c.Token != "" {
		headers["Authorization"] = "Bearer " + c.Token
	}
	for name, value := range headers {
		if value != "" {
			request.Header.Set(name, value)
		}
	}
	client := c.HTTP
	if client == nil {
		client = http.DefaultClient
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, nil, connectionFailed(ctx, err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(watched{response.Body, alive, within})
	if err != nil {
		return nil, nil, connectionFailed(ctx, err)
	}
	if response.StatusCode >= 200 && response.StatusCode < 300 {
		return content, response.Header, nil
	}
	return nil, nil, errorOf(response.StatusCode, response.Header, content)
}

// watched restarts a timer with each read.
type watched struct {
	io.Reader
	alive  *time.Timer
	within time.Duration
}

func (w watched) Read(into []byte) (int, error) {
	w.alive.Reset(w.within)
	return w.Reader.Read(into)
}

// mayRepeat tells whether a call may be sent again. A key makes a success count once, but a target does not forget
// what it was sent: a POST of the HTTP request tool that failed at the target is not repeated.
func (one call) mayRepeat(status int) bool {
	if !slices.Contains([]int{0, 429, 502, 503, 504}, status) {
		return false
	}
	repeatable := []string{"GET", "PUT", "DELETE"}
	if one.key == "" && !slices.Contains(repeatable, one.method) {
		return false
	}
	request, isRequest := one.body.(HttpRequest)
	isRefused := slices.Contains([]int{0, 429, 503}, status)
	return isRefused || !isRequest || slices.Contains(repeatable, request.Method)
}

func errorOf(status int, header http.Header, content []byte) *Error {
	var envelope struct{ Error string }
	_ = json.Unmarshal(content, &envelope)
	failed := unreadable(status, header)
	failed.Message = envelope.Error
	if failed.Message == "" {
		failed.Message = fmt.Sprintf("The service answered %d.", status)
	}
	if code := header.Get("X-Error-Code"); code != "" {
		failed.Code = code
	}
	if seconds, err := strconv.Atoi(header.Get("Retry-After")); err == nil {
		failed.RetryAfter = time.Duration(seconds) * time.Second
	}
	return failed
}

func unreadable(status int, header http.Header) *Error {
	return &Error{
		Status: status, Code: "answer_unreadable", RequestID: header.Get("X-Request-Id"),
		Message: "The answer is not from Toolpress; check BaseURL.",
	}
}

func connectionFailed(ctx context.Context, cause error) *Error {
	if stopped := context.Cause(ctx); stopped != nil {
		cause = stopped
	}
	return &Error{Code: "connection_failed", Message: "The connection to the service failed.", cause: cause}
}

// with returns the call with its options, and with a new key if it needs one.
func (one call) with(options []CallOption) call {
	for _, option := range options {
		option(&one)
	}
	if !one.isKeyed {
		one.key = ""
	} else if one.key == "" {
		bytes := make([]byte, 16)
		_, _ = rand.Read(bytes)
		one.key = hex.EncodeToString(bytes)
	}
	return one
}

// queryOf returns the parameters that are given: names and values in turn.
func queryOf(parts ...any) url.Values {
	query := url.Values{}
	for index := 0; index < len(parts); index += 2 {
		if value := fmt.Sprint(parts[index+1]); value != "" && value != "0" {
			query.Set(fmt.Sprint(parts[index]), value)
		}
	}
	return query
}
