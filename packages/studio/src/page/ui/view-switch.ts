/** Chooses which part of a page a narrow window shows. Wide windows show all parts, without the switch. */
import { h } from './dom.js';

/** The choice is kept in the browser, for all templates. */
const KEPT = 'studio-view';

export class ViewSwitch<Name extends string> {
  private readonly buttons: ReadonlyMap<Name, HTMLButtonElement>;
  readonly element: HTMLElement;
  /** The part that is shown. */
  current: Name;

  /** @param views the first is shown at first. @param shown called after a change. */
  constructor(
    views: readonly [first: readonly [Name, string], ...others: (readonly [Name, string])[]],
    private readonly shown: (name: Name) => void,
  ) {
    const kept = views.find(([name]) => name === keptChoice());
    this.current = (kept ?? views[0])[0];
    this.buttons = new Map(
      views.map(([name, label]) => [
        name,
        h('button', { type: 'button', on: { click: () => this.choose(name) } }, label),
      ]),
    );
    this.element = h('div', { class: 'switch', role: 'group', 'aria-label': 'View' }, ...this.buttons.values());
    this.mark();
  }

  /** Shows a part because the reader goes to a place in it. */
  show(name: Name): void {
    if (name === this.current) return;
    this.current = name;
    this.mark();
    this.shown(name);
  }

  private choose(name: Name): void {
    keepChoice(name);
    this.show(name);
  }

  private mark(): void {
    for (const [name, button] of this.buttons) button.setAttribute('aria-pressed', String(name === this.current));
  }
}

/** Browsers may forbid pages to keep anything. Then the choice is lost with the page. */
function keptChoice(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keepChoice(name: string): void {
  try {
    localStorage.setItem(KEPT, name);
  } catch {}
}
