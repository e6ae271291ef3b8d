/** The answers of the provider's double, good and bad. */
import type { ServerResponse } from 'node:http';

type Answer = (response: ServerResponse, record: string, token: string) => unknown;

/** A record in the provider's form: lists, attachments, links to other records, numbers, text in many scripts. */
export const sampleRecord = (id: string) => ({
  id,
  createdTime: '2022-09-12T21:03:48.000Z',
  fields: {
    Name: 'Müller & Söhne — 東京 🦊',
    'Invoice No.': '2022/0815',
    Amount: 1234.5,
    Paid: true,
    Tags: ['urgent', 'EU'],
    Customer: ['rec8116cdd76088af', 'rec245db9343f55e8'],
    Attachments: [
      {
        id: 'attW8eG2x0ew1Af',
        url: 'https://files.example/attW8eG2x0ew1Af/scan.pdf?sig=abc',
        filename: 'Rechnung Nr. 4711.pdf',
        size: 26317,
        type: 'application/pdf',
        thumbnails: { small: { url: 'https://files.example/s.png', width: 36, height: 36 } },
      },
    ],
    'Created by': { id: 'usrL2PNC5o3H4lBEi', email: 'foo@bar.example', name: 'Foo Bar' },
    Notes: 'line one\nline two\t"quoted" \\ <b>not markup</b>',
    'Lookup (empty inside)': [null, '', 0, false, [[]], {}],
  },
});

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => {
  const text = JSON.stringify(body);
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(text);
};

const html = (status: number): Answer => {
  const page = `<!DOCTYPE html><html><head><title>${status}</title></head><body><h1>We’ll be right back</h1></body></html>`;
  return (response) => response.writeHead(status, { 'content-type': 'text/html' }).end(page);
};

const PERMISSIONS =
  'Invalid permissions, or the requested model was not found. Check that both your user and your token have the required permissions, and that the model names and/or ids are correct.';
const QUOTA = 'API billing plan limit exceeded. You’ve reached the maximum number of requests allowed for this month.';

export const rateLimited = (response: ServerResponse, penaltyMs: number): unknown =>
  json(
    429,
    { errors: [{ error: 'RATE_LIMIT_REACHED', message: 'Rate limit exceeded. Please try again later' }] },
    { 'retry-after': String(Math.ceil(penaltyMs / 1_000)) },
  )(response, '', '');

export const PROVIDER_ANSWERS = {
  record: (response, record) => json(200, sampleRecord(record))(response, record, ''),
  /** A record with empty fields only. */
  emptyRecord: (response, id) => json(200, { id, createdTime: '2022-09-12T21:03:48.000Z' })(response, id, ''),
  whoami: json(200, { id: 'usrL2PNC5o3H4lBEi', scopes: ['data.records:read'] }),

  unauthorized: json(401, {
    error: { type: 'AUTHENTICATION_REQUIRED', message: 'Authentication required' },
  }),
  forbidden: json(403, { error: { type: 'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND', message: PERMISSIONS } }),
  forbiddenWord: json(403, { error: 'INVALID_PERMISSIONS' }),
  forbiddenPage: html(403),
  notFound: json(404, { error: 'NOT_FOUND' }),
  recordGone: json(404, { error: { type: 'MODEL_ID_NOT_FOUND', message: 'Record not found' } }),
  notFoundList: json(404, { errors: [{ error: 'TABLE_NOT_FOUND', message: 'Could not find table Orders' }] }),
  invalid: json(422, {
    error: { type: 'INVALID_REQUEST_UNKNOWN', message: 'Invalid request: parameter validation failed.' },
  }),
  invalidList: json(422, {
    errors: [{ error: 'INVALID_RECORD_ID', message: 'Record ID is\r\nnot valid' }, { error: 'SECOND' }],
  }),
  invalidLong: json(422, { error: { type: 'X', message: 'long '.repeat(10_000) } }),
  /** A page that is asked for too late. */
  pageGone: json(422, {
    error: { type: 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE', message: 'The iterator is not available' },
  }),
  /** Always the same page. */
  samePage: json(200, { records: [], offset: 'itr0' }),
  teapot: json(418, { error: 'TEAPOT' }),

  /** Once, without a `Retry-After`. */
  slowDown: json(429, {
    errors: [{ error: 'RATE_LIMIT_REACHED', message: 'Rate limit exceeded. Please try again later' }],
  }),
  slowDownOneSecond: json(429, { error: 'RATE_LIMIT_REACHED' }, { 'retry-after': '1' }),
  quota: json(429, { errors: [{ error: 'PUBLIC_API_BILLING_LIMIT_EXCEEDED', message: QUOTA }] }),
  quotaPayment: json(402, { error: { type: 'PAYMENT_REQUIRED', message: 'Upgrade your plan' } }),

  internal: json(500, { error: { type: 'SERVER_ERROR', message: 'Internal server error' } }),
  badGateway: html(502),
  away: json(503, { error: 'SERVICE_UNAVAILABLE' }),

  page: html(200),
  noJson: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"id": "rec1", "fields'),
  list: json(200, [sampleRecord('recOther')]),
  noRecord: json(200, { id: 'tblNoRecord', fields: {}, createdTime: '2022-09-12T21:03:48.000Z' }),
  noTime: json(200, { id: 'recNoTime', fields: {}, createdTime: 'yesterday' }),
  fieldsAreText: json(200, { id: 'recNoFields', fields: 'none', createdTime: '2022-09-12T21:03:48.000Z' }),
  nothing: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(),
  deep: (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(
        `{"id":"rec1","createdTime":"2022-09-12T21:03:48.000Z","fields":{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}}`,
      ),

  reset: (response) => response.socket?.destroy(),
  cut: (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"id":"rec', () => response.socket?.destroy());
  },
  silence: () => undefined,
  /** An endless answer, a byte at a time. */
  drip: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 50);
    response.once('close', () => clearInterval(timer));
  },
  huge: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(Buffer.alloc(11 * 1024 * 1024, ' '));
  },
  redirect: (response) => response.writeHead(302, { location: 'https://elsewhere.example/v0/steal' }).end(),
  /** The token of the request in an unexpected part of the answer. */
  echo: (response, _record, token) =>
    json(422, { error: { type: token, message: `bad token ${token}: "Bearer ${token}"` } })(response, '', ''),
} satisfies Record<string, Answer>;

export type ProviderAnswer = keyof typeof PROVIDER_ANSWERS;

export const respond = (answer: ProviderAnswer, response: ServerResponse, record: string, token: string): unknown =>
  (PROVIDER_ANSWERS[answer] as Answer)(response, record, token);
