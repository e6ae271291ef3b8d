/**
 * An account's own fonts in one of its documents: rules that the service adds when the document has been checked, at addresses
 * that nobody but this document's page can know, answered by the request guard.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { StoredFont } from '@toolpress/contract';
import { type FontFamilies, OUR_FAMILIES, type Report } from '@toolpress/document';
import type { RenderContext } from '@toolpress/queue';
import type { FontFiles } from './font-files.js';

/** The fonts that a page may load. */
export interface LoadableFonts {
  /** How many faces the documents begin with. */
  readonly count: number;
  /** @returns the file at an address; undefined for one that is none of these. @throws when it can't be had. */
  read(address: string): Promise<LoadedFont> | undefined;
  /** Told which of the faces, in their order, the browser did not take. */
  onRejected(faces: readonly number[]): void;
}

export interface LoadedFont {
  type: string;
  bytes: Buffer;
}

/** Fonts of one account, for one document. */
export class OwnFonts implements LoadableFonts {
  private readonly secret = randomBytes(12).toString('hex');
  private readonly fonts: readonly StoredFont[];
  /** Those of every installation included. */
  readonly families: FontFamilies;
  /** Those that the document may name. */
  private named: readonly StoredFont[] = [];
  private rejected = new Set<StoredFont>();

  private constructor(
    private readonly accountId: string,
    fonts: readonly StoredFont[],
    private readonly files: FontFiles,
  ) {
    // Of two faces that are alike the last one is used first: not to be Redis' chance.
    this.fonts = [...fonts].sort((one, other) => (one.name < other.name ? -1 : 1));
    const own = new Set(fonts.map(({ family }) => family.toLowerCase()));
    this.families = {
      // Of the same length for all: what is cached under it and a text must not be found by another text.
      key: createHash('sha256')
        .update(JSON.stringify([...own].sort()))
        .digest('hex'),
      has: (family) => own.has(family.toLowerCase()) || OUR_FAMILIES.has(family),
    };
  }

  /** Whether the account has a family itself. */
  has(family: string): boolean {
    return this.fonts.some((font) => font.family.toLowerCase() === family.toLowerCase());
  }

  /** @returns nothing for an account that has none. */
  static of({ accountId, fonts }: Pick<RenderContext, 'accountId' | 'fonts'>, files: FontFiles): OwnFonts | undefined {
    return fonts.length === 0 ? undefined : new OwnFonts(accountId, fonts, files);
  }

  /**
   * Finds the fonts that a document may name. Without all words of its name there is no name; more than these are found, which is
   * no harm: the browser loads what it prints with.
   *
   * @param html of the document, as the browser gets it.
   * @param fragments of HTML, as they were sent.
   */
  lookIn(html: string, fragments: readonly string[]): void {
    const lower = [html, ...fragments].map((text) => text.toLowerCase());
    // By which CSS, and HTML as it is sent, can write a name otherwise.
    const hasEscapes = html.includes('\\') || fragments.some((text) => /[\\&]/.test(text));
    const isThere = (word: string): boolean => lower.some((text) => text.includes(word));
    this.named = this.fonts.filter(({ family }) => hasEscapes || wordsOf(family).every(isThere));
  }

  get count(): number {
    return this.named.length;
  }

  /** The element to begin a document's head with; empty when it names none. */
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

  read(address: string): Promise<LoadedFont> | undefined {
    const font = this.named.find((_, index) => this.addressOf(index) === address);
    return font && this.load(font);
  }

  private async load(font: StoredFont): Promise<LoadedFont> {
    return { type: `font/${font.format}`, bytes: await this.files.read(this.accountId, font) };
  }

  onRejected(faces: readonly number[]): void {
    for (const index of faces) if (this.named[index]) this.rejected.add(this.named[index]);
  }

  /** What is printed with another font instead. */
  reports(): Report[] {
    return [...this.rejected].map(({ name, family }) => ({
      kind: 'style',
      code: 'font_unavailable',
      message: `Your font \`${name}\` of the family ${family} is not printed: the browser refuses its file. Export it anew, or convert it to WOFF2, and send it to \`PUT /api/fonts/${name}\`.`,
    }));
  }
}

const wordsOf = (family: string): string[] => family.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** In a string of CSS, in an element of HTML. */
const escaped = (text: string): string =>
  text.replace(/[^\p{L}\p{N} -]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
