/** The list of pages beside the pages, with small pictures, and the field of the page number. */
import type { PDFPageProxy } from 'pdfjs-dist';
import { button, fill, h } from '../ui/dom.js';
import type { PdfPages } from './pdf-pages.js';

/** The width of a picture in CSS pixels. */
const WIDTH = 64;
/** The pause after which pictures are drawn: pages come first, and the next key makes others. */
const DELAY_MS = 400;

interface Entry {
  item: HTMLElement;
  button: HTMLButtonElement;
  /** The page of its picture. */
  drawn?: PDFPageProxy;
}

export class PageList {
  private entries: Entry[] = [];
  private proxies: readonly PDFPageProxy[] = [];
  private current = 1;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private readonly visible = new Set<Element>();
  private readonly observer: IntersectionObserver;
  private readonly number = h('input', {
    ...{ inputmode: 'numeric', autocomplete: 'off', 'aria-label': 'Page', class: 'page-number' },
    on: { change: () => this.numberChanged(), keydown: (event) => this.numberKey(event) },
  });
  private readonly count = h('span', { class: 'note' });
  private readonly toggle = button('Pages', () => this.setOpen(!this.isOpen), {
    class: 'quiet',
    'aria-expanded': 'true',
  });
  private readonly list = h('ol', { on: { keydown: (event) => this.listKey(event) } });
  /** The list itself. */
  readonly element = h('nav', { class: 'page-list', 'aria-label': 'List of pages', hidden: true }, this.list);
  /** Opens the list, and has the number of the page. */
  readonly controls = h('div', { class: 'page-controls', hidden: true }, this.toggle, this.number, this.count);
  private isOpen = true;

  /** @param changed is called when another page is the current one. */
  constructor(
    private readonly pages: PdfPages,
    private readonly changed: () => void,
  ) {
    this.observer = new IntersectionObserver((changes) => this.seen(changes), {
      root: this.element,
      rootMargin: '200px',
    });
    let frame = 0;
    pages.element.addEventListener('scroll', () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => this.scrolled());
    });
  }

  /** Shows the pages of a new PDF. */
  show(): void {
    const { proxies } = this.pages;
    this.proxies = proxies;
    for (const { item } of this.entries.slice(proxies.length)) {
      this.observer.unobserve(item);
      this.visible.delete(item);
      item.remove();
    }
    this.entries.length = Math.min(this.entries.length, proxies.length);
    while (this.entries.length < proxies.length) this.entries.push(this.entry(this.entries.length + 1));
    this.count.textContent = `/ ${proxies.length}`;
    this.controls.hidden = proxies.length < 2;
    this.showList();
    this.scrolled();
    this.drawLater();
  }

  private entry(page: number): Entry {
    const go = button(String(page), () => this.goTo(page), { 'aria-label': `Page ${page}`, tabindex: -1 });
    const item = h('li', {}, go);
    this.list.append(item);
    this.observer.observe(item);
    return { item, button: go };
  }

  private setOpen(isOpen: boolean): void {
    this.isOpen = isOpen;
    this.toggle.setAttribute('aria-expanded', String(isOpen));
    this.showList();
    this.drawLater();
  }

  private showList(): void {
    this.element.hidden = !this.isOpen || this.proxies.length < 2;
  }

  private goTo(page: number): void {
    this.pages.goTo(Math.min(Math.max(1, page), this.proxies.length));
    this.scrolled();
  }

  private scrolled(): void {
    const { currentPage } = this.pages;
    this.number.value = String(currentPage);
    for (const [index, { button: each }] of this.entries.entries()) {
      const isCurrent = index + 1 === currentPage;
      each.tabIndex = isCurrent ? 0 : -1;
      if (isCurrent) each.setAttribute('aria-current', 'page');
      else each.removeAttribute('aria-current');
    }
    if (currentPage === this.current) return;
    this.current = currentPage;
    const item = this.entries[currentPage - 1]?.item;
    if (item !== undefined) this.keepInView(item);
    this.changed();
  }

  private keepInView({ offsetTop, offsetHeight }: HTMLElement): void {
    const { scrollTop, clientHeight } = this.element;
    if (offsetTop < scrollTop) this.element.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > scrollTop + clientHeight)
      this.element.scrollTop = offsetTop + offsetHeight - clientHeight;
  }

  private listKey(event: KeyboardEvent): void {
    const { length } = this.proxies;
    const to = { ArrowDown: this.current + 1, ArrowUp: this.current - 1, Home: 1, End: length }[event.key];
    if (to === undefined || to < 1 || to > length) return;
    event.preventDefault();
    this.goTo(to);
    this.entries[to - 1]?.button.focus();
  }

  private numberKey(event: KeyboardEvent): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.goTo(this.current + step);
  }

  private numberChanged(): void {
    const page = Number.parseInt(this.number.value, 10);
    if (Number.isNaN(page)) this.number.value = String(this.current);
    else this.goTo(page);
  }

  private seen(changes: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of changes) {
      if (isIntersecting) this.visible.add(target);
      else this.visible.delete(target);
    }
    this.drawLater();
  }

  private drawLater(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => void this.drawVisible(), DELAY_MS);
  }

  /** Draws the pictures that are in view, one after the other. */
  private async drawVisible(): Promise<void> {
    const { proxies } = this;
    for (const [index, entry] of this.entries.entries()) {
      const page = proxies[index];
      if (proxies !== this.proxies) return;
      if (page === undefined || entry.drawn === page || !this.visible.has(entry.item)) continue;
      await this.draw(entry, page, index + 1).catch(() => undefined); // its PDF was replaced meanwhile
    }
  }

  private async draw(entry: Entry, page: PDFPageProxy, number: number): Promise<void> {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const { width } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: (WIDTH / width) * ratio });
    const canvas = h('canvas', { width: Math.ceil(viewport.width), height: Math.ceil(viewport.height) });
    await page.render({ canvas, viewport }).promise;
    fill(entry.button, canvas, String(number));
    entry.drawn = page;
  }
}
