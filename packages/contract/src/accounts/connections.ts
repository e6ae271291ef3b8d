import {
  createdAt,
  flag,
  type Infer,
  integer,
  listOf,
  oneOf,
  orNull,
  shape,
  text,
  timestamp,
  updatedAt,
} from '../schema/schema.js';
import { connectionHeaders, connectionMethods, HttpAuth, HttpAuthShown, visible } from './http-auth.js';

export const CONNECTION_SLUG = /^[a-z0-9-]{1,64}$/;

export const ConnectionSlug = text()
  .pattern(CONNECTION_SLUG)
  .message('{{#label}} must be 1 to 64 lower-case letters, digits or hyphens')
  .description('The connection’s name, as in `_connections`.')
  .example('sales');

export const MAX_CONNECTIONS = 100;

/** `tablebase` is the specification's name for the hosted provider. The others are servers that people run themselves. */
export const PROVIDERS = [
  'tablebase',
  ...(['pocketbase', 'nocodb', 'baserow', 'grist', 'teable', 'seatable', 'directus', 'postgrest', 'postgres'] as const),
] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** Connections also describe buckets, into which PDFs are delivered, and APIs, to which the HTTP request tool authenticates. */
export const CONNECTION_PROVIDERS = [...PROVIDERS, 's3', 'http'] as const;
export type ConnectionProvider = (typeof CONNECTION_PROVIDERS)[number];

const provider = () =>
  oneOf(...CONNECTION_PROVIDERS)
    .messages({ 'any.only': `{{#label}} must be ${PROVIDERS.join(', ')}, s3 or http` })
    .description('The kind of server.')
    .example('tablebase');
const serverUrl = () =>
  text()
    .max(2_000)
    .description(
      'Address of the server, for all providers but `tablebase`. The operator’s `RECORD_HOSTS` must name its host, except for `s3` and `http`: there it is any public address. The secret of `http` is sent only to addresses below it.',
    )
    .example('https://nocodb.example.com');
export const bucketName = () =>
  text()
    .pattern(/^(?!.*\.\.)(?!.*\d\.\d+\.\d+\.\d)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .message(
      '{{#label}} must be the name of a bucket: 3 to 63 lower-case letters, digits, single dots and hyphens, and no IP address',
    );
const bucket = () => bucketName().description('With `s3`: the bucket.');
const region = () =>
  text()
    .pattern(/^[a-zA-Z0-9-]{1,64}$/)
    .message('{{#label}} must be the name of a region, such as `eu-central-1`')
    .description('With `s3`: its region; default `us-east-1`.');
const accessKey = () => visible(200).description('With `s3`: the access key. `token` is its secret key.');
const tables = () =>
  listOf(text().max(255)).min(1).max(100).description('With `postgres`: the only tables and views that may be read.');
const label = () => text().max(200).description('A label of your choice.').example('Sales, read only');

/** The fields that belong to the provider `http`, and those that it needs. */
const HTTP_FIELDS = ['auth', 'methods', 'headers'] as const;
const HTTP_NEEDS = ['auth', 'url'] as const;

const token = () =>
  // It is sent in a header.
  visible(1_000)
    .description(
      'Personal access token of the provider, the password of the `postgres` role, or the secret key of an `s3` bucket. It is stored encrypted and never returned. Required, except with `http`, which has `auth`.',
    )
    .example('patXXXXXXXXXXXXXX.0123456789abcdef');

export const ConnectionInput = shape(
  {},
  {
    provider: provider().description('The kind of server; default `tablebase`.'),
    token: token(),
    url: serverUrl(),
    tables: tables().example(['orders', 'sales.invoices']),
    ...{ bucket: bucket(), region: region(), access_key: accessKey() },
    ...{ auth: HttpAuth, methods: connectionMethods(), headers: connectionHeaders() },
    label: label(),
  },
)
  .custom((given: Record<string, unknown>, helpers) => {
    const isHttp = given['provider'] === 'http';
    const needs = isHttp ? HTTP_NEEDS : (['token'] as const);
    const missing = needs.find((name) => given[name] === undefined);
    if (missing !== undefined) return helpers.error('connection.missing', { field: missing });
    if (isHttp && given['token'] !== undefined) return helpers.error('connection.token');
    const surplus = isHttp ? undefined : HTTP_FIELDS.find((name) => given[name] !== undefined);
    return surplus === undefined ? given : helpers.error('connection.http', { field: surplus });
  })
  .messages({
    'connection.missing': '`{{#field}}` is required',
    'connection.token': '`token` is not allowed with the provider `http`: write the secret into `auth`',
    'connection.http': '`{{#field}}` is allowed only with the provider `http`',
  })
  .example({ provider: 'tablebase', token: 'patXXXXXXXXXXXXXX.0123456789abcdef', label: 'Sales, read only' });
export type ConnectionInput = Omit<Infer<typeof ConnectionInput>, 'auth'> & { auth?: HttpAuth };

/** A connection without its token. */
export const Connection = shape(
  {
    slug: ConnectionSlug,
    provider: provider(),
    label: orNull(label()),
    created_at: createdAt(),
    updated_at: updatedAt(),
    last_used_at: orNull(timestamp()).description('When its token or secret was last used (to the minute).'),
  },
  {
    url: serverUrl().description('Address of the server. Absent for `tablebase`.'),
    tables: tables().description(
      'The only tables and views that may be read. Absent for providers other than `postgres`.',
    ),
    ...{ bucket: bucket(), region: region(), access_key: accessKey() },
    ...{ auth: HttpAuthShown, methods: connectionMethods(), headers: connectionHeaders() },
  },
).example({
  ...{ slug: 'sales', provider: 'tablebase', label: 'Sales, read only' },
  ...{ created_at: '2026-01-31T09:00:00.000Z', updated_at: '2026-01-31T09:00:00.000Z', last_used_at: null },
});
export type Connection = Omit<Infer<typeof Connection>, 'auth'> & { auth?: HttpAuthShown };

export const ConnectionTest = shape({
  ok: flag().valid(true).example(true).description('Always true; otherwise the answer is an error.'),
});
export type ConnectionTest = Infer<typeof ConnectionTest>;

/** The numbers of stored tokens and secrets that were re-encrypted, were already current, and cannot be decrypted. */
export const ReEncryption = shape({
  re_encrypted: integer()
    .min(0)
    .example(12)
    .description('Number of tokens and secrets re-encrypted under the current master key.'),
  current: integer().min(0).example(0).description('Number of those already encrypted under the current master key.'),
  failed: integer()
    .min(0)
    .example(0)
    .description('Number of those that no master key of this gateway can decrypt; the log names them.'),
});
export type ReEncryption = Infer<typeof ReEncryption>;
