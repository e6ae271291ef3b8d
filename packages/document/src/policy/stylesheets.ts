/**
 * Inserts the style sheets of `link` and `@import` into the document, each at its `link` or before the style sheet that imports it,
 * so that the cascade stays the same.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CssImport } from '../css/imports.js';
import { type PageChanges, PageRules } from '../css/page-rules.js';
import { scanCss } from '../css/scan.js';
import type { CssScanRules, ScannedCss } from '../css/scanned-css.js';
import type { CssRange } from '../css/tokens.js';
import { type DocumentFiles, pathOf, ROOT } from '../files.js';
import type { FontFamilies } from '../fonts/families.js';
import { FOREIGN_TAG, FOREIGN_TAG_FAULT } from '../images/address.js';
import { readDataUrl } from '../images/data-url.js';
import { isMediaForPaper } from './element-rules.js';
import type { SourceText } from './explain.js';
import { type Findings, PRINT_MARK } from './findings.js';
import { FontFallbackNotes } from './font-fallback.js';
import { conditionsOf, decoded, type InlinedSheet, withMedia } from './sheet-text.js';
import { cssSubject, cssViolation, type Span, type Subject } from './violation.js';

/** The largest number of style sheets. Each occurrence counts. */
export const MAX_SHEETS = 50;
/** The largest depth of imports. */
export const MAX_IMPORT_DEPTH = 3;

/** The result of fetching a style sheet: its text, or the fault as a predicate for messages. */
export type SheetContent = { readonly text: string } | { readonly fault: string };

/** The resources of a document. */
export interface DocumentResources {
  readonly files: DocumentFiles;
  readonly families: FontFamilies;
  /** Returns a fetched style sheet; undefined if it must be fetched. Returns the same for a URL during one check. */
  fetched(url: string): SheetContent | undefined;
}

/** A checked style sheet with its findings. */
interface CheckedSheet extends ScannedCss, Pick<PageRules, 'ownMargins'> {
  readonly fonts: FontFallbackNotes;
}

interface Place {
  /** The absolute URL of the importing style sheet or the document. */
  readonly base: string;
  readonly depth: number;
  readonly media: readonly string[];
  /** For messages: "`link` `href`", "`@import`". */
  readonly subject: Subject;
}

/** The document's own place is the root of its files. */
const DOCUMENT = ROOT;

/** A cache of checked style sheets: frameworks repeat, and scanning one takes about ten milliseconds. */
const checkedSheets = new LRUCache<string, CheckedSheet>({
  maxSize: 32 * 1024 * 1024,
  // A resource or a family takes as much memory as some hundred characters.
  sizeCalculation: ({ css, resources, stacks, fontLists, replacedFaces }) =>
    css.length +
    replacedFaces.reduce((sum, { files }) => sum + files.join('').length, 0) +
    300 * (1 + resources.length + stacks.length + fontLists.size),
});

/** The style sheets of one document. Most have none. */
export interface SheetsOfDocument {
  /** Set once the document links or imports one. */
  used?: Stylesheets;
  readonly all: () => Stylesheets;
}

export class Stylesheets {
  /** URLs that have to be fetched. */
  readonly wanted = new Set<string>();
  /** The at-rules of all inserted style sheets. */
  readonly atRules = new Set<string>();
  readonly fonts = new FontFallbackNotes();
  private count = 0;

  constructor(
    private readonly resources: DocumentResources,
    private readonly options: {
      findings: Findings;
      pageRules: PageRules;
      /** Collects the texts of the style sheets, by their names in messages. */
      sources: Record<string, SourceText>;
    },
  ) {}

  /** Returns the style sheet of a `link`, after those that it imports. */
  linked(href: string, media: string, subject: Subject): InlinedSheet[] {
    if (!this.mayRefer(1)) return [];
    return this.named(href, { base: DOCUMENT, depth: 0, media: media === '' ? [] : [media], subject });
  }

  /** Returns the imports of a style sheet of the document. @param media of the element. */
  imported(imports: readonly CssImport[], media: string, subjectOf: (range: CssRange) => Subject): InlinedSheet[] {
    if (!this.mayRefer(imports.length) || !isMediaForPaper(media)) return [];
    const medias = media === '' ? [] : [media];
    return imports.flatMap((rule) =>
      this.import(rule, { base: DOCUMENT, depth: 1, media: medias, subject: subjectOf(rule) }),
    );
  }

  /** Counts references. Returns whether they are few enough to be followed. */
  private mayRefer(references: number): boolean {
    const { counts } = this.options.findings;
    counts.add('sheetReferences', references);
    return !counts.isOver('sheetReferences');
  }

  private import({ target, conditions }: CssImport, place: Place): InlinedSheet[] {
    const parsed = conditionsOf(conditions);
    if (parsed === undefined || !isMediaForPaper(parsed.media)) return [];
    const { around } = parsed;
    const media = parsed.media === '' ? place.media : [...place.media, parsed.media];
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
    const sheet = this.resources.files.embeds ? this.checkedFor(text, url) : this.checked(text);
    const spanOf = ({ start, end }: CssRange): Span => ({ field: name, start, end });
    if (sheet.fault) throw cssViolation(sheet.fault, { name: 'CSS', span: spanOf(sheet.fault) });
    this.options.findings.addCss(sheet, (what, range) => cssSubject(what, 'CSS', spanOf(range)), url);
    for (const rule of sheet.atRules) this.atRules.add(rule);
    this.fonts.addCss(sheet.fonts);
    this.options.pageRules.ownMargins ||= sheet.ownMargins;
    const { depth, media } = place;
    if (!this.mayRefer(sheet.imports.length)) return [];
    const imports = sheet.imports.flatMap((rule) =>
      this.import(rule, { base: url, depth: depth + 1, media, subject: cssSubject('@import', 'CSS', spanOf(rule)) }),
    );
    return [...imports, ...withMedia(`${sheet.css}${sheet.closers}`, media)];
  }

  /** Finds a style sheet. Returns undefined if it must be fetched or is not needed. */
  private find(
    reference: string,
    { base, depth }: Place,
  ): { name: string; url: string; text: string } | { fault: string } | undefined {
    if (this.resources.files.embeds && /^\s*data:/i.test(reference)) return embeddedSheet(reference);
    const address = addressOf(reference, base);
    if ('fault' in address) return address;
    const { url, path } = address;
    if (path === undefined && hasAllFonts(url, this.resources.families)) return undefined;
    if (depth > MAX_IMPORT_DEPTH)
      return { fault: `is not followed: style sheets import others ${MAX_IMPORT_DEPTH} levels deep at most` };
    this.count += 1;
    if (this.count > MAX_SHEETS) return { fault: `is one style sheet too many; a document may have ${MAX_SHEETS}` };
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
    const digest = hash('sha256', text);
    const key = `${JSON.stringify(changes)} ${families.key} ${digest}`;
    const known = checkedSheets.get(key);
    if (known !== undefined) return known;
    const source = `${PRINT_MARK}-s${digest.slice(0, 16)}-`;
    const addresses = new Map<string, string>();
    const issue: Findings['issue'] = ({ target, family }) => {
      const resource = family === undefined ? ` ${target}` : family.toLowerCase();
      const address = addresses.get(resource) ?? `https://${source}${addresses.size + 1}.invalid/`;
      addresses.set(resource, address);
      return address;
    };
    const sheet = sheetOf(text, { issue, hasFont: families.has, withScripts: families.withScripts }, changes);
    checkedSheets.set(key, sheet);
    return sheet;
  }

  /** Checks a style sheet that may load files of this document. @param url of the style sheet. */
  private checkedFor(text: string, url: string): CheckedSheet {
    const { files, families } = this.resources;
    const { findings, pageRules } = this.options;
    const { has: hasFont, withScripts } = families;
    const rules = { issue: findings.issue, hasFont, withScripts, ...files.cssRules(url) };
    return sheetOf(text, rules, pageRules.changes);
  }
}

function sheetOf(text: string, rules: CssScanRules, changes: PageChanges): CheckedSheet {
  const scan = scanCss(text, rules);
  const fonts = new FontFallbackNotes();
  fonts.css(text);
  const pageRules = new PageRules(changes);
  const css = pageRules.edit(scan.css);
  return { ...scan, css, fonts, ownMargins: pageRules.ownMargins };
}

/** Returns the style sheet in a data URL. Nothing is relative to it. */
function embeddedSheet(reference: string): { name: string; url: string; text: string } | { fault: string } {
  const { type, bytes } = readDataUrl(reference.replace(/[\t\n\r]+/g, '').trim()) ?? {};
  if (bytes === undefined || !(type === 'text/css' || type === ''))
    return { fault: 'is a data URL without a style sheet' };
  return { name: '`data:`', url: 'data:,', text: bytes.toString() };
}

function addressOf(reference: string, base: string): { url: string; path?: string } | { fault: string } {
  if (FOREIGN_TAG.test(reference)) return { fault: FOREIGN_TAG_FAULT };
  const url = URL.canParse(reference, base) ? new URL(reference, base) : undefined;
  if (url === undefined || reference.trim() === '') return { fault: 'is not a valid address of a style sheet' };
  url.hash = '';
  const path = pathOf(url.href);
  if (path !== undefined) return { url: url.href, path };
  if (url.protocol === 'https:' && url.username === '' && url.password === '') return { url: url.href };
  if (url.protocol === 'http:') return { fault: 'uses `http:`; style sheets are loaded over `https:` only' };
  return {
    fault:
      'is not loaded; a style sheet needs an `https:` URL, or a path in `files`, or `embedded_resources: true` for a data URL',
  };
}

const notSent = (path: string): string => `is not loaded: send the style sheet in \`files\`, as ${quoted(path)}`;

const quoted = (name: string): string =>
  `\`${name.length > 200 ? `${name.slice(0, 200)}…` : name.replaceAll('`', "'")}\``;

const FONT_SERVICES = /^https:\/\/(?:fonts\.googleapis\.com|fonts\.bunny\.net)\/css2?\?/;
/** Icon fonts, whose style sheets also have classes. */
const ICONS = /^material (?:icons|symbols)/i;

/** Returns whether a URL of a font service asks only for families that this service has. */
function hasAllFonts(url: string, families: FontFamilies): boolean {
  if (!FONT_SERVICES.test(url)) return false;
  const names = new URL(url).searchParams.getAll('family').flatMap((value) => value.split('|'));
  const isPlainFont = (name: string): boolean => families.has(name) && !ICONS.test(name);
  return names.length > 0 && names.every((name) => isPlainFont(name.split(':', 1)[0] ?? ''));
}
