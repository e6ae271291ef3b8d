/** The PDF beside the editor, with its figures. */

import type { PageText, Sought } from '../editor/follow.js';
import type { Point } from '../editor/printed-place.js';
import { ApiError, type Finding, type Preview } from '../service/api.js';
import { preview } from '../service/previews.js';
import { bytesText, checkbox, fill, h } from '../ui/dom.js';
import { PageClicks } from './page-clicks.js';
import { PageList } from './page-list.js';
import { bytesOf, PdfPages } from './pdf-pages.js';
import type { PreviewBodies, Source } from './preview-body.js';
import { PreviewLoop } from './preview-loop.js';
import { sheetText } from './zoom.js';
import { ZoomControl } from './zoom-control.js';

/** The pause in typing after which a preview is printed, in milliseconds. */
const DELAY_MS = 30;
/** The pause in typing after which a fault is shown. Tags that are being written are faults, too. */
const FAULT_MS = 400;
/** The time from which the first page is printed before the rest, in milliseconds. */
const LONG_MS = 400;

export interface PreviewOptions {
  /** Returns what is printed. */
  source(): Source;
  bodies: PreviewBodies;
  /** Called after a print. @returns what to say over the pages; undefined for nothing. */
  printed(warnings: readonly Finding[]): string | undefined;
  failed(error: unknown): void;
  /** Called when a text of the pages was chosen, with the texts of all pages. @returns whether its place was found. */
  chosen(point: Point, texts: readonly PageText[]): boolean;
}

export class PreviewPane {
  readonly samples = h('select', { 'aria-label': 'Data of the preview' });
  readonly follow = h('input', { type: 'checkbox', checked: true });
  private readonly figures = h('p', { class: 'figures' });
  private readonly sheet = h('span', { class: 'sheet' });
  /** Says what was chosen in the pages. */
  private readonly said = h('p', { class: 'said', role: 'status' });
  private readonly note = h('p', { class: 'stale', hidden: true });
  private readonly scroller = h('div', {
    class: 'pages',
    tabindex: 0,
    role: 'region',
    'aria-label': 'Pages of the PDF',
  });
  private readonly pages = new PdfPages(this.scroller);
  private readonly list = new PageList(this.pages, () => this.showSheet());
  private readonly loop: PreviewLoop<Source, Preview>;
  /** The last print: its time, and what is downloaded. */
  private last: { milliseconds: number; pages: number; bytes: Uint8Array<ArrayBuffer> } | undefined;
  private faultTimer: ReturnType<typeof setTimeout> | undefined;
  readonly element: HTMLElement;

  constructor(private readonly options: PreviewOptions) {
    const foot = h('div', { class: 'toolbar foot' });
    this.element = h(
      'section',
      { class: 'preview', 'aria-label': 'Preview' },
      h(
        'div',
        { class: 'toolbar' },
        h('label', { class: 'inline' }, 'Data', this.samples),
        checkbox('Follow cursor', this.follow),
      ),
      this.note,
      h('div', { class: 'views' }, this.list.element, this.scroller),
      foot,
      this.said,
    );
    const zoom = new ZoomControl(this.pages, this.element);
    fill(foot, this.list.controls, zoom.element, this.sheet, this.figures);
    new PageClicks(this.pages, {
      chosen: (point, texts) => this.choose(point, texts),
      reached: (text) => this.say(`${text} – Enter goes to its place in the text`),
    });
    this.loop = new PreviewLoop({
      delay: DELAY_MS,
      request: () => options.source(),
      print: async (source, firstPageOnly, signal) => preview(await options.bodies.of(source, firstPageOnly), signal),
      show: (printed, edit, isCurrent) => this.show(printed, edit, isCurrent),
      isWhole: ({ is_whole }) => is_whole,
      wait: (edit) => this.wait(edit),
      fail: (error) => this.fail(error),
      // With other pages in view, the first one does not help.
      isLong: () =>
        (this.last?.milliseconds ?? 0) > LONG_MS && (this.last?.pages ?? 0) > 1 && this.pages.currentPage === 1,
      retryAfter: (error) => (error instanceof ApiError ? error.retryAfter : undefined),
    });
  }

  focus(): void {
    this.scroller.focus();
  }

  /** Prints the current text. */
  edited(): void {
    this.loop.edited();
  }

  /** Forgets the template that is shown. */
  reset(): void {
    this.loop.stop();
    clearTimeout(this.faultTimer);
    this.last = undefined;
    this.pages.clear();
    this.list.show();
    this.showSheet();
    fill(this.figures);
    this.note.hidden = true;
    this.scroller.classList.remove('outdated');
    this.scroller.removeAttribute('aria-busy');
  }

  /** Scrolls to a text of the source, if the reader wants that. */
  reveal(sought: Sought | undefined): void {
    if (this.follow.checked && sought !== undefined) void this.pages.reveal(sought).catch(() => undefined); // replaced meanwhile
  }

  /** The bytes of the shown PDF. */
  get pdf(): Uint8Array<ArrayBuffer> | undefined {
    return this.last?.bytes;
  }

  private wait(edit: number): void {
    clearTimeout(this.faultTimer);
    this.scroller.dataset['newest'] = String(edit);
    this.scroller.setAttribute('aria-busy', 'true');
  }

  private async show(printed: Preview, edit: number, isCurrent: () => boolean): Promise<void> {
    const bytes = bytesOf(printed.pdf_base64) as Uint8Array<ArrayBuffer>;
    const kept = bytes.slice(); // pdf.js moves the bytes to its worker
    const expected = printed.is_whole ? 0 : (this.last?.pages ?? 0);
    if (!(await this.pages.show(bytes, { edit, expected, isCurrent }))) return;
    this.note.hidden = true;
    this.scroller.classList.remove('outdated');
    this.showSheet();
    if (!printed.is_whole) return;
    this.list.show();
    const { milliseconds, page_count, warnings } = printed;
    this.last = { milliseconds, pages: page_count, bytes: kept };
    this.scroller.removeAttribute('aria-busy');
    fill(
      this.figures,
      h('span', {}, page_count === 1 ? '1 page' : `${page_count} pages`),
      h('span', {}, `${Math.round(milliseconds)} ms`),
      h('span', {}, bytesText(kept.length)),
    );
    this.sayOver(this.options.printed(warnings ?? []));
  }

  private showSheet(): void {
    const page = this.pages.proxies[this.pages.currentPage - 1];
    this.sheet.textContent = page === undefined ? '' : sheetText(page.getViewport({ scale: 1 }));
  }

  private choose(point: Point, texts: readonly PageText[]): void {
    this.say(this.options.chosen(point, texts) ? '' : 'The place of this text is not known.');
  }

  private say(text: string): void {
    this.said.textContent = text;
  }

  private fail(error: unknown): void {
    this.scroller.removeAttribute('aria-busy');
    this.faultTimer = setTimeout(() => this.showFault(error), FAULT_MS);
  }

  private showFault(error: unknown): void {
    this.scroller.classList.add('outdated');
    this.sayOver(
      this.last === undefined ? 'The document cannot be printed.' : 'These pages are from before the fault.',
    );
    this.options.failed(error);
  }

  /** Says something over the pages. */
  private sayOver(text: string | undefined): void {
    this.note.textContent = text ?? '';
    this.note.hidden = text === undefined;
  }
}

/** Offers bytes as a download. */
export function download(bytes: Uint8Array<ArrayBuffer>, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
