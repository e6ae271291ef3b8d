/** Walks the tree of a document once: removes forbidden and useless content, and collects findings and images. */

import { ServiceError } from '@toolpress/contract';
import { countRequired, type PageMarks } from '@toolpress/template';
import {
  type Attribute,
  attribute,
  type ChildNode,
  type Element,
  holdsText,
  isElement,
  isHtml,
  isMathMl,
  isSvg,
  isText,
  ownText,
  type ParentNode,
  replaceText,
  styleElement,
  templateContent,
} from '../html.js';
import { type FoundImage, ImageCollector } from '../images/collector.js';
import { IMAGE_ATTRIBUTES, isProse, isRemoved } from './attribute-rules.js';
import { CssInspection, type CssInspectionOptions } from './css-inspection.js';
import { type ElementRule, isForPaper, isStylesheetLink, mediaOf, ruleOf } from './element-rules.js';
import { becomeStandIn, canStandIn, isImageObject, SHOWN_BY, standInStyle } from './frames.js';
import { isLink, type LinkCheck, linkAddress } from './links.js';
import { modernizeMath } from './math.js';
import { ignoredAttributes, ReaderParts } from './math-attributes.js';
import { mayChangePage } from './page-state.js';
import { ScriptNotices } from './script-notices.js';
import type { InlinedSheet } from './sheet-text.js';
import { hasTex } from './tex.js';
import { attributeSubject, elementSubject, type Subject } from './violation.js';

/** The largest depth of nested elements. Chromium flattens deeper nesting. */
export const MAX_NESTING = 500;

/** Elements whose text shows programs, or is not printed. */
const NO_TEX = new Set('pre code kbd samp tt title textarea annotation mtext'.split(' '));

export interface InspectionOptions extends CssInspectionOptions {
  /** The sheet of the request, if it belongs to the document. */
  readonly css?: string;
  /** The default language. */
  readonly language?: string | undefined;
  /** The marks of page numbers, if page numbers are possible. */
  readonly marks?: PageMarks | undefined;
  /** Whether the text may have TeX formulas. */
  readonly mayHaveTex?: boolean;
  /** Completes links. Absent for a text without links, or whose links are complete. */
  readonly links?: LinkCheck | undefined;
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
  /** Whether it is inside a `noscript`. */
  readonly isNoScript: boolean;
}

/**
 * Walks a tree once and changes it: afterwards nothing in it runs, loads or links except the found images and allowed links. Takes
 * linear time; the stack does not grow with the depth.
 */
export class Inspection {
  title: string | undefined;
  language: string | undefined;
  private changes = false;
  /** The number of required page numbers in ordinary texts. */
  numbersInText = 0;
  /** Names in elements, in lower case. */
  readonly languages = new Set<string>();
  private knownCollector: ImageCollector | undefined;
  private readonly levels: Level[] = [];
  private knownCss: CssInspection | undefined;
  /** Created for the first script of the document. */
  private scripts: ScriptNotices | undefined;
  /** The first `template` with text, which is not printed. */
  private template: Element | undefined;
  private readerParts: ReaderParts | undefined;
  /** The first element with a TeX formula. */
  private tex: Element | undefined;
  private root: ParentNode = { childNodes: [] } as unknown as ParentNode;

  constructor(private readonly options: InspectionOptions) {}

  /** See `CheckedDocument`. */
  get changesPage(): boolean {
    return this.changes || this.knownCss?.changesPage === true;
  }

  /** The images without data URLs, each once, in the order of the document. */
  get images(): FoundImage[] {
    return this.knownCollector?.images ?? [];
  }

  private get css(): CssInspection {
    this.knownCss ??= new CssInspection(this.options);
    return this.knownCss;
  }

  private get collector(): ImageCollector {
    const { spans, findings, files } = this.options;
    this.knownCollector ??= new ImageCollector(spans, findings, files);
    return this.knownCollector;
  }

  /** Walks the tree. @throws Violation for CSS that is too complex. ServiceError for a document that is nested too deeply. */
  run(root: ParentNode): void {
    this.root = root;
    this.enter(root, { language: this.options.fonts?.language(this.options.language ?? '') ?? '', isNoScript: false });
    for (let level = this.levels.at(-1); level !== undefined; level = this.levels.at(-1)) {
      const node = level.nodes[level.next++];
      if (node === undefined) this.leave(level);
      else if (isElement(node)) this.visit(node, level);
      else this.take(node, level);
    }
    this.scripts?.finish();
    if (this.tex && this.scripts?.drawsFormulas !== true) this.noticeTex(this.tex);
    this.options.links?.finish(root);
    if (this.template && !holdsText(root))
      this.options.findings.notice('template', {
        code: 'nothing_printed',
        subject: this.subjectOf(this.template),
        fault: ALL_IN_TEMPLATE,
      });
  }

  private take(node: ChildNode, { keep: { parent, nodes }, language }: Level): void {
    nodes?.push(node);
    if (!isText(node) || parent.nodeName === 'style') return;
    const { marks, fonts, mayHaveTex } = this.options;
    fonts?.text(node.value, language);
    if (mayHaveTex && !this.tex && 'tagName' in parent && hasTex(node.value) && !this.isInCode) this.tex = parent;
    if (marks && parent.nodeName !== 'title') this.numbersInText += countRequired(marks.numbersIn(node.value));
  }

  /** Whether one of the open elements has texts as they are written. */
  private get isInCode(): boolean {
    return this.levels.some(({ keep: { parent } }) => 'tagName' in parent && NO_TEX.has(parent.tagName));
  }

  private enter(parent: ParentNode, { language, isNoScript }: Pick<Level, 'language' | 'isNoScript'>): void {
    if (parent.childNodes.length === 0) return;
    this.push({ nodes: parent.childNodes, next: 0, keep: { parent, nodes: undefined }, language, isNoScript });
  }

  private push(level: Level): void {
    if (this.levels.length > MAX_NESTING) throw tooDeep();
    this.levels.push(level);
  }

  private leave({ keep: { parent, nodes } }: Level): void {
    this.levels.pop();
    if (nodes !== undefined) parent.childNodes = nodes;
  }

  private visit(element: Element, level: Level): void {
    if (isStylesheetLink(element)) {
      this.put(this.linkedSheets(element), level);
      return;
    }
    if (element.tagName in SHOWN_BY && isImageObject(element) && !this.collector.takeObject(element)) {
      level.keep.nodes ??= level.nodes.slice(0, level.next - 1);
      this.unwrap(element, level);
      return;
    }
    const rule = ruleOf(element);
    if (rule?.ifShown) {
      this.replaceFrame(element, rule, level);
      return;
    }
    if (rule?.treatment === 'refused') this.refuse(this.subjectOf(element), `is not allowed: ${rule.because}`);
    if (element.tagName === 'script') this.inspectScript(element);
    if (element.tagName === 'base') this.options.links?.readBase(element);
    if (element.tagName === 'template' && isHtml(element) && holdsText(templateContent(element)))
      this.template ??= element;
    if (rule?.treatment === 'refused' || rule?.treatment === 'removed' || rule?.treatment === 'unwrapped') {
      level.keep.nodes ??= level.nodes.slice(0, level.next - 1);
      if (rule.treatment === 'unwrapped') this.unwrap(element, level);
      return;
    }
    if (rule?.treatment === 'warned') this.warn(element, rule);
    if (rule?.treatment === 'text') becomePre(element);
    if (isMathMl(element)) this.inspectMath(element);
    const imports = this.inspect(element);
    if (imports.length > 0) this.put(imports, level);
    level.keep.nodes?.push(element);
    const { fonts } = this.options;
    const language = this.languageOf(element) ?? level.language;
    fonts?.element(element.tagName, language);
    if (fonts) for (const { name, value } of element.attrs) if (name !== 'style') fonts.text(value, language);
    this.enter(element, { language, isNoScript: level.isNoScript });
  }

  /** Replaces a frame by a placeholder. A frame in a `noscript` is removed silently. */
  private replaceFrame(frame: Element, { because }: ElementRule, level: Level): void {
    const { findings } = this.options;
    const style = attribute(frame, 'style')?.value ?? '';
    const fault = `is not allowed: ${because}`;
    const make = canStandIn(frame) ? (address: string) => standInStyle(frame, address) : undefined;
    const standIn = findings.isStandIn(style)
      ? style
      : level.isNoScript
        ? undefined
        : findings.addFrame({ subject: this.subjectOf(frame), fault }, make);
    if (standIn === undefined) level.keep.nodes ??= level.nodes.slice(0, level.next - 1);
    else {
      becomeStandIn(frame, standIn);
      this.changes = true;
      level.keep.nodes?.push(frame);
    }
  }

  /** Inserts style sheets in place of the current element. */
  private put(sheets: readonly InlinedSheet[], level: Level): void {
    level.keep.nodes ??= level.nodes.slice(0, level.next - 1);
    for (const { css, media } of sheets) {
      const element = styleElement(css, media);
      element.parentNode = level.keep.parent;
      level.keep.nodes.push(element);
    }
  }

  private linkedSheets(link: Element): InlinedSheet[] {
    const href = attribute(link, 'href');
    if (href === undefined || !isForPaper(link)) return [];
    const media = mediaOf(link);
    return this.options.sheets.all().linked(href.value, media, attributeSubject(link, href, this.options.spans));
  }

  private languageOf(element: Element): string | undefined {
    if (element.attrs.length === 0) return undefined;
    const tag =
      element.attrs.find(({ name, prefix }) => name === 'lang' && prefix === 'xml') ?? attribute(element, 'lang');
    if (tag) this.languages.add(tag.value.trim().toLowerCase());
    return tag && this.options.fonts?.language(tag.value);
  }

  private unwrap(element: Element, { keep, language, isNoScript }: Level): void {
    for (const child of element.childNodes) child.parentNode = keep.parent;
    const within = isNoScript || element.tagName === 'noscript';
    this.push({ nodes: element.childNodes, next: 0, keep, language, isNoScript: within });
  }

  /** Inspects an element. Returns the style sheets that it imports. */
  private inspect(element: Element): InlinedSheet[] {
    if (element.attrs.length > 0) this.inspectAttributes(element);
    this.changes ||= mayChangePage(element);
    if (isHtml(element)) {
      if (mayShowImage(element)) this.collector.take(element);
      if (element.tagName === 'progress') standStill(element);
    }
    if (element.tagName === 'style') return this.css.sheet(element);
    if (element.tagName === 'title' && isHtml(element)) this.title ??= ownText(element);
    else if (element.tagName === 'html') this.language ??= attribute(element, 'lang')?.value;
    return [];
  }

  private inspectAttributes(element: Element): void {
    const stay = element.attrs.filter((attr) => !isRemoved(element, attr) && this.mayStay(element, attr));
    if (stay.length < element.attrs.length) element.attrs = stay;
  }

  private mayStay(element: Element, attr: Attribute): boolean {
    if (attr.name === 'href') return this.inspectReference(element, attr);
    if (attr.name === 'face' && element.tagName === 'font') this.css.families(element, attr);
    if (attr.name === 'style' || (isSvg(element) && !isProse(attr))) this.css.declarations(element, attr);
    return true;
  }

  private inspectReference(element: Element, attr: Attribute): boolean {
    if (isLink(element)) {
      attr.value = linkAddress(this.options.links?.complete(element, attr) ?? attr.value);
      return true;
    }
    if (!isSvg(element)) return true; // has no meaning
    const pointsIntoDocument = attr.value.trimStart().startsWith('#');
    if (element.tagName === 'image' || (element.tagName === 'feImage' && !pointsIntoDocument))
      return this.collector.takeAttribute(element, attr);
    if (!pointsIntoDocument) this.refuse(attributeSubject(element, attr, this.options.spans), OTHER_FILE);
    return pointsIntoDocument;
  }

  private inspectMath(element: Element): void {
    this.readerParts ??= new ReaderParts();
    for (const { attr, because } of ignoredAttributes(element, this.readerParts)) {
      const subject = attributeSubject(element, attr, this.options.spans);
      const fault = `is ignored: ${because}`;
      this.options.findings.noticeEach({ code: 'markup_ignored', subject, fault });
    }
    modernizeMath(element, this.options.findings.counts);
  }

  private inspectScript(script: Element): void {
    this.scripts ??= new ScriptNotices(this.root, this.options);
    this.scripts.inspect(script);
  }

  private noticeTex(element: Element): void {
    const fault =
      'prints TeX as it is written, because no script runs: send `math` elements, or the HTML and the style sheet that KaTeX makes';
    this.options.findings.notice('tex', { code: 'markup_ignored', subject: this.subjectOf(element), fault });
  }

  private warn(element: Element, { code = 'markup_ignored', because }: Pick<ElementRule, 'code' | 'because'>): void {
    const fault = `${code === 'markup_ignored' ? 'means nothing' : 'is empty'}: ${because}`;
    this.options.findings.notice(`element ${because}`, { code, subject: this.subjectOf(element), fault });
  }

  private subjectOf(element: Element): Subject {
    return elementSubject(element, this.options.spans);
  }

  private refuse(subject: Subject, fault: string): void {
    this.options.findings.add({ kind: 'content', code: 'content_blocked', subject, fault });
  }
}

const OTHER_FILE = 'refers to another file; only `#name` is allowed, for elements of the same document';

const ALL_IN_TEMPLATE =
  'holds all text of the document, and only scripts show it, which never run: move its content out of the `template`';

/** Returns whether an HTML element may show an image by its attributes. */
const mayShowImage = ({ tagName, attrs }: Element): boolean =>
  tagName === 'img' || tagName === 'picture' || attrs.some(({ name }) => IMAGE_ATTRIBUTES[tagName] === name);

/** A `pre` drops a line feed at its beginning, as a `listing` does, the others do not. */
function becomePre(element: Element): void {
  const text = ownText(element);
  if (element.tagName !== 'listing' && text.startsWith('\n')) replaceText(element, `\n${text}`);
  element.tagName = 'pre';
  element.nodeName = 'pre';
}

/** Sets the value of a `progress` without one: a moving bar would print differently each time. */
function standStill(progress: Element): void {
  if (attribute(progress, 'value') === undefined) progress.attrs.push({ name: 'value', value: '0' });
}

/** Not a Violation: a location would not help, and finding it would take long. */
const tooDeep = (): ServiceError =>
  new ServiceError(
    'document_too_complex',
    `The document nests elements more than ${MAX_NESTING} levels deep; make it flatter.`,
  );
