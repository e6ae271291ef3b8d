/** How values are written for people: language, time zone and translations of one request. */

export type Translations = Readonly<Record<string, unknown>>;

export interface FormatSettings {
  /** BCP 47. Absent: the document's own language decides. */
  readonly locale?: string | undefined;
  /** IANA; UTC unless given. */
  readonly timeZone?: string | undefined;
  /** By language, then by text. */
  readonly translations?: Translations | undefined;
}

const DEFAULT_LOCALE = 'en';

export class Formats {
  readonly timeZone: string;
  readonly translations: Translations;
  /** What `now` is for all parts of a document, however often they are filled. Milliseconds since the epoch. */
  readonly now = Date.now();
  private known: string | undefined;

  constructor(settings: FormatSettings = {}) {
    this.known = settings.locale;
    this.timeZone = settings.timeZone ?? 'UTC';
    this.translations = settings.translations ?? {};
  }

  get locale(): string {
    return this.known ?? DEFAULT_LOCALE;
  }

  /** Whether the request named it, or it was learned. */
  get hasLocale(): boolean {
    return this.known !== undefined;
  }

  /** @param language of the document, which counts when the request names no locale; what `Intl` does not know is no locale. */
  learnLocale(language: string | undefined): void {
    this.known ??= knownLocale(language);
  }
}

function knownLocale(language = ''): string {
  try {
    const [locale] = Intl.getCanonicalLocales(language.trim().replaceAll('_', '-'));
    return locale ?? DEFAULT_LOCALE;
  } catch {
    return DEFAULT_LOCALE;
  }
}
