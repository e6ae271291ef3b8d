/** The value types of an invoice. Each description begins with its business term of EN 16931-1. */
import Joi from 'joi';
import { BASE64, BASE64_RULE, isBase64 } from '../../schema/files.js';
import { day, emptyIsAbsent, listOf, oneOf, shape, text } from '../../schema/schema.js';

/** A decimal: a JSON number, or text. */
export type Decimal = number | string;

/** The number of decimal digits that a double always keeps. */
const MAX_DIGITS = 15;
const MAX_DECIMALS = 14;
const DECIMAL = /^-?\d{1,15}(?:\.\d{1,14})?$/;
const A_DECIMAL = `{{#label}} must be a decimal such as \`12.5\` or \`"12.50"\`, with at most ${MAX_DIGITS} digits`;

const isDecimal = (written: string): boolean =>
  DECIMAL.test(written) && written.replace(/^-?0*\.?0*/, '').replace('.', '').length <= MAX_DIGITS;

/** The longest text of a decimal in characters, with the trailing zeros that Java and .NET write. */
const MAX_WRITTEN = 64;

/** Returns a decimal without trailing zeros. */
const shortened = (written: string): string =>
  written.length > MAX_WRITTEN || !/^-?\d+\.\d+$/.test(written) ? written : written.replace(/\.0+$|(?<!0)0+$/, '');

/** Returns a decimal, or its shorter equal text; undefined for other values. */
function exact(given: Decimal): Decimal | undefined {
  if (isDecimal(String(given))) return given;
  // JavaScript writes numbers below a millionth with an exponent.
  const written = typeof given === 'number' && Math.abs(given) < 1e-6 ? given.toFixed(MAX_DECIMALS) : String(given);
  const short = shortened(written);
  return isDecimal(short) && Number(short) === Number(given) ? short : undefined;
}

const MAX_TEXT = 5_000;
const MAX_ID = 200;

/** XML 1.0, production 2: characters that no document may contain, escaped or not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it rejects them
const NOT_IN_XML = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/u;

/** An invoice has hundreds of values. Messages of a schema instead of its type would double the time of each, because joi merges them. */
const types = Joi.extend(
  {
    type: 'decimal',
    base: Joi.any().meta({ jsonSchema: { anyOf: [{ type: 'number' }, { type: 'string', minLength: 1 }] } }),
    messages: { 'decimal.base': A_DECIMAL },
    validate(value: unknown, { error }) {
      if (typeof value !== 'number' && typeof value !== 'string') return { value, errors: error('decimal.base') };
      const given = exact(value);
      return given === undefined ? { value, errors: error('decimal.base') } : { value: given };
    },
  },
  {
    type: 'string',
    base: Joi.string(),
    messages: { 'string.words': '{{#label}} must not be blank, and must not hold control characters' },
    validate(value: unknown, { error }) {
      const isShort = typeof value === 'string' && value !== '' && value.length <= MAX_TEXT; // a longer one is refused for that
      if (isShort && (value.trim() === '' || NOT_IN_XML.test(value))) return { value, errors: error('string.words') };
      return undefined;
    },
  },
) as { decimal(): Joi.AnySchema<Decimal>; string(): Joi.StringSchema<string> };

const words = (max: number): Joi.StringSchema<string> => types.string().max(max);

const about = <Value>(schema: Joi.AnySchema<Value>, term: string, meaning: string, example?: Value) => {
  const described = emptyIsAbsent(schema).description(`${term}: ${meaning}`);
  return example === undefined ? described : described.example(example);
};

/** @param term of EN 16931-1, such as `BT-1`. */
export const sentence = (term: string, meaning: string, example?: string) =>
  about(words(MAX_TEXT), term, meaning, example);
export const id = (term: string, meaning: string, example?: string) => about(words(MAX_ID), term, meaning, example);
export const code = (term: string, meaning: string, example?: string) => about(words(50), term, meaning, example);
export const date = (term: string, meaning: string) => about(day(), term, meaning);
export const amount = (term: string, meaning: string, example?: Decimal) =>
  about(types.decimal(), term, meaning, example);
export const list = <Item>(item: Joi.AnySchema<Item>, max: number, meaning: string) =>
  listOf(item).max(max).description(meaning);

/** An identifier and its scheme. */
export const schemedId = (term: string, meaning: string, schemes: string) =>
  shape(
    { id: words(MAX_ID).description(`${term}: The identifier.`) },
    { scheme: code(`${term}-1`, schemes) },
  ).description(`${term}: ${meaning}`);

/** BG-24's file, BT-125. */
export const attachedFile = () =>
  shape({
    filename: words(MAX_ID).description('BT-125-2: Its name.').example('timesheet.pdf'),
    mime_type: oneOf(
      'application/pdf',
      'image/png',
      'image/jpeg',
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.oasis.opendocument.spreadsheet',
    ).description('BT-125-1: Its media type.'),
    data_base64: text()
      .custom((given: string) => {
        if (!isBase64(given)) throw new Error('not base64');
        return given;
      })
      .message(`{{#label}} must be base64: ${BASE64_RULE}`)
      .meta({ jsonSchema: BASE64 })
      .description('BT-125: Its bytes, as base64.'),
  }).description('BT-125: A file embedded in the XML.');
