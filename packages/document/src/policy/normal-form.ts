/** Converts HTML to a normal form that every parser reads alike, and checks it in this form. */

import { ServiceError } from '@toolpress/contract';
import type { PageMarks } from '@toolpress/template';
import { html as names } from 'parse5';
import type { PageRules } from '../css/page-rules.js';
import type { DocumentFiles } from '../files.js';
import type { FontFamilies } from '../fonts/families.js';
import {
  type ChildNode,
  type Element,
  type Extent,
  isElement,
  isText,
  type ParentNode,
  parseHtml,
  refuseFarTooLarge,
  serializeHtml,
} from '../html.js';
import { checkSource, countElements } from '../limits.js';
import type { Findings } from './findings.js';
import { FALLBACK_SIGNS, type FontFallback, FontFallbackNotes } from './font-fallback.js';
import { Inspection, type InspectionOptions } from './inspection.js';
import { LinkCheck, MAY_LINK } from './links.js';
import { noticePageNumbers } from './other-printers.js';
import { atRuleMayChangePage } from './page-state.js';
import type { SheetsOfDocument } from './stylesheets.js';
import { MAY_HAVE_TEX } from './tex.js';
import { Spans } from './violation.js';

type Noted = Pick<Inspection, 'images' | 'title' | 'language' | 'changesPage' | 'numbersInText'>;

export interface NormalForm<Completed> extends Noted {
  readonly html: string;
  /** See `CheckedDocument`. */
  readonly fonts: FontFallback | undefined;
  readonly findings: Findings;
  readonly wantedSheets: readonly string[];
  /** What completing the tree has returned. */
  readonly completed: Completed;
}

interface NormalFormOptions<Completed> {
  readonly extent: Extent;
  /** The request's field that holds the HTML. */
  readonly field: string;
  /** The request's page settings. */
  readonly pageRules?: PageRules | undefined;
  /** Completes the checked tree. */
  readonly complete: (tree: ParentNode) => Completed;
  /** A sheet that `complete` adds. */
  readonly css?: string;
  /** Whether images and violations get locations. It takes twice the time. */
  readonly located?: boolean;
  /** The default language. */
  readonly language?: string | undefined;
  /** Whether its PDF is tagged. */
  readonly isTagged?: boolean | undefined;
  /** The files of the request. */
  readonly files: DocumentFiles;
  /** The marks of page numbers, if page numbers are possible. */
  readonly marks?: PageMarks | undefined;
  /** The findings of the document so far. */
  readonly findings: Findings;
  readonly sheets: SheetsOfDocument;
  readonly families: FontFamilies;
}

/** Each pass corrects a kind of wrong nesting; more than two were never needed. */
const MAX_PASSES = 8;

/**
 * Parses, checks and serialises HTML until the result parses to the same tree again. For most well-formed HTML this is certain
 * without parsing it twice. Wrongly nested HTML can have trees that cannot be serialised, such as a form in a form: parsed again,
 * they would differ from the checked tree.
 *
 * @param source without a byte order mark, see `textOf`.
 * @throws Violation or ServiceError `document_too_complex` at a limit.
 */
export function normalForm<Completed>(source: string, options: NormalFormOptions<Completed>): NormalForm<Completed> {
  const { extent, field, pageRules, complete, located = false, marks, language, isTagged, css = '' } = options;
  const { findings, files, sheets, families } = options;
  const spans = located ? new Spans(field, source) : undefined;
  const mayFallBack = FALLBACK_SIGNS.some((sign) => sign.test(source) || sign.test(css));
  noticePageNumbers(source, field, findings);
  refuseFarTooLarge(source);
  checkSource(source, findings.counts, field);
  let tree = parseHtml(source, extent, located);
  countElements(tree, findings.counts, isTagged);
  findings.counts.check(field);
  const inspect = (more: Partial<InspectionOptions> = {}): Inspected => {
    const fonts = mayFallBack ? new FontFallbackNotes() : undefined;
    const inspection = new Inspection({
      spans,
      findings,
      sheets,
      fonts,
      families,
      marks,
      language,
      files,
      css,
      ...more,
    });
    inspection.run(tree);
    return { inspection, fonts };
  };
  let inspected = inspect({
    pageRules,
    mayHaveTex: MAY_HAVE_TEX.test(source),
    ...(MAY_LINK.test(source) && { links: new LinkCheck(findings, spans, extent === 'document') }),
  });
  findings.counts.check(field);
  inspected.fonts?.css(css);
  const completed = complete(tree);
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    const html = serializeHtml(tree);
    const isStable = isPlain(tree, extent);
    if (!isStable) tree = parseHtml(html, extent);
    if (isStable || serializeHtml(tree) === html) {
      findings.noticeFonts(source);
      findings.noticeHyphens(inspected.inspection.languages);
      return { html, findings, completed, ...found(inspected, sheets.used) };
    }
    inspected = inspect();
  }
  const fault = 'nests elements in ways that HTML does not allow';
  throw new ServiceError('document_too_complex', `\`${field}\` ${fault}.`);
}

interface Inspected {
  readonly inspection: Inspection;
  readonly fonts: FontFallbackNotes | undefined;
}

const found = (
  { inspection: { images, title, language, numbersInText, changesPage }, fonts }: Inspected,
  sheets: SheetsOfDocument['used'],
): Omit<NormalForm<unknown>, 'html' | 'findings' | 'completed'> => {
  if (sheets) fonts?.addCss(sheets.fonts);
  return {
    images,
    title,
    language,
    changesPage: changesPage || [...(sheets?.atRules ?? [])].some(atRuleMayChangePage),
    numbersInText,
    fonts: fonts?.result(),
    wantedSheets: [...(sheets?.wanted ?? [])],
  };
};

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const INLINE = words(
  'abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var',
);
const EMPTY = words('br img wbr');
/** These end an open paragraph. */
const BLOCKS = words(
  'address article aside blockquote center div dl figcaption figure footer header main nav ol section ul',
);
const HEADINGS = words('h1 h2 h3 h4 h5 h6');
const LISTS = words('ol ul');
const TABLE_PARTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['table', words('caption colgroup thead tbody tfoot')],
  ['colgroup', words('col')],
  ['thead', words('tr')],
  ['tbody', words('tr')],
  ['tfoot', words('tr')],
  ['tr', words('td th')],
]);
const TEXT_ONLY = words('title style');

/** The open elements around. */
interface Around {
  readonly parent: string;
  readonly paragraph: boolean;
  readonly link: boolean;
}

const OUTSIDE: Around = { parent: '', paragraph: false, link: false };

/**
 * Returns whether the serialised tree certainly parses to the same tree: ordinary elements of HTML, nested so that no start tag ends
 * another element (a subset of section 13.2.6 of the HTML standard). Nearly all documents are plain.
 */
export function isPlain(tree: ParentNode, extent: Extent): boolean {
  if (extent === 'part') return isFlow(tree.childNodes, OUTSIDE);
  const [root, ...more] = tree.childNodes;
  if (root === undefined || more.length > 0 || !isPlainElement(root) || root.tagName !== 'html') return false;
  const [head, ...rest] = root.childNodes;
  const body = rest.pop();
  if (!rest.every(isBlank) || rest.length > 1 || head === undefined || body === undefined) return false;
  return isPlainElement(head) && isHead(head) && isPlainElement(body) && isBody(body);
}

const isHead = ({ tagName, childNodes }: Element): boolean =>
  tagName === 'head' && childNodes.every((node) => isBlank(node) || (isPlainElement(node) && isMetadata(node)));

const isMetadata = (element: Element): boolean =>
  element.tagName === 'meta' ? isEmpty(element) : TEXT_ONLY.has(element.tagName) && isTextOnly(element);

const isBody = ({ tagName, childNodes }: Element): boolean => tagName === 'body' && isFlow(childNodes, OUTSIDE);

function isFlow(nodes: readonly ChildNode[], around: Around): boolean {
  return nodes.every((node) => (isElement(node) ? isFlowElement(node, around) : isPlainText(node)));
}

function isFlowElement(element: Element, around: Around): boolean {
  if (!isPlainElement(element)) return false;
  const { tagName, childNodes } = element;
  const within = { ...around, parent: tagName };
  if (INLINE.has(tagName)) return isFlow(childNodes, within);
  if (EMPTY.has(tagName)) return isEmpty(element);
  if (tagName === 'a') return !around.link && isFlow(childNodes, { ...within, link: true });
  if (tagName === 'style') return isTextOnly(element);
  if (around.paragraph) return false;
  if (tagName === 'p') return isFlow(childNodes, { ...within, paragraph: true });
  if (tagName === 'hr') return isEmpty(element);
  if (tagName === 'table') return isTablePart(element, within);
  return isBlock(element, around.parent) && isFlow(childNodes, within);
}

function isBlock({ tagName, childNodes }: Element, parent: string): boolean {
  if (tagName === 'li') return LISTS.has(parent);
  if (tagName === 'dt' || tagName === 'dd') return parent === 'dl';
  if (tagName === 'pre') return !(childNodes[0] !== undefined && beginsWithLineFeed(childNodes[0]));
  if (HEADINGS.has(tagName)) return !HEADINGS.has(parent);
  return BLOCKS.has(tagName);
}

/** `pre` drops one right after its tag. */
const beginsWithLineFeed = (node: ChildNode): boolean => isText(node) && node.value.startsWith('\n');

function isTablePart(part: Element, around: Around): boolean {
  const allowed = TABLE_PARTS.get(part.tagName);
  return part.childNodes.every((node) => {
    if (!isElement(node)) return isBlank(node);
    if (!isPlainElement(node) || !allowed?.has(node.tagName)) return false;
    if (node.tagName === 'col') return isEmpty(node);
    return TABLE_PARTS.has(node.tagName)
      ? isTablePart(node, around)
      : isFlow(node.childNodes, { ...around, parent: node.tagName });
  });
}

const isEmpty = ({ childNodes }: Element): boolean => childNodes.length === 0;

const isTextOnly = ({ tagName, childNodes }: Element): boolean =>
  childNodes.every((node) => isText(node) && isPlainText(node) && !node.value.toLowerCase().includes(`</${tagName}`));

const isBlank = (node: ChildNode): boolean => isText(node) && /^[\t\n\f ]*$/.test(node.value);

/** A carriage return would be parsed as a line feed, a null dropped. */
const UNSTABLE = /[\r\0]/;

const isPlainText = (node: ChildNode): boolean => isText(node) && !UNSTABLE.test(node.value);

const PLAIN_NAME = /^[a-z][a-z0-9:._-]*$/;

const isPlainElement = (node: ChildNode): node is Element =>
  isElement(node) &&
  node.namespaceURI === names.NS.HTML &&
  node.attrs.every(
    ({ name, value, namespace }) => namespace === undefined && PLAIN_NAME.test(name) && !UNSTABLE.test(value),
  );
