/** Headers of answers, as the OpenAPI document names them. */
const text = (description: string) => ({ description, schema: { type: 'string' } });
const count = (description: string) => ({ description, schema: { type: 'integer' } });
export const HEADERS = {
  'X-Request-Id': text('The request’s id, as the log has it; the caller’s own when it sent one.'),
  'API-Version': text('The version of the API: what may change within one is in docs/versions.md.'),
  RateLimit: text('What is left of the rate limit, where there is one: `"minute";r=<requests>;t=<seconds>`.'),
  'RateLimit-Policy': text('The rate limit, where there is one: `"minute";q=<requests>;w=60`.'),
  'Retry-After': count('Seconds until the request may be sent again.'),
  'Idempotent-Replayed': text('`true`: the result of an earlier request under the same key, not charged again.'),
  Location: text('The path of what was begun.'),
  'Preference-Applied': text('`respond-async`: what was preferred is done.'),
  'X-Page-Count': count('The number of pages of the PDF.'),
  'X-Download-Url': text('The link to the PDF.'),
  'X-Expires-At': text('When the stored file is deleted.'),
  'X-Actions-Consumed': count('The actions that were charged.'),
  'X-Warnings': text('The codes of the warnings, when there are any.'),
};

/** References to them. */
export const headersNamed = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const ALWAYS = ['X-Request-Id', 'API-Version'] as const;
export const RATE_LIMIT = ['RateLimit', 'RateLimit-Policy'] as const;
export const BYTES_HEADERS = [
  'X-Page-Count',
  'X-Download-Url',
  'X-Expires-At',
  'X-Actions-Consumed',
  'X-Warnings',
] as const;
