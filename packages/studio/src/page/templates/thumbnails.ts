/**
 * Pictures of the first pages of templates. They are printed one after the other, when their cards are visible, so that they never delay
 * the previews of an editor. A template that can't be printed has none.
 */
import { draftOf, previewOf } from '../draft/draft.js';
import { call, type Saved, type Summary } from '../service/api.js';
import { preview } from '../service/previews.js';
import { fill, h } from '../ui/dom.js';

/** The pause between two prints in milliseconds. */
const PAUSE_MS = 250;
/** The largest number of pictures that are kept. */
const MOST = 200;

export class Thumbnails {
  /** Addresses of pictures, by name and time of the last change. */
  private readonly kept = new Map<string, string>();
  /** The visible frames without a picture, with their templates. */
  private readonly waiting = new Map<Element, Summary>();
  private readonly templates = new WeakMap<Element, Summary>();
  private readonly observer = new IntersectionObserver((entries) => this.seen(entries), { rootMargin: '100px' });
  private running: AbortController | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param pdfWorker the path of pdf.js's worker. */
  constructor(private readonly pdfWorker: string) {}

  /** Returns a frame that receives the picture of a template when it is visible. */
  frameOf(template: Summary): HTMLElement {
    const frame = h('div', { class: 'thumbnail' });
    const known = this.kept.get(keyOf(template));
    if (known !== undefined) show(frame, known);
    else {
      this.templates.set(frame, template);
      this.observer.observe(frame);
    }
    return frame;
  }

  /** Ends prints, such as before another page is shown. */
  stop(): void {
    clearTimeout(this.timer);
    this.running?.abort();
    this.running = undefined;
    this.waiting.clear();
    this.observer.disconnect();
  }

  private seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const template = this.templates.get(target);
      if (isIntersecting && template !== undefined) this.waiting.set(target, template);
      else this.waiting.delete(target);
    }
    this.next(0);
  }

  private next(delay: number): void {
    clearTimeout(this.timer);
    if (this.running === undefined) this.timer = setTimeout(() => void this.run(), delay);
  }

  private async run(): Promise<void> {
    const [first] = this.waiting;
    if (first === undefined) return;
    const [frame, template] = first;
    this.waiting.delete(frame);
    this.observer.unobserve(frame);
    const controller = new AbortController();
    this.running = controller;
    try {
      const picture = await this.print(template, controller.signal);
      this.keep(template, picture);
      show(frame, picture);
    } catch {
      // It is shown without a picture: the list is more important.
    }
    if (this.running !== controller) return;
    this.running = undefined;
    this.next(PAUSE_MS);
  }

  private async print({ name, draft_saved_at }: Summary, signal: AbortSignal): Promise<string> {
    const version = draft_saved_at === undefined ? 'published' : 'draft';
    const saved = await call<Saved>(`variables/${name}/versions/${version}`, { signal, keepsNumbers: true });
    const draft = draftOf(saved);
    const body = { ...previewOf(draft, draft.samples[0]?.name ?? ''), first_page_only: true };
    const { pdf_base64 } = await preview(body, signal);
    // pdf.js is larger than all the rest of the list.
    const { pictureOf } = await import('../preview/first-page.js');
    return pictureOf(pdf_base64, this.pdfWorker);
  }

  private keep(template: Summary, picture: string): void {
    this.kept.set(keyOf(template), picture);
    const [[oldest, address] = []] = this.kept;
    if (this.kept.size <= MOST || oldest === undefined || address === undefined) return;
    this.kept.delete(oldest);
    URL.revokeObjectURL(address);
  }
}

const keyOf = ({ name, updated_at, draft_saved_at = '' }: Summary): string => `${name} ${updated_at} ${draft_saved_at}`;

const show = (frame: Element, picture: string): void => fill(frame, h('img', { src: picture, alt: '' }));
