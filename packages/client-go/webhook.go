package toolpress

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ErrWebhookInvalid is the error for an event that the service did not sign, or signed more than five minutes ago.
var ErrWebhookInvalid = errors.New("the webhook is not signed by the service, or too old")

const tolerance = 5 * time.Minute

// VerifyWebhook decodes the event of a webhook into event, a pointer. body is what was received, and secret is whsec_…
// as the service showed it.
func VerifyWebhook(body []byte, header http.Header, secret string, event any) error {
	id, sentAt := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseInt(sentAt, 10, 64)
	if err != nil || id == "" || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return ErrWebhookInvalid
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return err
	}
	if len(key) == 0 {
		return errors.New("the secret is empty: any caller could sign with it")
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + sentAt + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	// There are two signatures while a secret is rotated.
	for _, one := range strings.Fields(header.Get("Webhook-Signature")) {
		if hmac.Equal([]byte(one), []byte(expected)) {
			return json.Unmarshal(body, event)
		}
	}
	return ErrWebhookInvalid
}
