/**
 * The account's own fonts in a document. The service adds `@font-face` rules after the check. Small fonts are put into the document. The
 * addresses of others are secrets of this document's page, and the request guard answers them.
 */
import { createHash, randomBytes } from 'node:crypto';
import { ServiceError, type StoredFont } from '@toolpress/contract';
import { type FontFamilies, OUR_FAMILIES, type Report } from '@toolpress/document';
import type { FileStore } from '@toolpress/storage';
import { LRUCache } from 'lru-cache';

/** The fonts that a page may load. */
export interface LoadableFonts {
  /** The number of faces at the beginning of the documents. */
  readonly count: number;
  /** Whether they are in the documents, so that the browser requests nothing. */
  readonly areInline: boolean;
  /** Whether the browser need not be asked for them: all are in the documents, it has read their files before, and lays out with them immediately. */
  readonly areKnown: boolean;
  /** Returns a document with the fonts themselves in place of their addresses, if they are small. */
  into(html: string): string;
  /** The addresses of the fonts' files. */
  readonly addresses: readonly (readonly [address: string, font: StoredFont])[];
  /** Returns the file at an address; undefined for another address. @throws when the file is unavailable. */
  read(address: string): Promise<LoadedFont> | undefined;
  /** Called with the numbers of the faces that the browser refused. */
  onRejected(faces: readonly number[]): void;
  /** Called with the numbers of the faces that the browser can read. */
  onRead(faces: readonly number[]): void;
}

export interface LoadedFont {
  type: string;
  bytes: Buffer;
}

/** Returns whether an address belongs to a font of a document. Checked documents name no such address. */
export const isFontAddress = (address: string): boolean => /^https:\/\/font-\d+-[\da-f]{24}\.invalid\/$/.test(address);

/**
 * The largest size of fonts to put into a document, in bytes together. An intercepted request takes 9 ms of processor time longer, and a
 * remembered height needs a document that loads nothing.
 */
const MAX_INLINE_BYTES = 512 * 1024;

/**
 * Style sheets whose rules may apply on paper only: queries of sizes, margin boxes, and names with escapes. The browser may begin to read a
 * font when it prints, and prints blanks until it has read it.
 */
const ON_PAPER_ONLY = /\bmedia\b[^{}>]{0,1000}\(|@(?:container|top|bottom|left|right|[\w-]*\\)/i;

/** The digests of files that the browser has read. */
const readable = new LRUCache<string, true>({ max: 5_000 });

/** The fonts of one account, for one document. */
export class OwnFonts implements LoadableFonts {
  private readonly secret = randomBytes(12).toString('hex');
  private readonly fonts: readonly StoredFont[];
  /** The known families, including those of every installation. */
  readonly families: FontFamilies;
  /** The fonts that the document may name. */
  private named: readonly StoredFont[] = [];
  private rejected = new Set<StoredFont>();
  /** The `data:` addresses of the named fonts; empty if they stay at their addresses. */
  private inline: readonly string[] = [];
  /** Whether they may be used on paper only. */
  private mayBeLate = false;

  /**
   * @param fonts of the account.
   * @param readFile returns the file of a font. @throws when it is unavailable.
   */
  constructor(
    fonts: readonly StoredFont[],
    private readonly readFile: (font: StoredFont) => Promise<Buffer>,
  ) {
    // Browsers prefer the last of two equal faces. The order must not depend on Redis.
    this.fonts = [...fonts].sort((one, other) => (one.name < other.name ? -1 : 1));
    const own = new Set(fonts.map(({ family }) => family.toLowerCase()));
    this.families = {
      // A digest has a fixed length, so that a cache key made of it and a text can't match another text.
      key: createHash('sha256')
        .update(JSON.stringify([...own].sort()))
        .digest('hex'),
      has: (family) => own.has(family.toLowerCase()) || OUR_FAMILIES.has(family),
    };
  }

  /** Returns whether the account has a family itself. */
  has(family: string): boolean {
    return this.fonts.some((font) => font.family.toLowerCase() === family.toLowerCase());
  }

  /**
   * Finds the fonts that a document may name: those whose names have only words of the document. It may find too many, which is harmless,
   * because the browser loads only fonts that it prints with.
   *
   * @param html the document for the browser.
   * @param fragments HTML as it was sent.
   */
  lookIn(html: string, fragments: readonly string[]): void {
    this.inline = [];
    const lower = [html, ...fragments].map((text) => text.toLowerCase());
    // With escapes, CSS and HTML can write a name differently.
    const hasEscapes = html.includes('\\') || fragments.some((text) => /[\\&]/.test(text));
    const isThere = (word: string): boolean => lower.some((text) => text.includes(word));
    this.named = this.fonts.filter(({ family }) => hasEscapes || wordsOf(family).every(isThere));
    this.mayBeLate = this.count > 0 && [html, ...fragments].some((text) => ON_PAPER_ONLY.test(text));
  }

  /** Reads the files that are put into the document. An unavailable file matters only when the browser requests it. */
  async fetch(): Promise<true> {
    this.inline = [];
    const bytes = this.named.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
    if (this.count === 0 || bytes > MAX_INLINE_BYTES) return true;
    const loaded = await Promise.all(this.named.map((font) => this.load(font))).catch(() => []);
    this.inline = loaded.map(({ type, bytes: file }) => `data:${type};base64,${file.toString('base64')}`);
    return true;
  }

  get areInline(): boolean {
    return this.inline.length > 0;
  }

  get areKnown(): boolean {
    return this.areInline && !this.mayBeLate && this.named.every(({ sha256 }) => readable.has(sha256));
  }

  into(html: string): string {
    if (!this.areInline) return html;
    const addresses = new RegExp(`https://font-(\\d+)-${this.secret}\\.invalid/`, 'g');
    return html.replace(addresses, (_, index: string) => this.inline[Number(index)] ?? '');
  }

  /** The fonts for `PrintWork`. */
  get work(): { ownFonts?: LoadableFonts } {
    return this.count > 0 ? { ownFonts: this } : {};
  }

  get count(): number {
    return this.named.length;
  }

  /** The element for the beginning of the document's head; empty if it names no font. */
  get style(): string {
    if (this.count === 0) return '';
    return `<style>${this.named.map((font, index) => this.rule(font, index)).join('')}</style>`;
  }

  private rule({ family, weight, style }: StoredFont, index: number): string {
    const source = `url("${this.addressOf(index)}")`;
    return `@font-face{font-family:"${escaped(family)}";font-weight:${weight};font-style:${style};font-display:block;src:${source}}`;
  }

  private addressOf(index: number): string {
    return `https://font-${index}-${this.secret}.invalid/`;
  }

  get addresses(): (readonly [address: string, font: StoredFont])[] {
    return this.named.map((font, index) => [this.addressOf(index), font]);
  }

  read(address: string): Promise<LoadedFont> | undefined {
    const font = this.named.find((_, index) => this.addressOf(index) === address);
    return font && this.load(font);
  }

  private async load(font: StoredFont): Promise<LoadedFont> {
    return { type: `font/${font.format}`, bytes: await this.readFile(font) };
  }

  onRejected(faces: readonly number[]): void {
    for (const index of faces) if (this.named[index]) this.rejected.add(this.named[index]);
  }

  onRead(faces: readonly number[]): void {
    for (const index of faces) if (this.named[index]) readable.set(this.named[index].sha256, true);
  }

  /** Returns warnings about fonts that the browser refused. */
  reports(): Report[] {
    return [...this.rejected].map(({ name, family }) => ({
      kind: 'style',
      code: 'font_unavailable',
      message: `Your font \`${name}\` of the family ${family} is not printed: the browser refuses its file. Export it again, or convert it to WOFF2, and send it to \`PUT /api/fonts/${name}\`.`,
    }));
  }
}

const wordsOf = (family: string): string[] => family.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Escapes a text for a CSS string in an HTML element. */
const escaped = (text: string): string =>
  text.replace(/[^\p{L}\p{N} -]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);

const KEPT_BYTES = 64 * 1024 * 1024;

/** The files of accounts' own fonts in the store. Recently used files are cached in memory. */
export class FontFiles {
  /** The cached files by account and digest, so that an unchanged font that is uploaded again is found. */
  private readonly kept = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (bytes) => bytes.length,
  });

  constructor(private readonly store: Pick<FileStore, 'readKept'>) {}

  /**
   * Reads a font's file.
   *
   * @param font of the account, as Redis had it when the job started.
   * @throws ServiceError `unavailable` when the store is unavailable, or when the font was replaced or deleted meanwhile. The job is retried.
   */
  async read(accountId: string, { name, file, sha256 }: StoredFont): Promise<Buffer> {
    const key = `${accountId}/${sha256}`;
    const kept = this.kept.get(key);
    if (kept !== undefined) return kept;
    const bytes = await this.store.readKept(file);
    if (bytes === undefined || createHash('sha256').update(bytes).digest('hex') !== sha256) throw gone(name);
    this.kept.set(key, bytes);
    return bytes;
  }
}

const gone = (name: string): ServiceError =>
  new ServiceError('unavailable', `The file of your font \`${name}\` is not in the file store; send it again.`);
