/** Language and time zone of filters. */
import type Joi from 'joi';
import { anyOf, nearestNames } from '../schema/names.js';
import { type JsonObject, mapOf, text } from '../schema/schema.js';

/** A BCP 47 tag of a known language, such as `de-CH`. */
export const locale = (): Joi.StringSchema<string> =>
  known({
    is: isLanguage,
    near: nearestLanguages,
    must: 'must be a language tag such as `en`, `de-CH` or `zh-Hant-TW`',
    pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$',
  });

/** A name of the IANA time zone database. */
export const timeZone = (): Joi.StringSchema<string> =>
  known({
    is: isTimeZone,
    near: nearestTimeZones,
    must: 'must be a time zone such as `UTC` or `Europe/Berlin`',
    pattern: '^[A-Za-z0-9_+:/-]+$',
  });

/** The longest name in characters. A longer tag takes `Intl` time that grows with the square of its length. */
const MAX_NAME = 100;

interface Known {
  readonly is: (given: string) => boolean;
  /** Returns suggestions for an invalid text. */
  readonly near: (given: string) => string[];
  readonly must: string;
  /** The pattern for the documentation. */
  readonly pattern: string;
}

function known({ is, near, must, pattern }: Known): Joi.StringSchema<string> {
  return text()
    .max(MAX_NAME)
    .custom((given: string, helpers) =>
      is(given) ? given : helpers.error('unknown', { meant: didYouMean(near(given)) }),
    )
    .messages({ '*': `{{#label}} ${must}`, unknown: `{{#label}} ${must}{{#meant}}` })
    .meta({ jsonSchema: { pattern } });
}

const didYouMean = (near: readonly string[]): string => (near.length === 0 ? '' : `; did you mean ${anyOf(near)}?`);

let names: Intl.DisplayNames | undefined;
/** Returns the English name of a tag's language, without its extensions: Node.js 24 refuses to name a tag that has some. */
const nameOf = (tag: string): string | undefined => {
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return names.of(new Intl.Locale(tag).baseName);
};

const PRIVATE_LANGUAGE = /^q[a-t][a-z](?:-|$)/i;

/** Returns whether a tag is well-formed and its language is known or for private use. */
export function isLanguage(tag: string): boolean {
  if (tag.length > MAX_NAME) return false;
  try {
    return nameOf(tag) !== undefined || PRIVATE_LANGUAGE.test(tag);
  } catch {
    return false;
  }
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** Returns suggestions for an invalid tag: `de_DE`, `german`, `Deutsch`, or a country code such as `jp`. */
export function nearestLanguages(given: string): string[] {
  const tag = given.trim().replaceAll('_', '-');
  if (isLanguage(tag)) return Intl.getCanonicalLocales(tag);
  const [word = ''] = tag.split('-', 1);
  const ofCountry = languageOfCountry(word);
  if (ofCountry !== undefined) return [ofCountry];
  const near = nearestNames(word, [...languagesByName().keys()]);
  return [...new Set(near.flatMap((name) => languagesByName().get(name) ?? []))];
}

function languageOfCountry(code: string): string | undefined {
  if (!/^[A-Za-z]{2}$/.test(code)) return undefined;
  const country = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code.toUpperCase());
  return country === undefined ? undefined : new Intl.Locale(`und-${code}`).maximize().language;
}

let byName: ReadonlyMap<string, string> | undefined;

/** Language codes by name, in English and in the language. */
function languagesByName(): ReadonlyMap<string, string> {
  if (byName !== undefined) return byName;
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter((code) => isLanguage(code));
  const own = (code: string): string => new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  byName = new Map(codes.flatMap((code) => [nameOf(code) ?? code, own(code)].map((name) => [name, code] as const)));
  return byName;
}

/** Returns suggestions for an invalid time zone: `Europe/Berln`, or only a city. */
export function nearestTimeZones(given: string): string[] {
  const zones = Intl.supportedValuesOf('timeZone');
  const near = nearestNames(given, zones);
  if (near.length > 0) return near;
  const cities = new Map(zones.map((zone) => [cityOf(zone), zone]));
  return nearestNames(cityOf(given), [...cities.keys()]).flatMap((city) => cities.get(city) ?? []);
}

const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).trim();

const MAX_LOCALES = 100;

/** The deepest nesting of groups; deeper ones could overflow the stack. */
const MAX_GROUPS = 10;

/** Texts of the template and their translations, by language tag. */
export const translations = (): Joi.ObjectSchema<JsonObject> =>
  mapOf(
    MAX_LOCALES,
    (texts, language) => {
      if (!isLanguage(language))
        return `is not a language tag such as \`de\` or \`de-CH\`${didYouMean(nearestLanguages(language))}`;
      return areTexts(texts, MAX_GROUPS)
        ? undefined
        : `must be an object of texts and their translations: each is a text, or an object of texts, ${MAX_GROUPS} levels deep at most`;
    },
    {
      additionalProperties: {
        type: 'object',
        additionalProperties: { anyOf: [{ type: 'string' }, { type: 'object' }] },
      },
    },
  );

/** A translation may have several forms, or be in a group. */
const areTexts = (value: unknown, levels: number): boolean =>
  levels > 0 &&
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((each) => typeof each === 'string' || areTexts(each, levels - 1));
