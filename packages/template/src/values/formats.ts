/** The language, time zone and translations of a request. */
import { LRUCache } from 'lru-cache';

export type Translations = Readonly<Record<string, unknown>>;

export interface FormatSettings {
  /** A BCP 47 language tag. Defaults to the document's language. */
  readonly locale?: string | undefined;
  /** An IANA time zone. Defaults to UTC. */
  readonly timeZone?: string | undefined;
  /** Translations by language, then by text. */
  readonly translations?: Translations | undefined;
}

export const DEFAULT_LOCALE = 'en';

export class Formats {
  readonly timeZone: string;
  readonly translations: Translations;
  /** The time of `now` for all parts of a document, in milliseconds since the epoch. */
  readonly now = Date.now();
  private known: string | undefined;
  private isSupported = true;
  private isUsed = false;

  constructor(settings: FormatSettings = {}) {
    if (settings.locale !== undefined) this.learnLocale(settings.locale);
    this.timeZone = settings.timeZone ?? 'UTC';
    this.translations = settings.translations ?? {};
  }

  get locale(): string {
    return this.known ?? DEFAULT_LOCALE;
  }

  /** Whether the locale is known, from the request or the document. */
  get hasLocale(): boolean {
    return this.known !== undefined;
  }

  /** Sets the locale if it is not known yet. @param language the document's. An invalid language tag counts as English. */
  learnLocale(language = ''): void {
    if (this.known !== undefined) return;
    this.known = canonical(language) ?? DEFAULT_LOCALE;
    this.isSupported = language.trim() === '' || supportedTag(language) !== undefined;
  }

  /** Records that the language is used. Returns a language that `Intl` supports. */
  toFormatIn(): string {
    this.isUsed = true;
    return this.isSupported ? this.locale : DEFAULT_LOCALE;
  }

  /** Whether a value was formatted as in English because `Intl` does not support the language. */
  get fallsBack(): boolean {
    return this.isUsed && !this.isSupported;
  }
}

/** Returns the tag of a language that `Intl` supports: `de-DE` for `de_DE`. */
export function supportedTag(language: string): string | undefined {
  if (language.length > MAX_TAG_LENGTH) return undefined;
  let supported = supportedTags.get(language);
  if (supported === undefined) {
    supported = { tag: findSupported(language) };
    supportedTags.set(language, supported);
  }
  return supported.tag;
}

/** A cache: `Intl` takes longer than filling most documents. */
const supportedTags = new LRUCache<string, { tag: string | undefined }>({ max: 200 });
/** Characters. */
const MAX_TAG_LENGTH = 100;

function findSupported(language: string): string | undefined {
  try {
    return Intl.NumberFormat.supportedLocalesOf([withDashes(language)])[0];
  } catch {
    return undefined;
  }
}

function canonical(language: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(withDashes(language))[0];
  } catch {
    return undefined;
  }
}

const withDashes = (language: string): string => language.trim().replaceAll('_', '-');
