/** Caches `Intl` objects, which take long to create. */
import { anyOf, isLanguage, nearestLanguages } from '@toolpress/contract';
import { LRUCache } from 'lru-cache';
import { DEFAULT_LOCALE, supportedTag } from '../values/formats.js';
import { single, TagFault, type Value } from '../values/values.js';
import type { FilterScope } from './filter.js';
import { isNothing, kindOf } from './inputs.js';

const kept = new LRUCache<string, object>({ max: 200 });

/** The default steps for creating a formatter. */
const STEPS_TO_MAKE = 300;

/** The largest length of an option, in characters. */
const MAX_OPTION_LENGTH = 64;

interface Wanted<T> {
  /** The class and its use: part of the cache key. */
  kind: string;
  /** Defaults to the document's. */
  locale: Value;
  /** Everything that `make` depends on besides the locale. */
  options?: readonly Value[];
  /** The steps for creating it. */
  steps?: number;
  /** Creates the formatter. @throws TagFault for an invalid option. */
  make: (locale: string) => T;
}

/**
 * Returns the result of `make`, cached by its options.
 *
 * @throws TagFault for an invalid option.
 */
export function formatterFor<T extends object>(
  scope: FilterScope,
  { kind, locale, options = [], steps = STEPS_TO_MAKE, make }: Wanted<T>,
): T {
  const language = isNothing(locale) ? scope.formats.toFormatIn() : languageOf(locale, scope);
  let key = `${kind}|${language}`;
  for (const option of options) key += `|${keyOf(option)}`;
  const made = kept.get(key) as T | undefined;
  if (made !== undefined) return made;
  scope.spend(steps);
  const formatter = make(languageTag(language));
  kept.set(key, formatter);
  return formatter;
}

/**
 * Returns the language for a filter: its `locale`, or the document's.
 *
 * @throws TagFault for an unknown language, which would be formatted as in English.
 */
export function languageOf(locale: Value, scope: FilterScope): string {
  if (isNothing(locale)) return scope.formats.locale;
  if (typeof locale !== 'string' || locale.length > MAX_OPTION_LENGTH) throw new TagFault(NO_LANGUAGE);
  if (known.has(locale)) return locale;
  scope.spend(STEPS_TO_MAKE);
  if (!isLanguage(locale.trim().replaceAll('_', '-'))) {
    const near = nearestLanguages(locale);
    throw new TagFault(near.length === 0 ? NO_LANGUAGE : `${NO_LANGUAGE}; ${anyOf(near)} may be meant`);
  }
  known.set(locale, true);
  return locale;
}

const known = new LRUCache<string, true>({ max: 200 });

const NO_LANGUAGE = 'has a wrong value for `locale`: write a language such as "en", "de-CH" or "zh-Hant"';

function keyOf(given: Value): string {
  const option = single(given);
  if (option === undefined || option === null) return '';
  if (typeof option === 'object') throw new TagFault(`has ${kindOf(option)} as an option of a filter`);
  const text = String(option);
  if (text.length > MAX_OPTION_LENGTH) throw new TagFault('has an option of a filter that is too long');
  return typeof option === 'string' ? `"${text}` : text;
}

/** Returns a language that `Intl` supports: for others it would use the language of the machine. */
const languageTag = (language: string): string => supportedTag(language) ?? DEFAULT_LOCALE;
