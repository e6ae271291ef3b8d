/** The bodies that the HTTP request tool sends: JSON as specification 4.1 has it, or one of the others. */
import Joi from 'joi';
import { BASE64, BASE64_RULE, isBase64, StoredFileId } from '../schema/files.js';
import { passedOn } from '../schema/raw-json.js';
import { anyText, jsonObjectOrList, listOf, mapOf, shape, text } from '../schema/schema.js';

/** The fields of a request of which one at most is the body. */
export const HTTP_BODIES = ['body', 'form', 'text', 'base64', 'multipart', 'file'] as const;

const MAX_FORM_NAMES = 1_000;
const MAX_PARTS = 100;
const MAX_NAME = 1_000;

/** The value of a name in a form. A list repeats the name. */
type FormValue = string | number | boolean;
export type Form = Record<string, FormValue | FormValue[]>;

const isFormValue = (value: unknown): value is FormValue =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && !String(value).includes('e'));

const formFault = (value: unknown): string | undefined =>
  isFormValue(value) || (Array.isArray(value) && value.every(isFormValue))
    ? undefined
    : 'must be a text, a number without an exponent, `true` or `false`, or a list of these; send objects as JSON text';

const FORM_VALUE = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }];

const base64Text = (): Joi.StringSchema<string> =>
  anyText()
    .custom((given: string, helpers) => (isBase64(given) ? given : helpers.error('base64.invalid')))
    .messages({ 'base64.invalid': `{{#label}} is not valid base64: ${BASE64_RULE}` })
    .meta({ jsonSchema: BASE64 });

/** A media type with its parameters, in ASCII (RFC 9110, 8.3.1). */
const CONTENT_TYPE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:[\t ;][\t\x20-\x7e]*)?$/;

const contentType = (): Joi.StringSchema<string> =>
  text()
    .max(255)
    .pattern(CONTENT_TYPE)
    .message('{{#label}} must be a media type such as `text/csv; charset=utf-8`, in ASCII')
    .example('text/csv');

/** A part of a `multipart/form-data`, with one of `value`, `base64` and `file`. */
export interface MultipartPart {
  name: string;
  value?: string;
  base64?: string;
  file?: string;
  filename?: string;
  content_type?: string;
}

const Part = shape(
  { name: text().max(MAX_NAME).description('Name of the part.').example('file') },
  {
    value: anyText().description('A text.').example('Q3 report'),
    base64: base64Text().description('Bytes.'),
    file: StoredFileId().description('A stored file of the account: its id.'),
    filename: text().max(MAX_NAME).description('File name of the part.').example('report.csv'),
    content_type: contentType().description(
      'Media type of the part. Default: none for a text without `filename`, else `application/octet-stream`.',
    ),
  },
)
  .xor('value', 'base64', 'file')
  .messages({
    'object.missing': '{{#label}} needs one of `value`, `base64` and `file`',
    'object.xor': '{{#label}} must have only one of `value`, `base64` and `file`',
  }) as unknown as Joi.ObjectSchema<MultipartPart>;

/** An empty form or list of parts is as if absent: generated clients send them for fields that are not set. */
export const BODY_FIELDS = {
  body: passedOn(jsonObjectOrList().description('An object or a list, sent as JSON; not with GET.')),
  form: mapOf<FormValue | FormValue[]>(MAX_FORM_NAMES, formFault, {
    additionalProperties: { anyOf: [...FORM_VALUE, { type: 'array', items: { anyOf: FORM_VALUE } }] },
  })
    .empty(Joi.object().length(0))
    .description('Instead of `body`: sent as `application/x-www-form-urlencoded`. A list repeats its name.')
    .example({ grant_type: 'client_credentials', scope: 'read' }),
  text: anyText().description('Instead of `body`: a text, sent in UTF-8 as `content_type` (default `text/plain`).'),
  base64: base64Text().description('Instead of `body`: bytes.'),
  multipart: listOf(Part)
    .empty(Joi.array().length(0))
    .max(MAX_PARTS)
    .description('Instead of `body`: parts of a `multipart/form-data`.')
    .example([{ name: 'title', value: 'Q3 report' }]),
  file: StoredFileId().description('Instead of `body`: a stored file of the account, by the id of its link.'),
  content_type: contentType().description('Media type of `text`, `base64` or `file`.'),
};

/** What the rules of bodies read of a request. */
interface WithBody {
  method: string;
  headers?: Record<string, unknown> | undefined;
  content_type?: string | undefined;
}

/** Returns the content type that the caller's headers have. */
export const contentTypeOf = (headers: Readonly<Record<string, unknown>> = {}): string | undefined => {
  const [, value] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  return value === undefined ? undefined : String(value);
};

const FORM = 'application/x-www-form-urlencoded';

/** Returns the fault of a body together with other fields, as a sentence without a full stop; undefined if there is none. */
export function bodyFault(request: WithBody): string | undefined {
  const given = HTTP_BODIES.filter((name) => (request as unknown as Record<string, unknown>)[name] !== undefined);
  const [kind, second] = given;
  if (second !== undefined) return `\`${kind}\` and \`${second}\` are not allowed together: a request has one body`;
  const { content_type: type } = request;
  if (type !== undefined && kind !== 'text' && kind !== 'base64' && kind !== 'file')
    return '`content_type` is only for `text`, `base64` and `file`';
  if (kind === undefined) return undefined;
  if (request.method === 'GET') return `\`${kind}\` is not allowed with GET`;
  return typeFault(kind, type, contentTypeOf(request.headers));
}

/** @param type the field `content_type`. @param header the caller's header `content-type`. */
function typeFault(
  kind: (typeof HTTP_BODIES)[number],
  type: string | undefined,
  header: string | undefined,
): string | undefined {
  if (type !== undefined && header !== undefined)
    return '`content_type` and the header `content-type` are not allowed together: send one of them';
  const given = type ?? header ?? '';
  const media = given.split(';')[0]?.trim().toLowerCase() ?? '';
  if (kind === 'body' && media === FORM)
    return `\`body\` is sent as JSON, which is not \`${FORM}\`: send the fields as \`form\``;
  if (kind === 'body' && media.startsWith('multipart/'))
    return `\`body\` is sent as JSON, which is not \`${media.slice(0, 40)}\`: send the parts as \`multipart\``;
  if (kind === 'form' && media !== '' && media !== FORM)
    return `\`form\` is sent as \`${FORM}\`: leave the header \`content-type\` out, or send \`body\``;
  if (kind === 'multipart' && media !== '')
    return '`multipart` sets the header `content-type` with its boundary: leave the header out';
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(given)?.[1];
  if ((kind === 'text' || kind === 'form') && charset !== undefined && !/^utf-?8$/i.test(charset))
    return `\`${kind}\` is sent in UTF-8, which is not the charset of its content type: send \`base64\` for another`;
  return undefined;
}
