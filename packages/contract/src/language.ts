/** In which language and time zone filters write numbers, dates and texts. */
import type Joi from 'joi';
import { mapOf, text } from './schema.js';

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

/** By language tag: texts of the template, and what they are in that language. */
export type Translations = Record<string, Record<string, unknown>>;

export const translations = (): Joi.ObjectSchema<Translations> =>
  mapOf(MAX_LOCALES, (texts, language) => {
    if (!isLanguage(language)) return 'is no language tag such as `de` or `de-CH`';
    return typeof texts === 'object' && texts !== null && !Array.isArray(texts)
      ? undefined
      : 'must be an object of texts and their translations';
  });

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
