/** Objects of `Intl`, which take long to make, are kept. */
import { anyOf, isLanguage, nearestLanguages } from '@toolpress/contract';
import { LRUCache } from 'lru-cache';
import { DEFAULT_LOCALE, supportedTag } from '../formats.js';
import { TagFault, type Value } from '../values.js';
import type { FilterScope } from './filter.js';
import { isNothing, kindOf } from './inputs.js';

const kept = new LRUCache<string, object>({ max: 200 });

/** What making one counts as, unless it is said. Steps. */
const STEPS_TO_MAKE = 300;

/** Of one option; currencies, languages and digits are shorter. Characters. */
const MAX_OPTION_LENGTH = 64;

interface Wanted<T> {
  /** Which class, and which use of it: two that differ here are different for the same options. */
  kind: string;
  /** Absent: the document's. */
  locale: Value;
  /** All that `make` depends on besides the locale. */
  options?: readonly Value[];
  /** What making it counts as. */
  steps?: number;
  /** @throws TagFault for an option that can't be used. */
  make: (locale: string) => T;
}

/**
 * @returns what `make` makes, the same object for the same options.
 * @throws TagFault when an option can't be used.
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
 * @returns the language that a filter is to use: the document's, when its `locale` is not given.
 * @throws TagFault for a language that nobody knows: its text would be written as in English.
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

function keyOf(option: Value): string {
  if (option === undefined || option === null) return '';
  if (typeof option === 'object') throw new TagFault(`has ${kindOf(option)} as an option of a filter`);
  const text = String(option);
  if (text.length > MAX_OPTION_LENGTH) throw new TagFault('has an option of a filter that is too long');
  return typeof option === 'string' ? `"${text}` : text;
}

/** @returns a language that `Intl` has: it would take that of the machine for others, and so print otherwise elsewhere. */
const languageTag = (language: string): string => supportedTag(language) ?? DEFAULT_LOCALE;
