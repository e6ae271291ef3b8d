/** The findings of a check: content that is not printed as sent. */
import { randomBytes } from 'node:crypto';
import type { WarningCode } from '@toolpress/contract';
import { type FontStack, mayApply } from '../css/font-stacks.js';
import { AS_PRINTED, CONDITIONAL_CSS, IGNORED_CSS, type IgnoredCss, type IgnoredEntry } from '../css/ignored-css.js';
import type { PrintFeature } from '../css/print-css.js';
import { DRAWING_FUNCTIONS } from '../css/scan.js';
import type { CssResource, ReplacedFace, ScannedCss } from '../css/scanned-css.js';
import type { UsedString } from '../css/strings.js';
import type { TargetReference } from '../css/targets.js';
import type { CssRange } from '../css/tokens.js';
import { ROOT } from '../files.js';
import type { FontFamilies } from '../fonts/families.js';
import { Counts } from '../limits.js';
import { MAX_FRAMES } from './frames.js';
import type { Subject } from './violation.js';

/**
 * `content`: visible content is missing. `style`: the document looks different if the browser requests the address. `notice`: it may
 * look different than expected.
 */
export type FindingKind = 'content' | 'style' | 'notice';

export interface Finding {
  readonly kind: FindingKind;
  readonly code: WarningCode;
  readonly subject: Subject;
  /** The predicate of a sentence that begins with the subject, without a full stop. */
  readonly fault: string;
  /** Whether an attribute is empty. It matters only if a tag filled it: an attribute written empty is intended. */
  readonly isEmpty?: true;
  /** The finding matters only if the browser requests this address; with `print:`, if the print has this condition. */
  readonly address?: string;
  /** Whether it is about the document as a whole. */
  readonly isWhole?: true;
  /** The number of equal findings that it represents. The default is 1. */
  count?: number;
}

/** The largest number of findings of a kind that have no address. Those with addresses have the limits of their addresses. */
const MAX_KEPT = 10_000;
/** The largest number of notices that a document may repeat. */
const MAX_NOTICES = 1_000;

const MAX_STACKS = 1_000;
/** The largest size of HTML that is searched for names in selectors, in characters. */
const MAX_SEARCHED = 500_000;
/** A name, with the bracket of a start tag. */
const NAMES = /<?-?[a-z_][\w-]*/g;

/** Elements whose names are not those of others. */
const SHEET = /<(style|script)\b/g;

/** Returns a function that returns whether a document contains a name outside of its style sheets. It returns true for a large document. */
function searchIn(html: string): (name: string) => boolean {
  let names: ReadonlySet<string> | undefined;
  let isLarge = false;
  const read = (): ReadonlySet<string> => {
    const text = withoutSheets(html.toLowerCase());
    isLarge = text.length > MAX_SEARCHED;
    return new Set(isLarge ? [] : text.match(NAMES));
  };
  return (name) => {
    names ??= read();
    return isLarge || names.has(name);
  };
}

/** @param html in lower case. */
function withoutSheets(html: string): string {
  let rest = '';
  let from = 0;
  for (const { index, 1: name } of html.matchAll(SHEET)) {
    if (index < from) continue;
    const end = html.indexOf(`</${name}`, index);
    if (end === -1) break;
    rest += html.slice(from, index);
    from = end;
  }
  return rest + html.slice(from);
}

const SEND_FONT = 'upload the font with `PUT /api/fonts/{name}`, or use one of the families at /docs/fonts';

const MAX_FAMILY_IN_MESSAGE = 60;
const shortened = (family: string): string =>
  family.length <= MAX_FAMILY_IN_MESSAGE ? family : `${family.slice(0, MAX_FAMILY_IN_MESSAGE)}…`;

/** The largest number of families whose files are compared. */
const MAX_REPLACED = 20;
const MAX_FILES_OF_FAMILY = 4;

const REPLACED =
  'is not loaded: the service prints its own font of this name, and the file of the document is another font or version; to use the file, upload it with `PUT /api/fonts/{name}`';

/** A family that the service has, and whose files the document contains. */
export interface ReplacedFont {
  readonly family: string;
  /** The finding matters if this is a condition of the print, see `Finding`. */
  readonly address: string;
  /** Absolute: of files of the request, or data URLs. */
  readonly files: readonly string[];
}

/** The prefix of addresses that are conditions of a print. */
const PRINT = 'print:';

/**
 * A part of every issued address. Whoever prints the document puts another text in its place for each print, because a browser does not
 * request an address again that has failed. No document can name it.
 */
export const PRINT_MARK = randomBytes(12).toString('hex');

/** The findings of a document, in the order of the check. */
export class Findings {
  readonly list: Finding[] = [];
  readonly counts: Counts;
  /** Target functions by their attributes. */
  readonly references = new Map<string, TargetReference>();
  /** Named strings of margin boxes by their counter styles. */
  readonly strings = new Map<string, UsedString>();
  private readonly addresses = new Map<string, string>();
  private readonly issued = new Set<string>();
  /** The styles of placeholders for frames. */
  private readonly standIns = new Set<string>();
  /** Addresses that have a finding. */
  private readonly known = new Set<string>();
  /** The keys of reported notices. */
  private readonly said = new Set<string>();
  /** The number of kept findings without an address. */
  private readonly kept = { content: 0, style: 0 };
  /** The last kept notice of each kind, which counts equal ones beyond the limit. */
  private readonly repeated = new Map<string, Finding>();
  private notices = 0;

  private readonly fontLists = new Set<string>();
  /** The families of the `@font-face` rules in the document's own sheets. */
  private readonly faces = new Set<string>();
  private readonly replaced = new Map<string, ReplacedFont>();
  /** Lists of missing families. Whether a face provides one is known at the end. */
  private stacks: { stack: Pick<FontStack, 'families' | 'selector'>; subjectOf: (name: string) => Subject }[] = [];

  private readonly asked = new Set<PrintFeature>();
  /** The first place with hyphenation. Whether words are hyphenated is known at the end. */
  private hyphens: Subject | undefined;

  /**
   * @param source a part of the issued addresses, unique for each text of a document.
   * @param against the kinds of CSS without an effect in this request.
   * @param families the available fonts.
   * @param isIntended returns whether what was found was written on purpose, and is no finding.
   * @param embeds whether style sheets may load files of the request and data URLs.
   * @param maxPages the number of pages that the document may have; absent: the usual one.
   */
  constructor(
    private readonly source: string,
    private readonly against: ReadonlySet<IgnoredCss> = new Set(),
    private readonly families: Pick<FontFamilies, 'isOnMachine'> = {},
    private readonly isIntended: (finding: Finding) => boolean = () => false,
    private readonly embeds = false,
    maxPages?: number,
  ) {
    this.counts = new Counts(maxPages);
  }

  /** Adds a finding. One kind displaces no other, and what is intended displaces nothing. */
  add(finding: Finding & { readonly kind: 'content' | 'style' }): void {
    if (this.isIntended(finding)) return;
    // A request for an address without a finding would be a breach. A document with more addresses is refused.
    const isKept =
      finding.address === undefined ? ++this.kept[finding.kind] <= MAX_KEPT : !this.counts.isOver('addresses');
    if (isKept) this.list.push(finding);
  }

  /** Adds a notice of which a document may have any number. Beyond the limit, equal ones are only counted. */
  noticeEach(finding: Omit<Finding, 'kind' | 'count'>): void {
    const key = `${finding.code} ${finding.subject.name} ${finding.fault}`;
    if (this.notices >= MAX_NOTICES) {
      const last = this.repeated.get(key);
      if (last) last.count = (last.count ?? 1) + 1;
      return;
    }
    const kept: Finding = { kind: 'notice', ...finding };
    this.notices += 1;
    this.repeated.set(key, kept);
    this.list.push(kept);
  }

  /** Adds a finding that is reported once for a document. @param what its key. */
  notice(what: string, finding: Omit<Finding, 'kind'>): void {
    if (this.said.has(what)) return;
    this.said.add(what);
    this.list.push({ kind: 'notice', ...finding });
  }

  /** Returns the replacement address of a resource: one for each address, or for each family. */
  readonly issue = ({ target, family }: CssResource): string =>
    this.addressFor(family === undefined ? ` ${target}` : family.toLowerCase());

  private addressFor(key: string): string {
    const known = this.addresses.get(key);
    if (known !== undefined) return known;
    const address = `https://${this.source}${this.addresses.size + 1}.invalid/`;
    this.addresses.set(key, address);
    this.issued.add(address);
    return address;
  }

  /**
   * Records a frame, which matters only if it is visible.
   *
   * @param style returns the style of the placeholder.
   * @returns the style of the placeholder; undefined for a frame that is always refused.
   */
  addFrame(finding: Pick<Finding, 'subject' | 'fault'>, style?: (address: string) => string): string | undefined {
    const content = { kind: 'content', code: 'content_blocked', ...finding } as const;
    if (style === undefined || this.standIns.size >= MAX_FRAMES) {
      this.add(content);
      return undefined;
    }
    // No family and no target is written so.
    const address = this.addressFor(`FRAME ${this.standIns.size}`);
    this.add({ ...content, address });
    const made = style(address);
    this.standIns.add(made);
    return made;
  }

  /** Returns whether an element with this style is a placeholder of a frame. */
  isStandIn(style: string): boolean {
    return this.standIns.has(style);
  }

  readonly isIssued = (address: string): boolean => this.issued.has(address);

  /**
   * Records the findings in a style sheet or declarations.
   *
   * @param subjectOf returns the subject for a part: "`url()` in `style`", with its place.
   * @param base the absolute URL of a separate style sheet.
   */
  addCss(scan: ScannedCss, subjectOf: (name: string, range: CssRange) => Subject, base = ROOT): void {
    const { resources, ignored, faces, stacks } = scan;
    this.counts.add('fontFaces', faces.length);
    for (const list of scan.fontLists) this.addFontList(list);
    for (const reference of scan.references) this.references.set(reference.printed, reference);
    for (const string of scan.strings) this.strings.set(string.style, string);
    this.counts.atLeast('strings', this.strings.size);
    for (const family of faces) this.faces.add(family.toLowerCase());
    for (const face of scan.replacedFaces) this.addReplaced(face, base, subjectOf);
    for (const stack of stacks) this.addFonts(stack, (name) => subjectOf(name, stack));
    for (const resource of resources) {
      const { address, family } = resource;
      if (address !== undefined && this.known.has(address)) continue;
      if (address !== undefined) {
        this.known.add(address);
        this.issued.add(address);
        this.counts.add('addresses');
      }
      const name = family === undefined ? resource.name : `@font-face ${shortened(family)}`;
      const subject = subjectOf(name, resource);
      if (DRAWING_FUNCTIONS.has(resource.name.slice(0, -2))) this.noticeDrawing(resource.name, subject);
      else this.add(cssFinding(resource, subject, this.embeds));
    }
    for (const feature of scan.features) this.asked.add(feature);
    for (const { kind, name, start, end } of ignored) {
      const subject = subjectOf(name, { start, end });
      if (kind === 'hyphens') this.hyphens ??= subject;
      else if (AS_PRINTED.has(kind)) this.noticeIgnored(kind, subject, `print:${kind}`);
      else if (!CONDITIONAL_CSS.has(kind) || this.against.has(kind)) this.noticeIgnored(kind, subject);
    }
  }

  /** Records a face with its own files, for a warning if they are another font than the service's. */
  private addReplaced(
    { family, files, start, end }: ReplacedFace,
    base: string,
    subjectOf: (name: string, range: CssRange) => Subject,
  ): void {
    const key = family.toLowerCase();
    const address = this.replaced.get(key)?.address ?? `${PRINT}font-${this.replaced.size}`;
    if (!this.replaced.has(key)) {
      if (this.replaced.size >= MAX_REPLACED) return;
      const subject = subjectOf(`@font-face ${shortened(family)}`, { start, end });
      this.notice(`replaced ${key}`, { code: 'font_replaced', subject, fault: REPLACED, address });
    }
    const known = this.replaced.get(key)?.files ?? [];
    const addresses = files.flatMap((file) => (URL.canParse(file, base) ? new URL(file, base).href : []));
    this.replaced.set(key, { family, address, files: [...known, ...addresses].slice(0, MAX_FILES_OF_FAMILY) });
  }

  /** Families whose files are replaced by the service's fonts. */
  get replacedFonts(): ReplacedFont[] {
    const lists = this.replaced.size === 0 ? '' : [...this.fontLists].join('\n').toLowerCase();
    return [...this.replaced].filter(([family]) => lists.includes(family)).map(([, font]) => font);
  }

  /** The print features for the document's style sheets. If elements count pages themselves, the browser counts. */
  get features(): ReadonlySet<PrintFeature> {
    const isNumbered = this.asked.has('numbering') && !this.said.has('css counter');
    const isWithout: Partial<Record<PrintFeature, boolean>> = {
      counters: this.said.has('css counter'),
      numbering: !isNumbered,
      counted: !isNumbered,
      blank: !this.asked.has('sides'), // no page is left blank
    };
    return new Set([...this.asked].filter((feature) => !isWithout[feature]));
  }

  /** @param address see `Finding`. */
  private noticeIgnored(kind: IgnoredCss, subject: Subject, address?: string): void {
    const { says = 'is ignored', instead }: IgnoredEntry = IGNORED_CSS[kind];
    const fault = `${says}: ${instead}`;
    this.notice(`css ${kind}`, { code: 'css_ignored', subject, fault, ...(address && { address }) });
  }

  /** Reports missing hyphenation. @param languages the document's languages in lower case. */
  noticeHyphens(languages: ReadonlySet<string>): void {
    if (this.hyphens && ![...languages].some((tag) => /^(?:en|de)(?:-|$)/.test(tag)))
      this.noticeIgnored('hyphens', this.hyphens);
  }

  /** Records a list of families as written: the browser looks up the fonts of each. */
  addFontList(list: string): void {
    this.fontLists.add(list);
    this.counts.atLeast('fontLists', this.fontLists.size);
  }

  /** Records a list of missing families. */
  addFonts(stack: Pick<FontStack, 'families' | 'selector'>, subjectOf: (name: string) => Subject): void {
    if (this.stacks.length < MAX_STACKS) this.stacks.push({ stack, subjectOf });
  }

  /** Reports missing families, each once: the first of each list without a face in the document or a font on the machine. */
  noticeFonts(html: string): void {
    const { stacks } = this;
    this.stacks = [];
    if (stacks.length === 0) return;
    const says = searchIn(html);
    for (const { stack, subjectOf } of stacks) {
      const [family = ''] = stack.families;
      const what = `font ${family.toLowerCase()}`;
      if (this.said.has(what) || stack.families.some((name) => this.isThere(name))) continue;
      if (stack.selector !== '' && !mayApply(stack.selector, says)) continue;
      const subject = subjectOf(`font-family: ${shortened(family)}`);
      this.notice(what, {
        code: 'font_unavailable',
        subject,
        fault: `names a font that is not available: ${SEND_FONT}`,
      });
    }
  }

  private isThere(family: string): boolean {
    return this.faces.has(family.toLowerCase()) || this.families.isOnMachine?.(family) === true;
  }

  private noticeDrawing(name: string, subject: Subject): void {
    const draws = DRAWS[name];
    const fault = `draws nothing on paper: ${draws ?? NO_SCRIPTS}`;
    this.notice(draws ? 'css running' : `css ${name}`, { code: 'css_ignored', subject, fault });
  }
}

/** @param embeds whether style sheets may load files of the request and data URLs. */
function cssFinding(
  { name, family, address, target }: CssResource,
  subject: Subject,
  embeds: boolean,
): Finding & { kind: 'style' } {
  const common = { subject, ...(address !== undefined && { address }) };
  const instead = MAY_BE_EMBEDDED.test(target) ? (embeds ? NOT_EMBEDDED : SEND_OPTION) : '';
  if (family !== undefined) {
    return { ...common, kind: 'style', code: 'font_unavailable', fault: `is not loaded: ${SEND_FONT}${instead}` };
  }
  const fault = `is not loaded: ${LOADS[name] ?? `${LOADS_NOTHING}${instead}`}`;
  return { ...common, kind: 'style', code: 'style_blocked', fault };
}

/** What `embedded_resources` prints: data URLs, and paths of files. */
const MAY_BE_EMBEDDED = /^\s*(?:data:|(?!\/\/|[a-z][a-z0-9+.-]*:)[^\s#])/i;
const NOT_EMBEDDED = '; the request has no such file, or it is no image or font';
const SEND_OPTION = ', or send `embedded_resources: true`, with which style sheets load paths in `files` and data URLs';

const NO_SCRIPTS = 'scripts never run; use an `svg` or `img` element';
const DRAWS: Readonly<Record<string, string>> = { 'element()': IGNORED_CSS.running.instead };

const LOADS_NOTHING = 'CSS may not load anything; for an image, use an `img` element';
const LOADS: Readonly<Record<string, string>> = {
  'attr()': 'as this type, it could load an address from an attribute',
};
