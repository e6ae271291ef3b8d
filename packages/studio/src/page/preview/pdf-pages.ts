/** Shows a PDF page by page on canvases. A new PDF replaces the pages in place, so that they keep their scroll position. */
import { getDocument, type PDFDocumentProxy, type PDFPageProxy, type PDFWorker } from 'pdfjs-dist';
import { type Found, type PageText, placeIn, type Sought } from '../editor/follow.js';
import { fill, h } from '../ui/dom.js';
import type { Piece } from './page-text.js';
import { sharedWorker } from './shared-worker.js';
import { describe, draw, erase, frameOf, type Shown, size, textOf } from './shown-page.js';
import { percentOf, scaleOf, type Zoom } from './zoom.js';

/** The space around pages in CSS pixels. */
const GAP = 16;
/** The width of the mark with a space, in CSS pixels. */
const MARK_WIDTH = 8;
/** The pages in so many views above and below stay drawn. */
const KEPT_VIEWS = 3;

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
  worker = sharedWorker(path);
}

/** Opens a PDF, whose bytes move to the worker. */
export const openPdf = (data: Uint8Array): Promise<PDFDocumentProxy> =>
  getDocument({ data, isEvalSupported: false, enableXfa: false, stopAtErrors: false, ...(worker && { worker }) })
    .promise;

export class PdfPages {
  private shown: Shown[] = [];
  private pdf: PDFDocumentProxy | undefined;
  private zoom: Zoom = 'width';
  /** The page that was asked for, until the view is scrolled. The end of the pages may be above the top of the last one. */
  private asked: { page: number; scrollTop: number } | undefined;
  private generation = 0;
  /** Whether pages out of view stay drawn. */
  private keepsAll = false;
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
    const pdf = await openPdf(bytes);
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
    this.keepsAll = drawn > 0;
    this.pdf = pdf;
    this.element.dataset['edit'] = String(edit);
    void old?.loadingTask.destroy();
    this.later(0);
    return true;
  }

  get pageCount(): number {
    return this.shown.length;
  }

  get proxies(): PDFPageProxy[] {
    return this.shown.map(({ page }) => page);
  }

  /** The page, from 1, at the upper half of the view. */
  get currentPage(): number {
    const { asked } = this;
    if (asked !== undefined && asked.scrollTop === this.element.scrollTop)
      return Math.min(asked.page, this.shown.length);
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

  /** The size of the current page in percent of the printed size. */
  get percent(): number {
    const current = this.shown[this.currentPage - 1];
    return current === undefined ? 100 : percentOf(this.scaleOf(current.page));
  }

  /** @param y the distance from the top of the view that keeps its place in the pages; default: the middle. */
  setZoom(zoom: Zoom, y = this.element.clientHeight / 2): void {
    const { element } = this;
    const at = element.scrollTop + y;
    const frame = this.shown.find((each) => each.frame.offsetTop + each.frame.offsetHeight > at)?.frame;
    const share = frame === undefined ? 0 : (at - frame.offsetTop) / frame.offsetHeight;
    const across = (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth;
    this.zoom = zoom;
    this.resize();
    if (frame !== undefined) element.scrollTop = frame.offsetTop + share * frame.offsetHeight - y;
    element.scrollLeft = across * element.scrollWidth - element.clientWidth / 2;
  }

  /** Scrolls to the top of a page. @param page counts from 1. */
  goTo(page: number): void {
    const frame = this.shown[page - 1]?.frame;
    if (frame === undefined) return;
    this.element.scrollTop = frame.offsetTop - GAP;
    this.asked = { page, scrollTop: this.element.scrollTop };
    this.later(0);
  }

  /** Returns the texts of all pages. */
  texts(): Promise<PageText<Piece>[]> {
    return Promise.all(this.shown.map((each) => textOf(each)));
  }

  /** Returns the point of the pages at a place of the window, as fractions of a page. @returns undefined beside the pages. */
  pointAt(clientX: number, clientY: number): { page: number; x: number; y: number } | undefined {
    for (const [page, { frame }] of this.shown.entries()) {
      const { left, top, width, height } = frame.getBoundingClientRect();
      const [x, y] = [(clientX - left) / width, (clientY - top) / height];
      if (x >= 0 && x <= 1 && y >= 0 && y <= 1) return { page, x, y };
    }
    return undefined;
  }

  /** Scrolls to a text unless it is visible, and marks its line. */
  async reveal(sought: Sought): Promise<void> {
    const generation = this.generation;
    const texts = await this.texts();
    this.markLine(generation === this.generation ? placeIn(texts, sought) : undefined);
  }

  /** Marks a line or a text, and scrolls to it unless it is visible. */
  markLine(found: Found | undefined): void {
    const frame = found && this.shown[found.page]?.frame;
    this.mark.hidden = frame === undefined;
    if (frame === undefined || found === undefined) return;
    const { top, left } = found;
    const y = frame.offsetTop + top * frame.offsetHeight;
    this.mark.style.top = `${y}px`;
    this.mark.style.left = left === undefined ? '' : `${frame.offsetLeft + left * frame.offsetWidth - MARK_WIDTH}px`;
    const { scrollTop, clientHeight } = this.element;
    if (y < scrollTop + GAP || y > scrollTop + clientHeight - 3 * GAP)
      this.element.scrollTo({ top: Math.max(0, y - clientHeight / 3) });
  }

  private scaleOf(page: PDFPageProxy): number {
    const { clientWidth, clientHeight } = this.element;
    const room = { width: clientWidth - 2 * GAP, height: clientHeight - 2 * GAP };
    return scaleOf(this.zoom, page.getViewport({ scale: 1 }), room);
  }

  /** Returns the pages that the view shows at its scroll position. @param around so many more views above and below. */
  private visibleOf(pages: readonly Shown[], scales: readonly number[], around = 0): Shown[] {
    const { clientHeight } = this.element;
    const scrollTop = this.element.scrollTop - around * clientHeight;
    const end = this.element.scrollTop + (1 + around) * clientHeight;
    const visible: Shown[] = [];
    let top = GAP;
    for (const [index, each] of pages.entries()) {
      const bottom = top + each.page.getViewport({ scale: scales[index] ?? 1 }).height;
      if (bottom > scrollTop && top < end) visible.push(each);
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
    const scales = this.shown.map(({ page }) => this.scaleOf(page));
    for (const [index, each] of this.shown.entries()) size(each, scales[index] ?? 1);
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
    const scales = shown.map(({ page }) => this.scaleOf(page));
    const near = new Set(this.keepsAll ? shown : this.visibleOf(shown, scales, KEPT_VIEWS));
    for (const each of shown) if (!near.has(each)) erase(each);
    for (const each of this.visibleOf(shown, scales)) {
      const scale = this.scaleOf(each.page);
      if (!isCurrent()) return;
      if (each.drawn === scale) continue;
      await draw(each, scale).catch(() => undefined); // its PDF was replaced meanwhile
      if (isCurrent()) describe(each, await textOf(each).catch(() => undefined));
    }
  }
}

/** Returns the bytes of base64. */
export function bytesOf(base64: string): Uint8Array {
  const native = (Uint8Array as { fromBase64?: (text: string) => Uint8Array }).fromBase64;
  return native
    ? native.call(Uint8Array, base64)
    : Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
