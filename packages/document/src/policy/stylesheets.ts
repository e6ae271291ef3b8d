/**
 * Style sheets that a document names: those of `link` and `@import` are put into the document, each where its `link` stood or before the
 * sheet that imports it, so that the cascade is the author's.
 */
import { createHash } from 'node:crypto';
import { type CSSToken, TokenType, tokenize } from '@csstools/css-tokenizer';
import { LRUCache } from 'lru-cache';
import type { CssImport } from '../css/imports.js';
import { PageRules } from '../css/page-rules.js';
import { type ScannedCss, scanCss } from '../css/scan.js';
import { Brackets, type CssRange, isBlank, lower } from '../css/tokens.js';
import { type DocumentFiles, type FileContent, pathOf, ROOT } from '../files.js';
import type { FontFamilies } from '../fonts/families.js';
import { isMediaForPaper } from './element-rules.js';
import type { SourceText } from './explain.js';
import type { Findings } from './findings.js';
import { FontFallbackNotes } from './font-fallback.js';
import { cssSubject, cssViolation, type Span, type Subject } from './violation.js';

/** The sheets of a document: each occurrence counts. */
export const MAX_SHEETS = 50;
/** How deep sheets may import others. */
export const MAX_IMPORT_DEPTH = 3;

/** What came of a sheet's URL: its text, or why there is none, a phrase that follows the name of the place. */
export type SheetContent = { readonly text: string } | { readonly fault: string };

/** What a document may have besides itself. */
export interface DocumentResources {
  readonly files: DocumentFiles;
  readonly families: FontFamilies;
  /** @returns undefined for a sheet that has to be fetched. The same for the same URL during one check. */
  fetched(url: string): SheetContent | undefined;
}

/** A sheet to be put in: it loads nothing, and what it opens it closes. */
export interface InlinedSheet {
  readonly css: string;
  /** A list of media queries; empty for all. */
  readonly media: string;
}

/** A sheet without what it would load, and what was found in it. */
interface CheckedSheet extends ScannedCss, Pick<PageRules, 'ownMargins'> {
  readonly fonts: FontFallbackNotes;
}

interface Place {
  /** The absolute URL of the sheet that names another; of the document. */
  readonly base: string;
  readonly depth: number;
  readonly media: readonly string[];
  /** For messages: "`link` `href`", "`@import`". */
  readonly subject: Subject;
}

/** The document's own place is the root of its files. */
const DOCUMENT = ROOT;

/** Frameworks come again and again: scanning one takes some ten milliseconds. */
const checkedSheets = new LRUCache<string, CheckedSheet>({
  maxSize: 32 * 1024 * 1024,
  // A resource or a family that is noted takes as much as some hundred characters.
  sizeCalculation: ({ css, resources, stacks, fontLists, replacedFaces }) =>
    css.length +
    replacedFaces.reduce((sum, { files }) => sum + files.join('').length, 0) +
    300 * (1 + resources.length + stacks.length + fontLists.size),
});

export class Stylesheets {
  /** URLs that have to be fetched. */
  readonly wanted = new Set<string>();
  /** Of all that were put in. */
  readonly atRules = new Set<string>();
  readonly fonts = new FontFallbackNotes();
  private count = 0;

  constructor(
    private readonly resources: DocumentResources,
    private readonly options: {
      findings: Findings;
      pageRules: PageRules;
      /** Gets the texts of the sheets, by the names that messages give them. */
      sources: Record<string, SourceText>;
    },
  ) {}

  /** @returns the sheet of a `link`, behind those that it imports. */
  linked(href: string, media: string, subject: Subject): InlinedSheet[] {
    return this.named(href, { base: DOCUMENT, depth: 0, media: media === '' ? [] : [media], subject });
  }

  /** @param media of the element. @returns what a sheet of the document imports. */
  imported(imports: readonly CssImport[], media: string, subjectOf: (range: CssRange) => Subject): InlinedSheet[] {
    const medias = media === '' ? [] : [media];
    return imports.flatMap((rule) =>
      this.import(rule, { base: DOCUMENT, depth: 1, media: medias, subject: subjectOf(rule) }),
    );
  }

  private import({ target, conditions }: CssImport, place: Place): InlinedSheet[] {
    const parsed = conditionsOf(conditions);
    if (parsed === undefined) return [];
    const { around } = parsed;
    const media = parsed.media === '' ? place.media : [...place.media, parsed.media];
    if (!media.every(isMediaForPaper)) return [];
    const inner = this.named(target, { ...place, media });
    if (around.length === 0) return inner;
    const { counts } = this.options.findings;
    counts.add('importedCharacters', inner.length * conditions.length);
    if (counts.isOver('importedCharacters')) return [];
    return inner.map(({ css, ...rest }) => ({
      ...rest,
      css: around.reduceRight((text, condition) => `${condition}{${text}}`, css),
    }));
  }

  private named(reference: string, place: Place): InlinedSheet[] {
    const found = this.find(reference, place);
    if (found === undefined) return [];
    if ('fault' in found) {
      const { fault } = found;
      this.options.findings.add({ kind: 'style', code: 'style_blocked', subject: place.subject, fault });
      return [];
    }
    const { name, url, text } = found;
    const { counts } = this.options.findings;
    counts.add('importedCharacters', text.length + place.media.reduce((sum, query) => sum + query.length, 0));
    if (counts.isOver('importedCharacters')) return [];
    this.options.sources[name] = text;
    const sheet = this.checked(text);
    const spanOf = ({ start, end }: CssRange): Span => ({ field: name, start, end });
    if (sheet.fault) throw cssViolation(sheet.fault, { name: 'CSS', span: spanOf(sheet.fault) });
    this.options.findings.addCss(sheet, (what, range) => cssSubject(what, 'CSS', spanOf(range)), url);
    for (const rule of sheet.atRules) this.atRules.add(rule);
    this.fonts.addCss(sheet.fonts);
    this.options.pageRules.ownMargins ||= sheet.ownMargins;
    const { depth, media } = place;
    const imports = sheet.imports.flatMap((rule) =>
      this.import(rule, { base: url, depth: depth + 1, media, subject: cssSubject('@import', 'CSS', spanOf(rule)) }),
    );
    return [...imports, ...withMedia(`${sheet.css}${sheet.closers}`, media)];
  }

  /** @returns undefined for a sheet that is not there yet, or nothing to speak of. */
  private find(
    reference: string,
    { base, depth }: Place,
  ): { name: string; url: string; text: string } | { fault: string } | undefined {
    const address = addressOf(reference, base);
    if ('fault' in address) return address;
    const { url, path } = address;
    if (path === undefined && hasAllFonts(url, this.resources.families)) return undefined;
    if (depth > MAX_IMPORT_DEPTH)
      return { fault: `is not followed: sheets import others ${MAX_IMPORT_DEPTH} levels deep at most` };
    this.count += 1;
    if (this.count > MAX_SHEETS) return { fault: `is one sheet too many; a document may have ${MAX_SHEETS}` };
    if (path !== undefined) {
      const content = this.resources.files.at(path);
      return content === undefined ? { fault: notSent(path) } : { name: quoted(path), url, text: decoded(content) };
    }
    const content = this.resources.fetched(url);
    if (content === undefined) {
      this.wanted.add(url);
      return undefined;
    }
    return 'fault' in content ? content : { name: quoted(url), url, text: content.text };
  }

  private checked(text: string): CheckedSheet {
    const { changes } = this.options.pageRules;
    const { families } = this.resources;
    const digest = createHash('sha256').update(text).digest('hex');
    const key = `${JSON.stringify(changes)} ${families.key} ${digest}`;
    const known = checkedSheets.get(key);
    if (known !== undefined) return known;
    const source = `s${digest.slice(0, 16)}-`;
    const addresses = new Map<string, string>();
    const issue: Findings['issue'] = ({ target, family }) => {
      const resource = family === undefined ? ` ${target}` : family.toLowerCase();
      const address = addresses.get(resource) ?? `https://${source}${addresses.size + 1}.invalid/`;
      addresses.set(resource, address);
      return address;
    };
    const scan = scanCss(text, { issue, hasFont: families.has });
    const fonts = new FontFallbackNotes();
    fonts.css(text);
    const pageRules = new PageRules(changes);
    const css = pageRules.edit(scan.css);
    const sheet = { ...scan, css, fonts, ownMargins: pageRules.ownMargins };
    checkedSheets.set(key, sheet);
    return sheet;
  }
}

function addressOf(reference: string, base: string): { url: string; path?: string } | { fault: string } {
  const url = URL.canParse(reference, base) ? new URL(reference, base) : undefined;
  if (url === undefined || reference.trim() === '') return { fault: 'is no valid address of a sheet' };
  url.hash = '';
  const path = pathOf(url.href);
  if (path !== undefined) return { url: url.href, path };
  if (url.protocol === 'https:' && url.username === '' && url.password === '') return { url: url.href };
  if (url.protocol === 'http:') return { fault: 'uses `http:`; sheets are fetched by `https:` only' };
  return { fault: 'is not loaded; a sheet needs an `https:` URL, or a place in `files`' };
}

const notSent = (path: string): string => `is not loaded: send the sheet in \`files\`, as ${quoted(path)}`;

const quoted = (name: string): string =>
  `\`${name.length > 200 ? `${name.slice(0, 200)}…` : name.replaceAll('`', "'")}\``;

/** A text is decoded already; bytes say their charset themselves, or are UTF-8. */
function decoded(content: FileContent): string {
  if (typeof content === 'string') return content;
  return sheetText(Buffer.from(content.base64, 'base64'), undefined);
}

/**
 * Decodes a sheet as browsers do.
 *
 * @param charset of its `Content-Type`, if it has one.
 */
export function sheetText(bytes: Uint8Array, charset: string | undefined): string {
  const written = /^@charset "([^"]{1,40})";/.exec(Buffer.from(bytes.subarray(0, 60)).toString('latin1'))?.[1];
  for (const label of [charset, written]) {
    try {
      if (label !== undefined) return new TextDecoder(label).decode(bytes);
    } catch {
      // an unknown charset is none
    }
  }
  return new TextDecoder().decode(bytes);
}

const FONT_SERVICES = /^https:\/\/(?:fonts\.googleapis\.com|fonts\.bunny\.net)\/css2?\?/;
/** Sheets of icons hold classes besides. */
const ICONS = /^material (?:icons|symbols)/i;

/** Whether a font service is asked for families only that the service has itself: the sheet would hold nothing else. */
function hasAllFonts(url: string, families: FontFamilies): boolean {
  if (!FONT_SERVICES.test(url)) return false;
  const names = new URL(url).searchParams.getAll('family').flatMap((value) => value.split('|'));
  const isPlainFont = (name: string): boolean => families.has(name) && !ICONS.test(name);
  return names.length > 0 && names.every((name) => isPlainFont(name.split(':', 1)[0] ?? ''));
}

/** What an `@import` says behind its address; nothing when that is no valid condition. */
function conditionsOf(text: string): { media: string; around: string[] } | undefined {
  if (text === '') return { media: '', around: [] };
  // Conditions load nothing, and end nothing of what is around them.
  const { css } = scanCss(text, { issue: () => 'https://none.invalid/', hasFont: () => false });
  if (/[{};@]/.test(css)) return undefined;
  const tokens = tokenize({ css });
  const around: string[] = [];
  let at = 0;
  const skipBlanks = (): void => {
    while (tokens[at] !== undefined && isBlank(tokens[at] as CSSToken)) at += 1;
  };
  skipBlanks();
  for (const name of ['layer', 'supports']) {
    const token = tokens[at];
    if (token?.[0] === TokenType.Ident && name === 'layer' && lower(token[4].value) === name) {
      around.push('@layer');
      at += 1;
    } else if (token?.[0] === TokenType.Function && lower(token[4].value) === name) {
      const [from, to] = [at + 1, endOf(tokens, at)];
      if (to === undefined) return undefined;
      const inner = css.slice(tokens[from]?.[2], tokens[to]?.[2]);
      around.push(
        name === 'layer' ? `@layer ${inner}` : `@supports ${/^\s*[\w-]+\s*:/.test(inner) ? `(${inner})` : inner}`,
      );
      at = to + 1;
    }
    skipBlanks();
  }
  const next = tokens[at];
  const isOver = next === undefined || next[0] === TokenType.EOF;
  return { media: isOver ? '' : css.slice(next[2]).trim(), around };
}

/** @returns the index of the bracket that closes what opens at an index. */
function endOf(tokens: readonly CSSToken[], from: number): number | undefined {
  const brackets = new Brackets();
  for (let at = from; at < tokens.length; at++) {
    brackets.read(tokens[at] as CSSToken);
    if (brackets.depth === 0) return at;
  }
  return undefined;
}

/** Of several queries all have to match: each but the last becomes a rule around. */
function withMedia(css: string, queries: readonly string[]): InlinedSheet[] {
  const around = queries.slice(0, -1);
  if (around.some((query) => /[{};@\\]/.test(query))) return [];
  return [{ css: around.reduceRight((text, query) => `@media ${query}{${text}}`, css), media: queries.at(-1) ?? '' }];
}
