/** Shows a PDF page by page on canvases. A new PDF replaces the pages in place, so that they keep their scroll position. */
import './pdf-support.js';
import { getDocument, type PDFDocumentProxy, type PDFPageProxy, PDFWorker } from 'pdfjs-dist';
import { type Found, type PageText, placeIn, type Sought } from '../editor/follow.js';
import { fill, h } from '../ui/dom.js';

/** CSS pixels per point of a PDF. */
const PER_POINT = 96 / 72;
const MAX_SCALE = 4;
/** The space around pages in CSS pixels. */
const GAP = 16;

interface Shown {
  page: PDFPageProxy;
  frame: HTMLElement;
  /** The scale of its canvas; 0 before it is drawn. */
  drawn: number;
  text?: Promise<PageText>;
}

export interface ShowOptions {
  edit: number;
  /** The number of pages to keep places for, if the PDF has only the first ones. */
  expected?: number;
  /** The number of pages to draw even if they are not visible. */
  drawn?: number;
  isCurrent?: () => boolean;
}

let worker: PDFWorker | undefined;
export function startPdfWorker(path: string): void {
  worker = PDFWorker.create({ port: new Worker(path, { type: 'module' }) });
}

export class PdfPages {
  private shown: Shown[] = [];
  private pdf: PDFDocumentProxy | undefined;
  /** A factor of the width that fits; 1 is the whole width. */
  private zoom = 1;
  private generation = 0;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private readonly mark = h('div', { class: 'place', hidden: true });

  /** @param element scrolls the pages. It needs a tab stop and a label. */
  constructor(readonly element: HTMLElement) {
    element.addEventListener('scroll', () => this.later(30), { passive: true });
    new ResizeObserver(() => this.resize()).observe(element);
  }

  /**
   * Draws the visible pages beside the shown ones, then replaces these.
   *
   * @returns whether it was shown. It is not if a newer one began, or `isCurrent` turned false.
   */
  async show(
    bytes: Uint8Array,
    { edit, expected = 0, drawn = 0, isCurrent = () => true }: ShowOptions,
  ): Promise<boolean> {
    const generation = ++this.generation;
    const isNewest = (): boolean => generation === this.generation && isCurrent();
    const pdf = await getDocument({
      data: bytes,
      isEvalSupported: false,
      enableXfa: false,
      stopAtErrors: false,
      ...(worker && { worker }),
    }).promise;
    const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)));
    const next = pages.map((page, index) => ({ page, frame: frameOf(index, pages.length), drawn: 0 }) as Shown);
    const scales = next.map(({ page }) => this.scaleOf(page));
    for (const [index, each] of next.entries()) size(each, scales[index] ?? 1);
    const visible = drawn > 0 ? next.slice(0, drawn) : this.visibleOf(next, scales);
    await Promise.all(visible.map((each) => draw(each, this.scaleOf(each.page))));
    const texts = await Promise.all(visible.map((each) => textOf(each)));
    if (!isNewest()) {
      void pdf.loadingTask.destroy();
      return false;
    }
    for (const [index, each] of visible.entries()) describe(each, texts[index]);
    const old = this.pdf;
    const places = Math.max(0, expected - next.length);
    const { scrollTop, scrollLeft } = this.element;
    fill(this.element, this.mark, ...next.map(({ frame }) => frame), ...this.placeholders(next[0], places));
    this.element.scrollTop = scrollTop;
    this.element.scrollLeft = scrollLeft;
    this.shown = next;
    this.pdf = pdf;
    this.element.dataset['edit'] = String(edit);
    void old?.loadingTask.destroy();
    this.later(0);
    return true;
  }

  get pageCount(): number {
    return this.shown.length;
  }

  /** The page, from 1, at the upper half of the view. */
  get currentPage(): number {
    const { top, height } = this.element.getBoundingClientRect();
    const index = this.shown.findIndex(({ frame }) => frame.getBoundingClientRect().bottom > top + height / 3);
    return index < 0 ? this.shown.length : index + 1;
  }

  clear(): void {
    this.generation += 1;
    this.shown = [];
    void this.pdf?.loadingTask.destroy();
    this.pdf = undefined;
    fill(this.element);
    delete this.element.dataset['edit'];
  }

  setZoom(zoom: number): void {
    this.zoom = zoom;
    this.resize();
  }

  /** Scrolls to a text unless it is visible, and marks its line. */
  async reveal(sought: Sought): Promise<void> {
    const generation = this.generation;
    const texts = await Promise.all(this.shown.map((each) => textOf(each)));
    const found = generation === this.generation ? placeIn(texts, sought) : undefined;
    const frame = found && this.shown[found.page]?.frame;
    this.mark.hidden = frame === undefined;
    if (frame !== undefined && found !== undefined) this.scrollTo(frame, found);
  }

  private scrollTo(frame: HTMLElement, { top }: Found): void {
    const y = frame.offsetTop + top * frame.offsetHeight;
    this.mark.style.top = `${y}px`;
    const { scrollTop, clientHeight } = this.element;
    if (y < scrollTop + GAP || y > scrollTop + clientHeight - 3 * GAP)
      this.element.scrollTo({ top: Math.max(0, y - clientHeight / 3) });
  }

  private scaleOf(page: PDFPageProxy): number {
    const { width } = page.getViewport({ scale: 1 });
    const room = Math.max(100, this.element.clientWidth - 2 * GAP);
    return Math.min(MAX_SCALE, Math.min(room / width, 1.5 * PER_POINT) * this.zoom);
  }

  /** Returns the pages that the view shows at its scroll position. */
  private visibleOf(pages: readonly Shown[], scales: readonly number[]): Shown[] {
    const { scrollTop, clientHeight } = this.element;
    const visible: Shown[] = [];
    let top = GAP;
    for (const [index, each] of pages.entries()) {
      const bottom = top + each.page.getViewport({ scale: scales[index] ?? 1 }).height;
      if (bottom > scrollTop && top < scrollTop + clientHeight) visible.push(each);
      top = bottom + GAP;
    }
    return visible.length > 0 ? visible : pages.slice(-1);
  }

  private placeholders(first: Shown | undefined, count: number): HTMLElement[] {
    return Array.from({ length: count }, () => {
      const frame = h('div', { class: 'page awaited' });
      if (first !== undefined) frame.style.cssText = first.frame.style.cssText;
      return frame;
    });
  }

  private resize(): void {
    this.mark.hidden = true;
    for (const each of this.shown) size(each, this.scaleOf(each.page));
    this.later(100);
  }

  /** Draws what became visible. */
  private later(delay: number): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => void this.drawVisible(), delay);
  }

  private async drawVisible(): Promise<void> {
    const { shown, generation } = this;
    const isCurrent = (): boolean => generation === this.generation;
    for (const each of this.visibleOf(
      shown,
      shown.map(({ page }) => this.scaleOf(page)),
    )) {
      const scale = this.scaleOf(each.page);
      if (!isCurrent()) return;
      if (each.drawn === scale) continue;
      await draw(each, scale).catch(() => undefined); // its PDF was replaced meanwhile
      if (isCurrent()) describe(each, await textOf(each).catch(() => undefined));
    }
  }
}

const frameOf = (index: number, count: number): HTMLElement =>
  h('div', { class: 'page', role: 'group', 'aria-label': `Page ${index + 1} of ${count}` });

function size({ page, frame }: Shown, scale: number): void {
  const { width, height } = page.getViewport({ scale });
  frame.style.width = `${Math.floor(width)}px`;
  frame.style.height = `${Math.floor(height)}px`;
}

/** The largest canvas in pixels. Browsers show nothing of much larger ones. */
const MAX_PIXELS = 16_000_000;

async function draw(shown: Shown, scale: number): Promise<void> {
  const ratio = Math.min(window.devicePixelRatio || 1, 2);
  const { width, height } = shown.page.getViewport({ scale: scale * ratio });
  const fitting = Math.min(1, Math.sqrt(MAX_PIXELS / (width * height)));
  const viewport = shown.page.getViewport({ scale: scale * ratio * fitting });
  const canvas = h('canvas', {
    width: Math.floor(viewport.width),
    height: Math.floor(viewport.height),
    'aria-hidden': 'true',
  });
  await shown.page.render({ canvas, viewport }).promise;
  shown.frame.querySelector('canvas')?.remove();
  shown.frame.prepend(canvas);
  shown.drawn = scale;
}

function textOf(shown: Shown): Promise<PageText> {
  shown.text ??= readText(shown.page);
  return shown.text;
}

async function readText(page: PDFPageProxy): Promise<PageText> {
  const { height } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const pieces = items.flatMap((item) =>
    'str' in item
      ? [{ text: item.hasEOL ? `${item.str}\n` : item.str, top: 1 - ((item.transform[5] ?? 0) + item.height) / height }]
      : [],
  );
  return { pieces };
}

/** Adds the text for screen readers. */
function describe({ frame }: Shown, text: PageText | undefined): void {
  frame.querySelector('.page-text')?.remove();
  const whole = text?.pieces.map((piece) => piece.text).join('') ?? '';
  frame.append(h('p', { class: 'unseen page-text' }, whole));
}

/** Returns the bytes of base64. */
export function bytesOf(base64: string): Uint8Array {
  const native = (Uint8Array as { fromBase64?: (text: string) => Uint8Array }).fromBase64;
  return native
    ? native.call(Uint8Array, base64)
    : Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
