/** A button that opens a list of actions. It is the browser's popover: Escape and a press elsewhere close it. */
import { h } from './dom.js';

export interface MenuOptions {
  /** The text of the button. */
  label: string;
  /** In wide windows, the actions are in a row, without the button. */
  isRowWhenWide?: boolean;
}

/** The space around the list in CSS pixels. */
const GAP = 4;

/** Returns a menu. @param actions the buttons and links of its list. Each closes the list before it acts. */
export function menu({ label, isRowWhenWide = false }: MenuOptions, ...actions: HTMLElement[]): HTMLElement {
  const id = `menu-${++menus}`;
  const opener = h('button', { type: 'button', class: 'menu-opener', popovertarget: id }, label);
  const isOpen = (): boolean => list.matches(':popover-open');
  const close = (): void => {
    if (isOpen()) list.hidePopover();
  };
  const list: HTMLElement = h(
    'div',
    {
      ...{ id, popover: 'auto', class: 'menu-list', role: 'group', 'aria-label': label },
      on: {
        beforetoggle: ({ newState }) => newState === 'open' && place(opener, list),
        toggle: ({ newState }) => {
          if (newState !== 'open') return;
          shownIn(list)[0]?.focus();
          addEventListener('resize', close, { once: true });
        },
        keydown: (event) => move(event, list),
        focusout: ({ relatedTarget }) => {
          if (relatedTarget instanceof Node && relatedTarget !== opener && !list.contains(relatedTarget)) close();
        },
      },
    },
    ...actions,
  );
  // Before the action, so that a dialog returns the focus to the button that opened the list.
  list.addEventListener('click', ({ target }) => target !== list && close(), { capture: true });
  return h('div', { class: isRowWhenWide ? 'menu row-when-wide' : 'menu' }, opener, list);
}
let menus = 0;

/** Puts the list below its button, inside the window. */
function place(opener: HTMLElement, { style }: HTMLElement): void {
  const { left, right, bottom } = opener.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isAtLeft = left + right < clientWidth;
  style.left = isAtLeft ? `${Math.max(GAP, left)}px` : 'auto';
  style.right = isAtLeft ? 'auto' : `${Math.max(GAP, clientWidth - right)}px`;
  style.top = `${bottom + GAP}px`;
  style.maxHeight = `${clientHeight - bottom - 2 * GAP}px`;
}

const shownIn = (list: HTMLElement): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>('button, a')].filter((each) => each.getClientRects().length > 0);

/** Moves the focus by the arrow keys. In a row, which is no popover then, only the Tab key does. */
function move(event: KeyboardEvent, list: HTMLElement): void {
  if (!list.matches(':popover-open')) return;
  const shown = shownIn(list);
  const at = shown.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  shown[(to + shown.length) % shown.length]?.focus();
}
