/** How values are written for people: language, time zone and translations of one request. */
import { LRUCache } from 'lru-cache';

export type Translations = Readonly<Record<string, unknown>>;

export interface FormatSettings {
  /** BCP 47. Absent: the document's own language decides. */
  readonly locale?: string | undefined;
  /** IANA; UTC unless given. */
  readonly timeZone?: string | undefined;
  /** By language, then by text. */
  readonly translations?: Translations | undefined;
}

export const DEFAULT_LOCALE = 'en';

export interface LearnedFormats {
  readonly now: number;
  readonly known: string | undefined;
  readonly isSupported: boolean;
  readonly isUsed: boolean;
}

export class Formats {
  readonly timeZone: string;
  readonly translations: Translations;
  /** What `now` is for all parts of a document, however often they are filled. Milliseconds since the epoch. */
  readonly now: number;
  private known: string | undefined;
  private isSupported = true;
  private isUsed = false;

  /** @param learned by another thread, which has filled texts of the same document. */
  constructor(settings: FormatSettings = {}, learned?: LearnedFormats) {
    this.now = learned?.now ?? Date.now();
    if (learned !== undefined) {
      this.known = learned.known;
      this.isSupported = learned.isSupported;
      this.isUsed = learned.isUsed;
    }
    if (settings.locale !== undefined) this.learnLocale(settings.locale);
    this.timeZone = settings.timeZone ?? 'UTC';
    this.translations = settings.translations ?? {};
  }

  /** For another thread. */
  get learned(): LearnedFormats {
    const { now, known, isSupported, isUsed } = this;
    return { now, known, isSupported, isUsed };
  }

  get locale(): string {
    return this.known ?? DEFAULT_LOCALE;
  }

  /** Whether the request named it, or it was learned. */
  get hasLocale(): boolean {
    return this.known !== undefined;
  }

  /** @param language of the document, which counts when the request names no locale; a text that is no language tag counts as English. */
  learnLocale(language = ''): void {
    if (this.known !== undefined) return;
    this.known = canonical(language) ?? DEFAULT_LOCALE;
    this.isSupported = language.trim() === '' || supportedTag(language) !== undefined;
  }

  /** Takes note that something is written in the language. @returns a language that `Intl` has. */
  toFormatIn(): string {
    this.isUsed = true;
    return this.isSupported ? this.locale : DEFAULT_LOCALE;
  }

  /** Whether something was written as in English because `Intl` has no such language. */
  get fallsBack(): boolean {
    return this.isUsed && !this.isSupported;
  }
}

/** @returns the tag of a language that `Intl` has: `de_DE` is `de-DE` there. */
export function supportedTag(language: string): string | undefined {
  if (language.length > MAX_TAG_LENGTH) return undefined;
  let supported = supportedTags.get(language);
  if (supported === undefined) {
    supported = { tag: findSupported(language) };
    supportedTags.set(language, supported);
  }
  return supported.tag;
}

/** `Intl` takes longer to answer than most documents to be filled. */
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
