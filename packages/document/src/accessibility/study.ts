/** Walks a checked tree once: collects the author's faults, and sets attributes so that the browser tags elements correctly. */
import { attribute, type Element, isElement, isHtml, isSvg, type ParentNode, setAttribute } from '../html.js';
import { attributeSubject, elementSubject, type Spans, type Subject } from '../policy/violation.js';
import type { FaultName } from './faults.js';
import { formulaOf } from './formula-text.js';
import { contains, hasTitle, isHidden, isPicture, isPresentational, Names, roleOf, valueIn } from './names.js';
import { Tables } from './tables.js';

interface NotedElement {
  /** The number of the element in the body; undefined for the document as a whole. */
  readonly at?: number;
  readonly subject: Subject;
}

interface NotedFault extends NotedElement {
  /** The fault of the element. */
  readonly fault: FaultName;
}

export interface NotedHeading extends NotedElement {
  readonly level: number;
}

/** A finding that counts if the element is visible. */
export type Noted = NotedFault | NotedHeading;

export interface StudyOptions {
  /** The language of the request, for a document without one. */
  readonly language?: string | undefined;
  /** Whether the request gives it a title. */
  readonly hasTitle: boolean;
  readonly drawn?: Drawn;
}

/** The numbers of elements whose texts cannot be read aloud, from the browser. `BODY` means the whole document. */
export interface Drawn {
  /** Elements with texts drawn as images. */
  readonly pictures: ReadonlySet<number>;
  /** Elements with texts added by CSS. */
  readonly generated: ReadonlySet<number>;
}

/** The number of the body element, or of the document. */
export const BODY = -1;

export class Study {
  readonly noted: Noted[] = [];
  /** The number of elements in the body. */
  elements = 0;
  /** Whether a style sheet may hide something: then only the browser knows what is visible. */
  mayHide = false;
  /** Whether a style sheet may draw texts as images, or add texts. */
  mayDraw = false;
  /** Whether the browser may add quotes. */
  mayQuote = false;
  /** The language of the document. */
  language: string | undefined;
  private readonly names: Names;
  private readonly tables: Tables;
  private readonly faults = new Map<Element, FaultName | undefined>();

  /** @param tree the tree of a whole document, as printed. Languages and roles of tables and cells are changed. */
  constructor(
    tree: ParentNode,
    private readonly spans: Spans,
    private readonly options: StudyOptions,
  ) {
    this.names = new Names(tree);
    this.tables = new Tables(this.names);
    const [root] = tree.childNodes.filter(isElement);
    if (root === undefined) return;
    this.studyRoot(root, options);
    for (const part of root.childNodes.filter(isElement)) this.walk(part, part.tagName === 'body');
  }

  private studyRoot(root: Element, { language, hasTitle: isTitled }: StudyOptions): void {
    if (valueIn(root, 'lang') !== '') this.studyLanguage(root);
    else if (language !== undefined) setAttribute(root, 'lang', language);
    else this.note('language', { name: DOCUMENT });
    this.language = attribute(root, 'lang')?.value;
    const isTitle = (element: Element): boolean => element.tagName === 'title' && this.names.hasText(element);
    if (!isTitled && !contains(root, (element) => isHtml(element) && isTitle(element)))
      this.note('title', { name: DOCUMENT });
    this.noteDrawn(BODY, () => ({ name: DOCUMENT }));
  }

  private walk(parent: Element, isBody: boolean): void {
    for (const child of parent.childNodes) {
      if (!isElement(child)) continue;
      const at = this.elements;
      if (isBody) this.elements++;
      if (child.tagName === 'style') this.readSheet(textOf(child));
      if (isHidden(child) || !isBody) this.pass(child, isBody);
      else this.study(child, at);
    }
  }

  /** Counts the content of an ignored element, and reads its style sheets. */
  private pass(element: Element, isBody: boolean): void {
    for (const child of element.childNodes) {
      if (!isElement(child)) continue;
      if (isBody) this.elements++;
      if (child.tagName === 'style') this.readSheet(textOf(child));
      this.pass(child, isBody);
    }
  }

  private readSheet(css: string): void {
    this.mayHide ||= HIDES.test(css);
    this.mayDraw ||= DRAWS.test(css) || (PARTS.test(css) && ADDS.test(css));
    this.mayQuote ||= /-quote\b/i.test(css);
  }

  private study(element: Element, at: number): void {
    if (attribute(element, 'lang')) this.studyLanguage(element, at);
    this.mayDraw ||= DRAWS.test(attribute(element, 'style')?.value ?? '');
    this.mayQuote ||= element.tagName === 'q';
    this.noteDrawn(at, () => this.subjectOf(element));
    const formula = formulaOf(element);
    if (formula) {
      if (formula.text === '' && element.childNodes.length > 0) this.note('formula', this.subjectOf(element), at);
      this.pass(element, true);
      return;
    }
    if (element.tagName === 'svg' && isSvg(element)) {
      if (!isPresentational(element) && this.isUnnamedDrawing(element))
        this.note('drawing', this.subjectOf(element), at);
      this.pass(element, true);
      return;
    }
    const level = levelOf(element);
    if (level !== undefined && this.names.hasText(element)) this.noteHeading(element, level, at);
    const fault = this.faultOf(element);
    if (fault !== undefined) this.note(fault, this.subjectOf(element), at);
    if (element.tagName === 'table' && isHtml(element))
      for (const [name, part] of this.tables.settle(element)) this.note(name, this.subjectOf(part), at);
    if (element.tagName === 'details' && attribute(element, 'open') === undefined) this.mayHide = true;
    this.walk(element, true);
  }

  /** Returns the fault of an element. A link asks all elements in it, which may be links. */
  private faultOf(element: Element): FaultName | undefined {
    if (!this.faults.has(element)) this.faults.set(element, this.findFault(element));
    return this.faults.get(element);
  }

  private findFault(element: Element): FaultName | undefined {
    const { tagName } = element;
    if (isPresentational(element)) return undefined;
    if (roleOf(element) === 'img')
      return this.names.isNamed(element) || valueIn(element, 'alt') ? undefined : 'drawing';
    if (tagName === 'img') return this.faultOfImage(element);
    if (tagName === 'area') return attribute(element, 'href') && !this.hasAlt(element) ? 'image' : undefined;
    if (tagName === 'a') return this.isUnnamedLink(element) ? 'link' : undefined;
    return FIELDS.has(tagName) ? this.faultOfField(element) : undefined;
  }

  /** Returns the fault of an image. An image without an address shows nothing. An `alt` of spaces is not an empty `alt`. */
  private faultOfImage(img: Element): FaultName | undefined {
    const alt = attribute(img, 'alt')?.value;
    if (!hasSource(img) || alt === '' || this.hasAlt(img)) return undefined;
    return alt === undefined ? 'image' : 'blankImage';
  }

  private hasAlt(element: Element): boolean {
    return valueIn(element, 'alt') !== '' || this.names.isNamed(element);
  }

  /** Returns whether a drawing has no name and no text. */
  private isUnnamedDrawing(svg: Element): boolean {
    if (this.names.isNamed(svg) || hasTitle(svg)) return false;
    const isNothing = ['width', 'height'].some((name) => /^0(?:px)?$/.test(valueIn(svg, name)));
    return !isNothing && !this.names.hasText(svg) && draws(svg);
  }

  private isUnnamedLink(link: Element): boolean {
    if (attribute(link, 'href') === undefined || this.names.isNamed(link) || this.names.hasText(link)) return false;
    const shows = (element: Element): boolean =>
      element.tagName === 'img' ? hasSource(element) : isPicture(element) && draws(element);
    return contains(link, shows) && !contains(link, (element) => this.faultOf(element) !== undefined);
  }

  private faultOfField(field: Element): FaultName | undefined {
    const type = field.tagName === 'input' ? valueIn(field, 'type').toLowerCase() : '';
    if (UNLABELLED.has(type)) return undefined;
    if (field.tagName === 'select') return 'choice';
    if (type === 'image') return this.hasAlt(field) || !attribute(field, 'src') ? undefined : 'image';
    if (this.names.isLabelled(field) || isInLabel(field)) return undefined;
    return type === 'checkbox' || type === 'radio' ? 'check' : 'field';
  }

  private noteDrawn(at: number, subject: () => Subject): void {
    const { drawn } = this.options;
    const place = at === BODY ? undefined : at;
    if (drawn?.pictures.has(at)) this.note('picture', subject(), place);
    if (drawn?.generated.has(at)) this.note('generated', subject(), place);
  }

  private noteHeading(element: Element, level: number, at: number): void {
    if (level > 6) this.note('headingLevel', this.subjectOf(element), at);
    else this.noted.push({ at, subject: this.subjectOf(element), level });
  }

  /** Checks `lang`, and corrects `de_DE` to `de-DE`. */
  private studyLanguage(element: Element, at?: number): void {
    const lang = attribute(element, 'lang');
    if (!lang || lang.value === '') return;
    const tag = lang.value.trim().replaceAll('_', '-');
    if (LANGUAGE_TAG.test(tag)) lang.value = tag;
    else this.note('languageTag', attributeSubject(element, lang, this.spans), at);
  }

  private note(fault: FaultName, subject: Subject, at?: number): void {
    if (this.noted.length < MAX_NOTED) this.noted.push({ fault, subject, ...(at !== undefined && { at }) });
  }

  private subjectOf(element: Element): Subject {
    return elementSubject(element, this.spans);
  }
}

/** The subject of messages about the document as a whole. */
export const DOCUMENT = 'The document';

/** The largest number of findings. */
const MAX_NOTED = 100_000;

/** CSS that hides elements. */
const HIDES = /(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden)/i;

/** CSS for which the browser draws texts as images. */
const DRAWS = /(?:(?<![\w.#-])(?:-webkit-)?filter|-webkit-box-reflect)\s*:(?!\s*(?:none|initial|unset))/i;

/** CSS that adds texts to elements. */
const PARTS = /:(?:before|after|marker)\b/i;
const ADDS = /(?<![\w-])content\s*:(?!\s*(?:none|normal|""|''))/i;

/** A language tag by RFC 1766 and its successors, as both standards require. */
const LANGUAGE_TAG = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i;

const FIELDS = new Set(['input', 'select', 'textarea']);
/** Types of `input` that need no label. */
const UNLABELLED = new Set(['hidden', 'submit', 'reset', 'button']);

/** SVG elements that draw nothing themselves. */
const UNDRAWN = new Set(
  'defs symbol title desc metadata style clipPath mask marker pattern linearGradient radialGradient filter'.split(' '),
);

const hasSource = (img: Element): boolean =>
  attribute(img, 'src') !== undefined || attribute(img, 'srcset') !== undefined;

const draws = (svg: Element): boolean =>
  svg.childNodes.some(
    (node) => isElement(node) && !UNDRAWN.has(node.tagName) && !isHidden(node) && (node.tagName !== 'g' || draws(node)),
  );

const textOf = (style: Element): string => style.childNodes.map((node) => ('value' in node ? node.value : '')).join('');

/** Returns the level of a heading as the browser tags it. */
function levelOf(element: Element): number | undefined {
  const own = isHtml(element) ? /^h([1-6])$/.exec(element.tagName)?.[1] : undefined;
  const role = roleOf(element);
  if (role !== 'heading' && (role !== '' || own === undefined)) return undefined;
  const said = Number.parseInt(valueIn(element, 'aria-level'), 10);
  return said >= 1 ? said : Number(own ?? 2);
}

function isInLabel(field: Element): boolean {
  for (let { parentNode } = field; parentNode && 'tagName' in parentNode; { parentNode } = parentNode)
    if (parentNode.tagName === 'label') return true;
  return false;
}
