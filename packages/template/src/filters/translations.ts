/** Looks up texts in the translations of a request. */
import type { Formats, Translations } from '../values/formats.js';
import { property, type Value } from '../values/values.js';

/** The texts of a language by key. */
type Texts = Value;

/** The translations of each request by language, in lower case. */
const byLanguage = new WeakMap<Translations, ReadonlyMap<string, Texts>>();

function languagesOf(translations: Translations): ReadonlyMap<string, Texts> {
  let languages = byLanguage.get(translations);
  if (languages === undefined) {
    languages = new Map(Object.entries(translations).map(([name, texts]) => [nameOf(name), texts as Texts]));
    byLanguage.set(translations, languages);
  }
  return languages;
}

const nameOf = (language: string): string => language.toLowerCase().replaceAll('_', '-');

/**
 * @param key the text, or names of nested objects with dots between them.
 * @returns the translation of the language, or of the language without its region; undefined if there is none.
 */
export function translationOf(key: string, locale: string, { translations }: Pick<Formats, 'translations'>): Value {
  const languages = languagesOf(translations);
  for (
    let language = nameOf(locale);
    language !== '';
    language = language.slice(0, Math.max(language.lastIndexOf('-'), 0))
  ) {
    const texts = languages.get(language);
    const found = property(texts, key) ?? nested(texts, key);
    if (found !== undefined && found !== null) return found;
  }
  return undefined;
}

/** The largest length of a key that is a path, in characters. Longer keys are sentences. */
const MAX_PATH_LENGTH = 200;

function nested(texts: Texts, key: string): Value {
  if (key.length > MAX_PATH_LENGTH || !key.includes('.')) return undefined;
  let value = texts;
  for (const name of key.split('.')) value = property(value, name);
  return value;
}
