/** What a check finds in a document that is not printed as it was sent. */
import type { WarningCode } from '@toolpress/contract';
import { type FontStack, mayApply } from '../css/font-stacks.js';
import {
  CONDITIONAL_CSS,
  IGNORED_CSS,
  type IgnoredCss,
  type IgnoredEntry,
  type PrintFeature,
} from '../css/print-css.js';
import { type CssResource, DRAWING_FUNCTIONS, type ScannedCss } from '../css/scan.js';
import type { TargetReference } from '../css/targets.js';
import type { CssRange } from '../css/tokens.js';
import { Counts } from '../limits.js';
import type { Subject } from './violation.js';

/**
 * `content`: something that a reader would miss. `style`: the document looks otherwise, if the browser asks for it. `notice`: it
 * may look otherwise than expected, whatever is printed.
 */
export type FindingKind = 'content' | 'style' | 'notice';

export interface Finding {
  readonly kind: FindingKind;
  readonly code: WarningCode;
  readonly subject: Subject;
  /** Completes the sentence that begins with the subject, without the full stop. */
  readonly fault: string;
  /** An attribute is empty: it matters only where a tag has made it so, for the author of an empty one has meant no image. */
  readonly isEmpty?: true;
  /** It matters only if the browser asks for this address; or, of `print:`, if the print is so. */
  readonly address?: string;
  /** It is said of the document as a whole, which has no place. */
  readonly isWhole?: true;
}

/** More are not kept: nobody reads them, and a document of a million faults is not held a second time. */
const MAX_KEPT = 10_000;

const MAX_STACKS = 1_000;
/** How much HTML is searched for what selectors name, and for how many names. */
const MAX_SEARCHED = 500_000;
const MAX_NAMES = 300;

/** @returns tells whether a document has a text; beyond the limits it may have all. */
function searchIn(html: string): (text: string) => boolean {
  const written = html.length > MAX_SEARCHED ? undefined : html.toLowerCase();
  const known = new Map<string, boolean>();
  return (text) => {
    if (written === undefined || (known.size >= MAX_NAMES && !known.has(text))) return true;
    const says = known.get(text) ?? written.includes(text);
    known.set(text, says);
    return says;
  };
}

const SEND_FONT = 'send the font to `PUT /api/fonts/{name}`, or name one of the families in docs/fonts.md';

const MAX_FAMILY_IN_MESSAGE = 60;
const shortened = (family: string): string =>
  family.length <= MAX_FAMILY_IN_MESSAGE ? family : `${family.slice(0, MAX_FAMILY_IN_MESSAGE)}…`;

/** The findings of one document, in the order of the check. */
export class Findings {
  readonly list: Finding[] = [];
  readonly counts = new Counts();
  /** What sheets print of elements that others refer to, by the attributes in which it has to be. */
  readonly references = new Map<string, TargetReference>();
  private readonly addresses = new Map<string, string>();
  private readonly issued = new Set<string>();
  /** Addresses that have a finding. */
  private readonly known = new Set<string>();
  /** What was noticed already. */
  private readonly said = new Set<string>();

  private readonly fontLists = new Set<string>();
  /** Families that the document's own sheets bring faces of. */
  private readonly faces = new Set<string>();
  /** What names no family that the service has: whether a face brings it is known at the end. */
  private stacks: { stack: Pick<FontStack, 'families' | 'selector'>; subjectOf: (name: string) => Subject }[] = [];

  private readonly asked = new Set<PrintFeature>();
  /** Where words are to be hyphenated: whether they are is known at the end. */
  private hyphens: Subject | undefined;

  /**
   * @param source a part of the addresses that it issues: no two texts of a document may have the same.
   * @param against the kinds of CSS that the request leaves without effect.
   */
  constructor(
    private readonly source: string,
    private readonly against: ReadonlySet<IgnoredCss> = new Set(),
  ) {}

  add(finding: Finding): void {
    if (this.list.length < MAX_KEPT) this.list.push(finding);
  }

  /** Adds what is said once of a document, however often it is there. @param what tells it from others. */
  notice(what: string, finding: Omit<Finding, 'kind'>): void {
    if (this.said.has(what)) return;
    this.said.add(what);
    this.add({ kind: 'notice', ...finding });
  }

  /** @returns the address that stands for a resource of a sheet: one for each that is written, or for each family. */
  readonly issue = ({ target, family }: CssResource): string => {
    const key = family === undefined ? ` ${target}` : family.toLowerCase();
    const known = this.addresses.get(key);
    if (known !== undefined) return known;
    const address = `https://${this.source}${this.addresses.size + 1}.invalid/`;
    this.addresses.set(key, address);
    this.issued.add(address);
    return address;
  };

  readonly isIssued = (address: string): boolean => this.issued.has(address);

  /**
   * Notes what was found in a sheet or in declarations.
   *
   * @param subjectOf names a part of it: "`url()` in `style`", with its place.
   */
  addCss(scan: ScannedCss, subjectOf: (name: string, range: CssRange) => Subject): void {
    const { resources, ignored, faces, stacks } = scan;
    this.counts.add('fontFaces', faces.length);
    for (const list of scan.fontLists) this.addFontList(list);
    for (const reference of scan.references) this.references.set(reference.printed, reference);
    for (const family of faces) this.faces.add(family.toLowerCase());
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
      else this.add(cssFinding(resource, subject));
    }
    for (const feature of scan.features) this.asked.add(feature);
    for (const { kind, name, start, end } of ignored) {
      const subject = subjectOf(name, { start, end });
      if (kind === 'hyphens') this.hyphens ??= subject;
      else if (kind === 'repeated' || kind === 'numbers') this.noticeIgnored(kind, subject, `print:${kind}`);
      else if (!CONDITIONAL_CSS.has(kind) || this.against.has(kind)) this.noticeIgnored(kind, subject);
    }
  }

  /** What the service does for the document's sheets. Where elements count pages themselves, their count is the browser's. */
  get features(): ReadonlySet<PrintFeature> {
    if (!this.said.has('css counter')) return this.asked;
    return new Set([...this.asked].filter((feature) => feature !== 'counters'));
  }

  /** @param address see `Finding`. */
  private noticeIgnored(kind: IgnoredCss, subject: Subject, address?: string): void {
    const { says = 'is ignored', instead }: IgnoredEntry = IGNORED_CSS[kind];
    const fault = `${says}: ${instead}`;
    this.notice(`css ${kind}`, { code: 'css_ignored', subject, fault, ...(address && { address }) });
  }

  /** Says that words are not hyphenated, where that is asked for. @param languages that the document names, in lower case. */
  noticeHyphens(languages: ReadonlySet<string>): void {
    if (this.hyphens && ![...languages].some((tag) => /^(?:en|de)(?:-|$)/.test(tag)))
      this.noticeIgnored('hyphens', this.hyphens);
  }

  /** Takes note of a list of families as it is written: the browser looks for the fonts of each. */
  addFontList(list: string): void {
    this.fontLists.add(list);
    this.counts.atLeast('fontLists', this.fontLists.size);
  }

  /** Takes note of families none of which the service has. */
  addFonts(stack: Pick<FontStack, 'families' | 'selector'>, subjectOf: (name: string) => Subject): void {
    if (this.stacks.length < MAX_STACKS) this.stacks.push({ stack, subjectOf });
  }

  /** Says which families are missing, each once: the first of each list that no face of the document brings. */
  noticeFonts(html: string): void {
    const { stacks } = this;
    this.stacks = [];
    if (stacks.length === 0) return;
    const says = searchIn(html);
    for (const { stack, subjectOf } of stacks) {
      const [family = ''] = stack.families;
      const what = `font ${family.toLowerCase()}`;
      if (this.said.has(what) || stack.families.some((name) => this.faces.has(name.toLowerCase()))) continue;
      if (stack.selector !== '' && !mayApply(stack.selector, says)) continue;
      const subject = subjectOf(`font-family: ${shortened(family)}`);
      this.notice(what, { code: 'font_unavailable', subject, fault: `names a font that is not there: ${SEND_FONT}` });
    }
  }

  private noticeDrawing(name: string, subject: Subject): void {
    const draws = DRAWS[name];
    const fault = `draws nothing on paper: ${draws ?? NO_SCRIPTS}`;
    this.notice(draws ? 'css running' : `css ${name}`, { code: 'css_ignored', subject, fault });
  }
}

function cssFinding({ name, family, address }: CssResource, subject: Subject): Finding {
  const common = { subject, ...(address !== undefined && { address }) };
  if (family !== undefined) {
    return { ...common, kind: 'style', code: 'font_unavailable', fault: `is not loaded: ${SEND_FONT}` };
  }
  return { ...common, kind: 'style', code: 'style_blocked', fault: `is not loaded: ${LOADS[name] ?? LOADS_NOTHING}` };
}

const NO_SCRIPTS = 'scripts never run; use an `svg` or `img` element';
const DRAWS: Readonly<Record<string, string>> = { 'element()': IGNORED_CSS.running.instead };

const LOADS_NOTHING = 'CSS may not load anything; for an image, use an `img` element';
const LOADS: Readonly<Record<string, string>> = { 'attr()': 'as this type, it could load what an attribute says' };
