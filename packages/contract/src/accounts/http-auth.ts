/** What a connection of the provider `http` sends with requests, and where. */
import Joi from 'joi';
import { type Infer, listOf, mapOf, oneOf, shape, text } from '../schema/schema.js';
import { HTTP_METHODS } from '../tools/http-request.js';

/** The length of the shortest secret. Shorter ones resemble other text in answers, where secrets are replaced. */
export const MIN_SECRET_LENGTH = 8;
const MAX_SECRET_LENGTH = 8_000;

/** Text of characters that a header may have, without blanks. @param most the largest number of characters. */
export const visible = (most: number) =>
  text()
    .max(most)
    .pattern(/^[\x21-\x7e]+$/)
    .message('{{#label}} must be of visible ASCII characters, without blanks');
const printable = (most: number) =>
  text()
    .max(most)
    .pattern(/^[\x20-\x7e]+$/)
    .message('{{#label}} must be of printable ASCII characters');
const secret = () => visible(MAX_SECRET_LENGTH).min(MIN_SECRET_LENGTH);

/** The types of authentication, and the fields that each needs and may have. The first is the secret. */
const TYPES = {
  bearer: { needs: ['token'], takes: [] },
  basic: { needs: ['username'], takes: ['password'] },
  header: { needs: ['value', 'name'], takes: ['prefix'] },
  query: { needs: ['value', 'name'], takes: [] },
  oauth2_client_credentials: {
    needs: ['client_secret', 'client_id', 'token_url'],
    takes: ['scope', 'audience', 'client_auth'],
  },
} as const satisfies Record<string, { needs: readonly string[]; takes: readonly string[] }>;
export type HttpAuthType = keyof typeof TYPES;

const type = () =>
  oneOf(...(Object.keys(TYPES) as HttpAuthType[]))
    .description('How requests are authenticated.')
    .example('bearer');

/** The fields that are not secret. */
const shown = {
  name: visible(100)
    .description('With `header` and `query`: the name of the header or of the parameter of the query.')
    .example('x-api-key'),
  prefix: printable(100)
    .description('With `header`: what is sent before the value, such as `Token ` with its blank. It is no secret.')
    .example('Token '),
  token_url: text()
    .max(2_000)
    .description('With `oauth2_client_credentials`: the token endpoint, at a public address.')
    .example('https://auth.example.com/oauth/token'),
  client_id: printable(1_000)
    .description('With `oauth2_client_credentials`: the ID of the client.')
    .example('toolpress'),
  scope: printable(2_000).description('With `oauth2_client_credentials`: the scopes, separated by blanks.'),
  audience: printable(2_000).description('With `oauth2_client_credentials`: the audience, if the endpoint wants one.'),
  client_auth: oneOf('basic', 'body').description(
    'With `oauth2_client_credentials`: how the client authenticates, by a header or by the form; default `basic`.',
  ),
};

const secrets = {
  token: secret().description('With `bearer`: the token.').example('sk_live_0123456789abcdef'),
  username: printable(1_000)
    .pattern(/^[^:]+$/)
    .message('{{#label}} must not contain a colon')
    .description('With `basic`: the user name. It is the secret without a password.'),
  password: Joi.string()
    .allow('')
    .max(1_000)
    .pattern(/^[\x20-\x7e]*$/)
    .message('{{#label}} must be of printable ASCII characters')
    .description('With `basic`: the password of 8 characters or more; default none.'),
  value: secret().description('With `header` and `query`: the secret value.'),
  client_secret: printable(MAX_SECRET_LENGTH)
    .min(MIN_SECRET_LENGTH)
    .description('With `oauth2_client_credentials`: the secret of the client.'),
};

const fields = shape({ type: type() }, { ...secrets, ...shown });
// `Infer` would add `string`, because joi's schemas have a `type`, too.
export type HttpAuth = Exclude<Infer<typeof fields>, string>;

/** The secrets of a connection, in place of `token`. */
export const HttpAuth: Joi.AnySchema<HttpAuth> = fields
  .custom((given: Record<string, unknown>, helpers) => {
    const named = given['type'] as HttpAuthType;
    const { needs, takes } = TYPES[named];
    const known: readonly string[] = ['type', ...needs, ...takes];
    const missing = needs.find((name) => given[name] === undefined);
    if (missing !== undefined) return helpers.error('auth.missing', { field: missing, type: named });
    const surplus = Object.keys(given).find((name) => !known.includes(name));
    if (surplus !== undefined) return helpers.error('auth.surplus', { field: surplus, type: named });
    // Without a password, the user name is the secret.
    const basicSecret = String(given['password'] || given['username']);
    if (named === 'basic' && basicSecret.length < MIN_SECRET_LENGTH) return helpers.error('auth.short');
    return given;
  })
  .messages({
    'auth.missing': '`auth.{{#field}}` is required with the type `{{#type}}`',
    'auth.surplus': '`auth.{{#field}}` is not allowed with the type `{{#type}}`',
    'auth.short': `\`auth.password\`, or \`auth.username\` without a password, must have at least ${MIN_SECRET_LENGTH} characters`,
  })
  .description('With `http`: the secrets. They are stored encrypted and never returned.')
  .example({ type: 'bearer', token: 'sk_live_0123456789abcdef' });

/** The authentication without its secrets. */
export const HttpAuthShown = shape({ type: type() }, shown)
  .description('The authentication, without its secrets. Absent for providers other than `http`.')
  .example({ type: 'bearer' });
export type HttpAuthShown = Exclude<Infer<typeof HttpAuthShown>, string>;

export const connectionMethods = () =>
  listOf(oneOf(...HTTP_METHODS))
    .min(1)
    .max(HTTP_METHODS.length)
    .unique()
    .description('With `http`: the only methods that are allowed; default all.')
    .example(['GET']);

const MAX_HEADERS = 20;
const MAX_HEADER_LENGTH = 1_000;
/** Headers that hold secrets. */
const OF_AUTH: readonly string[] = ['authorization', 'cookie'];

/** Headers that describe the body, which the request has, or how the answer is encoded, in which secrets are searched. */
const OF_MESSAGE = /^(?:content-.*|accept-encoding|transfer-encoding|host)$/i;

const headerFault = (value: unknown, name: string): string | undefined => {
  if (OF_MESSAGE.test(name)) return 'can’t be set here: it belongs to each request';
  if (OF_AUTH.includes(name.toLowerCase())) return 'is a secret: write it into `auth`';
  const isText = typeof value === 'string' && value.length <= MAX_HEADER_LENGTH;
  return isText ? undefined : `must be a text of at most ${MAX_HEADER_LENGTH} characters`;
};

export const connectionHeaders = () =>
  mapOf<string>(MAX_HEADERS, headerFault, { additionalProperties: { type: 'string', maxLength: MAX_HEADER_LENGTH } })
    .description(
      'With `http`: headers that are sent too, except `content-*` and `accept-encoding`. They are no secrets, and are returned.',
    )
    .example({ 'x-api-version': '2026-01-31' });
