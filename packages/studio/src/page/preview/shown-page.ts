/** One page: its frame, its canvas, and its text for screen readers. */
import type { PDFPageProxy } from 'pdfjs-dist';
import type { PageText } from '../editor/follow.js';
import { h } from '../ui/dom.js';
import { type Piece, readText } from './page-text.js';

export interface Shown {
  page: PDFPageProxy;
  frame: HTMLElement;
  /** The scale of its canvas; 0 before it is drawn. */
  drawn: number;
  text?: Promise<PageText<Piece>>;
}

export const frameOf = (index: number, count: number): HTMLElement =>
  h('div', { class: 'page', role: 'group', 'aria-label': `Page ${index + 1} of ${count}` });

export function size({ page, frame }: Shown, scale: number): void {
  const { width, height } = page.getViewport({ scale });
  frame.style.width = `${Math.floor(width)}px`;
  frame.style.height = `${Math.floor(height)}px`;
}

/** Frees the memory of a page. */
export function erase(shown: Shown): void {
  shown.frame.querySelector('canvas')?.remove();
  shown.drawn = 0;
}

/** The largest canvas in pixels. Browsers show nothing of much larger ones. */
const MAX_PIXELS = 16_000_000;

export async function draw(shown: Shown, scale: number): Promise<void> {
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

export function textOf(shown: Shown): Promise<PageText<Piece>> {
  shown.text ??= readText(shown.page);
  return shown.text;
}

/** Adds the text for screen readers. */
export function describe({ frame }: Shown, text: PageText | undefined): void {
  frame.querySelector('.page-text')?.remove();
  const whole = text?.pieces.map((piece) => piece.text).join('') ?? '';
  frame.append(h('p', { class: 'unseen page-text' }, whole));
}
