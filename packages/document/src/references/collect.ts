/** Finds the elements of a checked document that page numbers, contents and outline refer to. */
import type { PageMarks } from '@toolpress/template';
import type { CountReference } from '../css/count-targets.js';
import type { LinkReference, TargetReference } from '../css/targets.js';
import { attribute, type Element, isElement, isHtml, isText, type ParentNode, setAttribute } from '../html.js';
import type { Counts } from '../limits.js';
import { contentsLevels, fillContents, isContents } from './contents.js';
import type { Heading, RunningElement } from './references.js';

/** What elements that are referred to have: a quick check before the tree is walked. */
export const REFERRED = /data-(?:running|toc)/i;

interface CollectOptions {
  readonly headings: boolean;
  readonly references: readonly TargetReference[];
  readonly marks: PageMarks;
  readonly counts: Counts;
  /** Whether sheets print counters, as the numbers of headings. */
  readonly isNumbered: boolean;
}

interface Link {
  readonly element: Element;
  /** The id, perhaps escaped as in addresses. */
  readonly target: string;
  readonly reference: LinkReference | CountReference;
}

/** The referred elements of a checked document. */
export class ReferredElements {
  headings: readonly Heading[] = [];
  running: readonly RunningElement[] = [];
  /** The levels of headings that each table of contents lists; undefined for one that names no heading. */
  readonly contents: { readonly nav: Element; readonly levels: readonly number[] | undefined }[] = [];
  /** The first link to a missing element for which a style sheet prints something. */
  lost: Element | undefined;
  /** Counters that it prints of its elements; where contents have the numbers of headings, none may be enough. */
  counted: readonly CountReference[] | undefined;
  /** The references to the elements of links, by the attributes of the links. */
  private readonly references = new Map<string, (LinkReference | CountReference)[]>();
  private readonly marks: PageMarks;
  private readonly counts: Counts;
  private readonly links: Link[] = [];
  /** The visible texts of elements: many links may refer to one. */
  private readonly texts = new Map<Element, string>();
  /** The first element of each id. */
  private readonly owners = new Map<string, Element>();
  private readonly found: { readonly element: Element; readonly isListed: boolean }[] = [];
  private issued = 0;

  /**
   * Collects elements and fills the tables of contents. Elements without a unique id get one, the same for the same document.
   *
   * @param options.headings whether all headings are collected, or only those in contents.
   * @param options.references the target functions of style sheets.
   * @param options.marks the marks for page numbers.
   * @throws ServiceError `document_too_complex` beyond a limit.
   */
  constructor(tree: ParentNode, { headings: allHeadings, references, marks, counts, isNumbered }: CollectOptions) {
    const counted = references.filter((one) => 'counted' in one);
    const named = references.filter((one) => !('attribute' in one)).length;
    counts.add('counterReferences', counted.length);
    counts.add('pageNumbers', named);
    counts.check('css');
    this.marks = marks;
    this.counts = counts;
    for (const one of references) if ('attribute' in one) this.refer(one);
    this.walk(tree, { isHidden: false, isListed: true });
    const listed = new Set(this.contents.flatMap(({ levels = [] }) => levels));
    const headings: { heading: Heading; isListed: boolean }[] = [];
    const running: RunningElement[] = [];
    for (const { element, isListed } of this.found) {
      const level = levelOf(element);
      const name = runningName(element);
      const isHeading = level !== undefined && (allHeadings || (isListed && listed.has(level)));
      if (!isHeading && name === undefined) continue;
      const text = this.textOf(element);
      if (text === '' && name === undefined) continue;
      const id = this.ownIdOf(element);
      if (isHeading && text !== '') headings.push({ heading: { level, id, text }, isListed });
      if (name !== undefined) running.push({ name, id, text });
    }
    const filled = countLines(this.contents, headings, counts);
    if (allHeadings) counts.add('outlineHeadings', headings.length);
    counts.add('runningHeads', running.length);
    counts.check('html');
    counts.add('pageNumbers', -this.links.length - named); // links to the same element count once
    for (const { nav, levels = [] } of filled) {
      const entries = headings.filter(({ heading, isListed }) => isListed && levels.includes(heading.level));
      fillContents(
        nav,
        levels,
        entries.map(({ heading }) => heading),
        marks,
        isNumbered,
      );
    }
    for (const link of this.links) this.print(link);
    counts.check('html');
    this.printOnRoot(tree, references);
    const isCounted = this.links.some(({ reference }) => 'counted' in reference);
    if (isCounted || (isNumbered && this.contents.length > 0)) this.counted = counted;
    this.headings = allHeadings ? headings.map(({ heading }) => heading) : [];
    this.running = running;
  }

  private walk(parent: ParentNode, around: { isHidden: boolean; isListed: boolean }): void {
    for (const child of parent.childNodes) {
      if (!isElement(child)) continue;
      const id = idOf(child);
      if (id !== '' && !this.owners.has(id)) this.owners.set(id, child);
      const within = {
        isHidden: around.isHidden || isHidden(child),
        isListed: around.isListed && !isContents(child) && attribute(child, 'data-toc-skip') === undefined,
      };
      if (this.references.size > 0) this.follow(child);
      if (!within.isHidden) this.find(child, within.isListed);
      this.walk(child, within);
    }
  }

  private refer(reference: LinkReference | CountReference): void {
    const known = this.references.get(reference.attribute);
    if (known) known.push(reference);
    else this.references.set(reference.attribute, [reference]);
  }

  private follow(element: Element): void {
    for (const { name, namespace, value } of element.attrs) {
      const references = namespace === undefined ? this.references.get(name) : undefined;
      const target = references === undefined ? '' : value.trim();
      if (references === undefined || !target.startsWith('#') || target === '#') continue;
      this.counts.add('pageNumbers', references.length);
      if (this.counts.isOver('pageNumbers')) return;
      for (const reference of references) this.links.push({ element, target: target.slice(1), reference });
    }
  }

  /** Sets the attribute of a link that a style sheet prints. */
  private print({ element, target, reference }: Link): void {
    const { printed } = reference;
    const id = this.owners.has(target) ? target : decoded(target);
    const owner = this.owners.get(id);
    if (owner === undefined) {
      this.lost ??= element;
      setAttribute(element, printed, '');
    } else if ('counted' in reference) setAttribute(element, printed, '');
    else if (reference.what === 'text') setAttribute(element, printed, this.textOf(owner));
    else setAttribute(element, printed, this.marks.optionalMarkOf(id, reference.what));
  }

  /** Sets the attributes of the root for elements that style sheets name. */
  private printOnRoot(tree: ParentNode, references: readonly TargetReference[]): void {
    const root = tree.childNodes.find(isElement);
    for (const reference of references)
      if (root && !('attribute' in reference))
        setAttribute(root, reference.printed, this.marks.optionalMarkOf(reference.id, reference.what));
  }

  /** Returns the text of an element with optional page numbers: the document itself has them, too. */
  private textOf(element: Element): string {
    const known = this.texts.get(element);
    if (known !== undefined) this.counts.add('copiedText', known.length);
    if (this.counts.isOver('copiedText')) return '';
    const text = known ?? this.marks.optional(collapsed(this.shownText(element)));
    this.texts.set(element, text);
    return text;
  }

  /**
   * Returns the visible text of an element, without footnotes and their numbers, with the alternative text of images. Elements may be
   * in others whose texts are read, too, so what is read is counted.
   */
  private shownText(parent: ParentNode): string {
    let text = '';
    for (const child of parent.childNodes) {
      this.counts.add('copiedText', isText(child) ? child.value.length : 1);
      if (this.counts.isOver('copiedText')) break;
      if (isText(child)) text += child.value;
      else if (!isElement(child) || SILENT.has(child.tagName) || isUnseen(child) || isFootnote(child)) continue;
      else if (child.tagName === 'img') text += ` ${attribute(child, 'alt')?.value ?? ''} `;
      else text += child.tagName === 'br' ? ' ' : this.shownText(child);
    }
    return text;
  }

  private find(element: Element, isListed: boolean): void {
    if (isContents(element)) this.contents.push({ nav: element, levels: contentsLevels(element) });
    if (levelOf(element) !== undefined || runningName(element) !== undefined) this.found.push({ element, isListed });
  }

  /** Returns a unique id of the element. */
  private ownIdOf(element: Element): string {
    const given = idOf(element);
    if (this.owners.get(given) === element) return given;
    let id: string;
    do {
      this.issued += 1;
      id = `toolpress-${this.issued}`;
    } while (this.owners.has(id));
    this.owners.set(id, element);
    setAttribute(element, 'id', id);
    return id;
  }
}

/** Counts the lines of contents before they are made: a heading may be in several contents. Returns the contents that have lines. */
function countLines(
  contents: ReferredElements['contents'],
  headings: readonly { heading: Heading; isListed: boolean }[],
  counts: Counts,
): ReferredElements['contents'] {
  const ofLevel = new Map<number, { lines: number; characters: number }>();
  for (const { heading, isListed } of headings) {
    if (!isListed) continue;
    const { lines, characters } = ofLevel.get(heading.level) ?? { lines: 0, characters: 0 };
    ofLevel.set(heading.level, { lines: lines + 1, characters: characters + heading.text.length });
  }
  for (const { levels = [] } of contents)
    for (const level of levels) {
      counts.add('contentsLines', ofLevel.get(level)?.lines ?? 0);
      counts.add('copiedText', ofLevel.get(level)?.characters ?? 0);
    }
  return contents.filter(({ levels = [] }) => levels.some((level) => ofLevel.has(level)));
}

/** Collapses white space, and removes soft hyphens, which would split words in searches. */
const collapsed = (text: string): string => text.replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim();

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

const idOf = (element: Element): string => attribute(element, 'id')?.value ?? '';

const isHidden = (element: Element): boolean => attribute(element, 'hidden') !== undefined;

const NO_DISPLAY = /(?:^|;)\s*display\s*:\s*none\b/i;
const isUnseen = (element: Element): boolean =>
  isHidden(element) || NO_DISPLAY.test(attribute(element, 'style')?.value ?? '');

const levelOf = (element: Element): number | undefined =>
  /^h[1-6]$/.test(element.tagName) && isHtml(element) ? Number(element.tagName.charAt(1)) : undefined;

const runningName = (element: Element): string | undefined =>
  attribute(element, 'data-running')?.value.trim() || undefined;

const SILENT: ReadonlySet<string> = new Set(['style', 'title', 'rp', 'rt', 'template']);

const isFootnote = (element: Element): boolean => attribute(element, 'data-footnote') !== undefined;
