/** Choosing a text of the pages: by a click, or by keys that go from text to text. */
import type { Point } from '../editor/printed-place.js';
import { type Piece, pieceAt, textPieces } from './page-text.js';
import type { PdfPages } from './pdf-pages.js';

/** The distance in pixels from which a press is a drag. */
const DRAG = 4;

export interface ClickOptions {
  /** Called with a text that was chosen. */
  chosen(point: Point, texts: readonly { pieces: readonly Piece[] }[]): void;
  /** Called with the text that the keys have reached. */
  reached(text: string): void;
}

export class PageClicks {
  private pressed: { x: number; y: number } | undefined;
  /** The text that the keys have reached. */
  private at: { page: number; piece: number } | undefined;

  constructor(
    private readonly pages: PdfPages,
    private readonly options: ClickOptions,
  ) {
    const { element } = pages;
    element.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => (this.pressed = { x, y }));
    element.addEventListener('click', (event) => void this.clicked(event));
    element.addEventListener('keydown', (event) => this.keyPressed(event));
  }

  private async clicked({ clientX, clientY, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): Promise<void> {
    const { x = clientX, y = clientY } = this.pressed ?? {};
    const isDrag = Math.hypot(clientX - x, clientY - y) > DRAG;
    if (isDrag || ctrlKey || metaKey || shiftKey || altKey || this.hasSelection()) return;
    const point = this.pages.pointAt(clientX, clientY);
    if (point === undefined) return;
    const texts = await this.pages.texts();
    const text = texts[point.page];
    const found = text && pieceAt(text, point.x, point.y);
    if (found !== undefined) this.options.chosen({ page: point.page, ...found }, texts);
  }

  private hasSelection(): boolean {
    const selection = getSelection();
    return selection?.isCollapsed === false && this.pages.element.contains(selection.anchorNode);
  }

  private keyPressed(event: KeyboardEvent): void {
    const { key, altKey } = event;
    const step = altKey ? { ArrowDown: 1, ArrowUp: -1 }[key] : undefined;
    if (step === undefined && key !== 'Enter') return;
    event.preventDefault();
    void (step === undefined ? this.choose() : this.move(step));
  }

  /** Goes to the next or previous text, at first to the first one of the current page. */
  private async move(step: number): Promise<void> {
    const texts = await this.pages.texts();
    const all = texts.flatMap((text, page) => textPieces(text).map((piece) => ({ page, piece })));
    const { at } = this;
    const last = all.findIndex(({ page, piece }) => page === at?.page && piece === at.piece);
    const first = all.findIndex(({ page }) => page >= this.pages.currentPage - 1);
    const next = all[Math.min(all.length - 1, Math.max(0, last < 0 ? first : last + step))];
    const found = next && texts[next.page]?.pieces[next.piece];
    if (next === undefined || found === undefined) return;
    this.at = next;
    const { top, left, text } = found;
    this.pages.markLine({ page: next.page, top, left });
    this.options.reached(text.trim());
  }

  private async choose(): Promise<void> {
    const { at } = this;
    const texts = await this.pages.texts();
    if (at !== undefined && texts[at.page]?.pieces[at.piece] !== undefined)
      this.options.chosen({ ...at, share: 0 }, texts);
  }
}
