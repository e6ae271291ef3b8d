/** A bar of tabs. Arrow keys move between them, and one of them is a stop of the Tab key. */
import { h } from './dom.js';

export class TabBar<Name extends string> {
  private readonly buttons = new Map<Name, HTMLButtonElement>();
  readonly element: HTMLElement;
  selected: Name;

  constructor(
    tabs: readonly (readonly [name: Name, label: string])[],
    label: string,
    private readonly opened: (name: Name) => void,
  ) {
    for (const [name, text] of tabs) {
      this.buttons.set(
        name,
        h('button', { type: 'button', role: 'tab', class: 'tab', on: { click: () => this.select(name) } }, text),
      );
    }
    this.element = h(
      'div',
      { role: 'tablist', 'aria-label': label, class: 'tabs', on: { keydown: (event) => this.keyPressed(event) } },
      ...this.buttons.values(),
    );
    this.selected = tabs[0]?.[0] as Name;
  }

  /** The button of the selected tab. */
  get current(): HTMLButtonElement | undefined {
    return this.buttons.get(this.selected);
  }

  select(name: Name): void {
    this.selected = name;
    for (const [each, button] of this.buttons) {
      button.setAttribute('aria-selected', String(each === name));
      button.tabIndex = each === name ? 0 : -1;
    }
    this.opened(name);
  }

  /** Marks the tabs with problems. @param kinds the worst kind by tab. */
  mark(kinds: ReadonlyMap<Name, 'fault' | 'warning'>): void {
    for (const [name, button] of this.buttons) {
      const kind = kinds.get(name);
      if (kind === undefined) delete button.dataset['problem'];
      else button.dataset['problem'] = kind;
    }
  }

  private keyPressed(event: KeyboardEvent): void {
    const names = [...this.buttons.keys()];
    const at = names.indexOf(this.selected);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
    const name = to === undefined ? undefined : names[(to + names.length) % names.length];
    if (name === undefined) return;
    event.preventDefault();
    this.select(name);
    this.current?.focus();
  }
}
