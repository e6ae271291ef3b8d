/** In which language and time zone filters write numbers, dates and texts. */
import type Joi from 'joi';
import { type JsonObject, mapOf, text } from './schema.js';

/** A tag of BCP 47, such as `de-CH`. */
export const locale = (): Joi.StringSchema<string> =>
  known((given) => Intl.getCanonicalLocales(given), 'must be a language tag such as `en`, `de-CH` or `zh-Hant-TW`');

/** A name of the IANA time zone database. */
export const timeZone = (): Joi.StringSchema<string> =>
  known(
    (given) => new Intl.DateTimeFormat('en', { timeZone: given }),
    'must be a time zone such as `UTC` or `Europe/Berlin`',
  );

/** @param check throws for what `Intl` does not know. */
function known(check: (given: string) => unknown, allowed: string): Joi.StringSchema<string> {
  return text()
    .max(100)
    .custom((given: string) => {
      check(given);
      return given;
    })
    .messages({ '*': `{{#label}} ${allowed}` });
}

const MAX_LOCALES = 100;

/** Of objects in objects: more than anybody's groups of texts have, less than overflows a stack. */
const MAX_GROUPS = 10;

/** By language tag: texts of the template, and what they are in that language. */
export const translations = (): Joi.ObjectSchema<JsonObject> =>
  mapOf(
    MAX_LOCALES,
    (texts, language) => {
      if (!isLanguage(language)) return 'is no language tag such as `de` or `de-CH`';
      return areTexts(texts, MAX_GROUPS)
        ? undefined
        : `must be an object of texts and their translations: each is a text, or an object of texts, ${MAX_GROUPS} levels deep at most`;
    },
    { additionalProperties: { type: 'object', additionalProperties: { type: ['string', 'object'] } } },
  );

/** A translation may have several forms, or be in a group. */
const areTexts = (value: unknown, levels: number): boolean =>
  levels > 0 &&
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((each) => typeof each === 'string' || areTexts(each, levels - 1));

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
