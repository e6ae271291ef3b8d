/** Finds in a checked document what its pages, contents and outline refer to. */
import { attribute, type Element, isElement, isHtml, isText, type ParentNode, setAttribute } from '../html.js';

/** An element whose place the PDF tells by its id. */
interface ReferredElement {
  readonly id: string;
  /** White space collapsed. */
  readonly text: string;
}

export interface Heading extends ReferredElement {
  /** 1 to 6. */
  readonly level: number;
}

/** From its page on, its text is what headers and footers print of its name. */
export interface RunningElement extends ReferredElement {
  readonly name: string;
}

/** What a document refers to, in document order. */
export interface References {
  /** Of all levels, when they are asked for. */
  readonly headings: readonly Heading[];
  /** Those with `data-running`. */
  readonly running: readonly RunningElement[];
  /** The ids whose pages the document prints. */
  readonly numbered: readonly string[];
  /** Those of them that have to be on a page. */
  readonly required: readonly string[];
  /** All of these ids: their places are to be read from the PDF. */
  readonly targets: readonly string[];
}

/** Whether a document may have elements that are referred to: a quick check before its tree is walked. */
export const mayHaveReferences = (html: string): boolean => /data-(?:running|toc)/i.test(html);

/** What a walk over the tree finds. */
export class ReferredElements {
  readonly headings: Heading[] = [];
  readonly running: RunningElement[] = [];
  /** The first element of each id. */
  private readonly owners = new Map<string, Element>();
  private readonly found: Element[] = [];
  private issued = 0;

  /**
   * Gives the elements that it finds ids of ours, where they have none or one that an earlier element has. The same document gets the
   * same ones.
   *
   * @param tree of a checked document, whose depth is limited.
   */
  constructor(tree: ParentNode) {
    this.walk(tree);
    for (const element of this.found) this.take(element);
  }

  private walk(parent: ParentNode, isWithinHidden = false): void {
    for (const child of parent.childNodes) {
      if (!isElement(child)) continue;
      const id = idOf(child);
      if (id !== '' && !this.owners.has(id)) this.owners.set(id, child);
      const hidden = isWithinHidden || isHidden(child);
      if (!hidden && (levelOf(child) !== undefined || runningName(child) !== undefined)) this.found.push(child);
      this.walk(child, hidden);
    }
  }

  private take(element: Element): void {
    const level = levelOf(element);
    const name = runningName(element);
    const id = this.ownIdOf(element);
    const text = shownText(element).replace(/\s+/g, ' ').trim();
    if (level !== undefined && text !== '') this.headings.push({ level, id, text });
    if (name !== undefined) this.running.push({ name, id, text });
  }

  /** @returns the id that is the element's alone. */
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

const idOf = (element: Element): string => attribute(element, 'id')?.value ?? '';

const isHidden = (element: Element): boolean => attribute(element, 'hidden') !== undefined;

const levelOf = (element: Element): number | undefined =>
  /^h[1-6]$/.test(element.tagName) && isHtml(element) ? Number(element.tagName.charAt(1)) : undefined;

const runningName = (element: Element): string | undefined =>
  attribute(element, 'data-running')?.value.trim() || undefined;

const SILENT: ReadonlySet<string> = new Set(['style', 'title', 'rp', 'rt', 'template']);

/** The text that a reader sees of an element; of an image, what describes it. */
function shownText(parent: ParentNode): string {
  let text = '';
  for (const child of parent.childNodes) {
    if (isText(child)) text += child.value;
    else if (!isElement(child) || SILENT.has(child.tagName) || isHidden(child)) continue;
    else if (child.tagName === 'img') text += ` ${attribute(child, 'alt')?.value ?? ''} `;
    else text += child.tagName === 'br' ? ' ' : shownText(child);
  }
  return text;
}
