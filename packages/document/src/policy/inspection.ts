/** Walks the tree of a document once: reports what is not allowed, removes what has no effect, collects images. */
import { ServiceError } from '@toolpress/contract';
import { type CssFault, canNotHaveFaults, faultIn } from '../css/forbidden.js';
import { type PageProperty, withoutPageDeclarations } from '../css/page-rules.js';
import {
  type Attribute,
  attribute,
  type ChildNode,
  type Element,
  isElement,
  isHtml,
  isSvg,
  isText,
  ownText,
  type ParentNode,
  replaceText,
} from '../html.js';
import { type FoundImage, ImageCollector } from '../images/collector.js';
import { isFollowable, isLink, isProse, isRemoved } from './attribute-rules.js';
import { type ElementRule, ruleOf } from './element-rules.js';
import { FontFallbackNotes } from './font-fallback.js';
import { atRuleMayChangePage, mayChangePage } from './page-state.js';
import { attributeSubject, cssViolation, elementSubject, type Spans, Violation } from './violation.js';

/** Chromium itself flattens deeper nesting. */
export const MAX_NESTING = 500;

interface InspectionOptions {
  /** Page properties that the request decides and the document therefore may not. */
  readonly pageProperties: readonly PageProperty[];
  readonly spans: Spans;
  /** The default where the HTML says none. */
  readonly language?: string | undefined;
  /** Counts the placeholders in a text, if there can be any. */
  readonly countMarks?: ((text: string) => number) | undefined;
}

/** The nodes of a parent that stay; undefined as long as all of them do. */
interface Keep {
  readonly parent: ParentNode;
  nodes: ChildNode[] | undefined;
}

/** The position in one list of nodes. */
interface Level {
  readonly nodes: readonly ChildNode[];
  next: number;
  /** Shared with the outer level when the element between was unwrapped. */
  readonly keep: Keep;
  /** As returned by `FontFallbackNotes.language`. */
  readonly language: string;
}

/**
 * One walk over one tree, which it changes: afterwards nothing in it runs, loads or links but the images found and allowed
 * links. Time is linear in the size of the tree; the stack does not grow with its depth.
 */
export class Inspection {
  title: string | undefined;
  language: string | undefined;
  /** See `CheckedDocument`. */
  changesPage = false;
  /** How many placeholders are in ordinary texts. */
  marksInText = 0;
  readonly fonts = new FontFallbackNotes();
  private readonly collector: ImageCollector;
  private readonly levels: Level[] = [];

  constructor(private readonly options: InspectionOptions) {
    this.collector = new ImageCollector(options.spans);
  }

  /** The remote images, each once, in the order of the document. */
  get images(): FoundImage[] {
    return this.collector.images;
  }

  /** @throws Violation for the first thing in the document that is not allowed; ServiceError when it is too deep. */
  run(root: ParentNode): void {
    this.enter(root, this.fonts.language(this.options.language ?? ''));
    for (let level = this.levels.at(-1); level !== undefined; level = this.levels.at(-1)) {
      const node = level.nodes[level.next++];
      if (node === undefined) this.leave(level);
      else if (isElement(node)) this.visit(node, level);
      else this.take(node, level);
    }
  }

  private take(node: ChildNode, { keep: { parent, nodes }, language }: Level): void {
    nodes?.push(node);
    if (!isText(node) || parent.nodeName === 'style') return;
    this.fonts.text(node.value, language);
    const { countMarks } = this.options;
    if (countMarks) this.marksInText += countMarks(node.value);
  }

  private enter(parent: ParentNode, language: string): void {
    if (parent.childNodes.length > 0) this.push(parent.childNodes, { parent, nodes: undefined }, language);
  }

  private push(nodes: readonly ChildNode[], keep: Keep, language: string): void {
    if (this.levels.length > MAX_NESTING) throw tooDeep();
    this.levels.push({ nodes, next: 0, keep, language });
  }

  private leave({ keep: { parent, nodes } }: Level): void {
    this.levels.pop();
    if (nodes !== undefined) parent.childNodes = nodes;
  }

  private visit(element: Element, level: Level): void {
    const rule = ruleOf(element);
    if (rule?.treatment === 'refused') throw this.notAllowed(element, rule);
    if (rule?.treatment === 'removed' || rule?.treatment === 'unwrapped') {
      level.keep.nodes ??= level.nodes.slice(0, level.next - 1);
      if (rule.treatment === 'unwrapped') this.unwrap(element, level);
      return;
    }
    if (rule?.treatment === 'text') becomePre(element);
    this.inspect(element);
    level.keep.nodes?.push(element);
    const language = this.languageOf(element) ?? level.language;
    this.fonts.element(element.tagName, language);
    for (const { name, value } of element.attrs) if (name !== 'style') this.fonts.text(value, language);
    this.enter(element, language);
  }

  private languageOf(element: Element): string | undefined {
    if (element.attrs.length === 0) return undefined;
    const tag =
      element.attrs.find(({ name, prefix }) => name === 'lang' && prefix === 'xml') ?? attribute(element, 'lang');
    return tag && this.fonts.language(tag.value);
  }

  private unwrap(element: Element, { keep, language }: Level): void {
    for (const child of element.childNodes) child.parentNode = keep.parent;
    this.push(element.childNodes, keep, language);
  }

  private inspect(element: Element): void {
    if (element.attrs.length > 0) this.inspectAttributes(element);
    this.changesPage ||= mayChangePage(element);
    if (isHtml(element)) this.collector.take(element);
    if (element.tagName === 'style') this.inspectSheet(element);
    else if (element.tagName === 'title' && isHtml(element)) this.title ??= ownText(element);
    else if (element.tagName === 'html') this.language ??= attribute(element, 'lang')?.value;
  }

  private inspectAttributes(element: Element): void {
    const stay = element.attrs.filter((attr) => !isRemoved(element, attr) && this.mayStay(element, attr));
    if (stay.length < element.attrs.length) element.attrs = stay;
  }

  private mayStay(element: Element, attr: Attribute): boolean {
    if (attr.name === 'href') return this.inspectReference(element, attr);
    if (attr.name === 'style' || (isSvg(element) && !isProse(attr))) this.inspectDeclarations(element, attr);
    return true;
  }

  private inspectReference(element: Element, attr: Attribute): boolean {
    if (isLink(element)) return isFollowable(attr.value);
    if (!isSvg(element)) return true; // has no meaning
    const pointsIntoDocument = attr.value.trimStart().startsWith('#');
    if (element.tagName === 'image' || (element.tagName === 'feImage' && !pointsIntoDocument))
      this.collector.takeAttribute(element, attr);
    else if (!pointsIntoDocument) throw new Violation(attributeSubject(element, attr, this.options.spans), OTHER_FILE);
    return true;
  }

  private inspectDeclarations(element: Element, attr: Attribute): void {
    this.fonts.css(attr.value);
    if (canNotHaveFaults(attr.value)) return;
    const fault = faultIn(attr.value, { fragments: isSvg(element) });
    if (fault) throw cssViolation(fault, attributeSubject(element, attr, this.options.spans));
  }

  private inspectSheet(element: Element): void {
    const css = ownText(element);
    const fault = faultIn(css, { fragments: isSvg(element), onAtRule: this.noteAtRule });
    if (fault) throw this.sheetViolation(element, fault);
    this.fonts.css(css);
    const stays = withoutPageDeclarations(css, this.options.pageProperties);
    if (stays !== css || element.childNodes.length > 1) replaceText(element, stays);
  }

  private readonly noteAtRule = (name: string): void => {
    this.changesPage ||= atRuleMayChangePage(name);
  };

  private sheetViolation(element: Element, fault: CssFault): Violation {
    const span = this.options.spans.ofText(element, fault.start, fault.end);
    return cssViolation(fault, { name: '`style`', span });
  }

  private notAllowed(element: Element, { because }: ElementRule): Violation {
    return new Violation(elementSubject(element, this.options.spans), `is not allowed: ${because}`);
  }
}

const OTHER_FILE = 'points into another file; only `#name` is allowed, for what is in the same document';

/** A `pre` drops a line feed at its beginning, as a `listing` does, the others do not. */
function becomePre(element: Element): void {
  const text = ownText(element);
  if (element.tagName !== 'listing' && text.startsWith('\n')) replaceText(element, `\n${text}`);
  element.tagName = 'pre';
  element.nodeName = 'pre';
}

/** Not a Violation: a location would not help, and finding it would take long. */
const tooDeep = (): ServiceError =>
  new ServiceError(
    'document_too_complex',
    `The document nests elements more than ${MAX_NESTING} levels deep; make it flatter.`,
  );
