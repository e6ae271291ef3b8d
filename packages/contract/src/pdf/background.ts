/** The caller's PDF that is printed under the pages of a document. */
import Joi from 'joi';
import { BASE64, isBase64 } from '../schema/files.js';
import { emptyIsAbsent, type Infer, shape, text } from '../schema/schema.js';

/** The largest size of each PDF in bytes. */
export const MAX_BACKGROUND_BYTES = 5 * 1024 * 1024;

const ALLOWED =
  '{{#label}} must be a PDF as base64: letters, digits, `+` and `/`, padded with `=`, without line breaks or a `data:` in front; or an object of such for `first` and `default`';

const WAYS_OF_BEING_NONE = ['string.base', 'any.custom', 'alternatives.match', 'alternatives.types'];
const messages = Object.fromEntries(WAYS_OF_BEING_NONE.map((code) => [code, ALLOWED]));

const pdf = (): Joi.StringSchema<string> =>
  text()
    .custom((given: string) => {
      if (!isBase64(given)) throw new Error('not base64');
      return given;
    })
    .messages(messages)
    .meta({ jsonSchema: BASE64 });

const Kinds = shape(
  {},
  {
    first: pdf().description('Background of the first page.'),
    default: pdf().description('Background of the other pages; of all pages without `first`.'),
  },
).messages(messages);
type Kinds = Infer<typeof Kinds>;

/** Base64. */
export type BackgroundPdf = string | Kinds;

/** The field as in a request. */
export const backgroundPdf = (): Joi.AnySchema<BackgroundPdf> =>
  emptyIsAbsent(Joi.alternatives<BackgroundPdf>(pdf(), Kinds).messages(messages));

/** The field as the gateway passes it on, with checked content. */
export const CheckedBackground: Joi.AnySchema<BackgroundPdf> = Joi.alternatives<BackgroundPdf>(
  text(),
  shape({}, { first: text(), default: text() }),
);
