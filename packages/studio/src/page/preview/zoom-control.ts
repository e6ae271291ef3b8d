/** The zoom of the pages: a list of sizes, Ctrl with the wheel, and Ctrl with +, - and 0. */
import { h, select } from '../ui/dom.js';
import type { PdfPages } from './pdf-pages.js';
import { nextStep, turned, ZOOM_STEPS, type Zoom } from './zoom.js';

const CHOICES: readonly (readonly [value: string, label: string])[] = [
  ['width', 'Fit width'],
  ['page', 'Fit page'],
  ...ZOOM_STEPS.map((step) => [String(step), step === 100 ? '100 % (print size)' : `${step} %`] as const),
];

export class ZoomControl {
  /** The choice for a zoom between the steps. */
  private readonly between = h('option', { hidden: true });
  readonly element: HTMLSelectElement;

  /** @param pane receives the keys and the wheel. */
  constructor(
    private readonly pages: PdfPages,
    pane: HTMLElement,
  ) {
    this.element = select(CHOICES, {
      'aria-label': 'Zoom',
      on: { change: () => this.set(asZoom(this.element.value)) },
    });
    this.element.append(this.between);
    pane.addEventListener('keydown', (event) => this.keyPressed(event));
    pages.element.addEventListener('wheel', (event) => this.wheelTurned(event), { passive: false });
  }

  /** @param y as for `PdfPages.setZoom`. */
  private set(zoom: Zoom, y?: number): void {
    this.pages.setZoom(zoom, y);
    const value = String(zoom);
    if (!CHOICES.some(([choice]) => choice === value)) {
      this.between.value = value;
      this.between.textContent = `${value} %`;
    }
    this.element.value = value;
  }

  private keyPressed(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (!(ctrlKey || metaKey) || altKey) return;
    if (key === '0') this.set('width');
    else if (key === '+' || key === '=') this.set(nextStep(this.pages.percent, 1));
    else if (key === '-') this.set(nextStep(this.pages.percent, -1));
    else return;
    event.preventDefault();
  }

  private wheelTurned(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 30 : event.deltaY;
    this.set(turned(this.pages.percent, pixels), event.clientY - this.pages.element.getBoundingClientRect().top);
  }
}

const asZoom = (value: string): Zoom => (value === 'width' || value === 'page' ? value : Number(value));
