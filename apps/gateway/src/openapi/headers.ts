/** The headers of answers, as the OpenAPI document names them. */
const text = (description: string) => ({ description, schema: { type: 'string' } });
const count = (description: string) => ({ description, schema: { type: 'integer' } });
export const HEADERS = {
  'X-Request-Id': text('The request’s id, as in the log. The same as in the request, if it sent one.'),
  'API-Version': text('The version of the API. /docs/versions lists what may change within a version.'),
  RateLimit: text('Remaining rate limit, if there is a limit: `"minute";r=<requests>;t=<seconds>`.'),
  'RateLimit-Policy': text('The rate limit, if there is one: `"minute";q=<requests>;w=60`.'),
  'Retry-After': count('Seconds until the request may be sent again.'),
  'Idempotent-Replayed': text('`true`: the result of an earlier request under the same key, not charged again.'),
  ETag: text('The tag of the text, for `If-Match`.'),
  Location: text('The path of the created resource.'),
  'Preference-Applied': text('`respond-async` if the request was accepted as a job.'),
  'X-Page-Count': count('The number of pages of the PDF.'),
  'X-Download-Url': text('The link to the PDF.'),
  'X-Expires-At': text('The time at which the file is deleted.'),
  'X-Actions-Consumed': count('The number of charged actions.'),
  'X-Warnings': text('The codes of the warnings, if there are any.'),
  'X-Warning-Details': text('The warnings as in `data.warnings`, as JSON in ASCII: those that fit into 2,000 bytes.'),
  'X-Template': text('The printed version of `template`, if the request named one: `invoice@3`.'),
};

/** Returns references to headers. */
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
  'X-Warning-Details',
  'X-Template',
] as const;
