/** Builds elements. Texts become text nodes, so no text can become markup. */

export type Child = Node | string | undefined | false;
type Handlers = { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };

export interface Attributes {
  /** Event listeners by name. */
  on?: Handlers;
  [name: string]: string | number | boolean | undefined | Handlers;
}

/** Returns an element. An attribute that is `true` is empty; `false` and `undefined` omit it. */
export function h<Name extends keyof HTMLElementTagNameMap>(
  tag: Name,
  { on = {}, ...attributes }: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value as Value);
  for (const [name, handler] of Object.entries(on)) element.addEventListener(name, handler as EventListener);
  element.append(...kept(children));
  return element;
}

type Value = string | number | boolean | undefined;

function setAttribute(element: Element, name: string, value: Value): void {
  if (value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : String(value));
}

/** Replaces the content of an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...kept(children));
}

const kept = (children: Child[]): (Node | string)[] =>
  children.filter((child) => child !== undefined && child !== false) as (Node | string)[];

/** Returns a button that does not submit a form. Presses have no effect while a press before is still being answered. */
export const button = (label: string, onPress: () => unknown, attributes: Attributes = {}): HTMLButtonElement =>
  h('button', { type: 'button', ...attributes, on: { click: single(onPress) } }, label);

/** Returns a function that starts an action unless it is running, so that slow answers don't open a dialog several times. */
function single(action: () => unknown): () => void {
  let isRunning = false;
  return () => {
    if (isRunning) return;
    const running = action();
    if (!(running instanceof Promise)) return;
    isRunning = true;
    void running.finally(() => (isRunning = false));
  };
}

/** Returns a labelled field. The label is above the control. */
export function field(label: string, control: HTMLElement, hint?: string): HTMLElement {
  control.id ||= `field-${++fields}`;
  const hintId = `${control.id}-hint`;
  if (hint !== undefined) control.setAttribute('aria-describedby', hintId);
  return h(
    'div',
    { class: 'field' },
    h('label', { for: control.id }, label),
    control,
    hint !== undefined && h('p', { class: 'note', id: hintId }, hint),
  );
}
let fields = 0;

/** Returns a checkbox inside its label. */
export const checkbox = (label: string, control: HTMLInputElement): HTMLElement =>
  h('label', { class: 'check' }, control, label);

export const select = (
  choices: readonly (readonly [value: string, label: string])[],
  attributes: Attributes,
): HTMLSelectElement => h('select', attributes, ...choices.map(([value, label]) => h('option', { value }, label)));

/** Returns a message of the service, in which backticks enclose code. */
export const messageOf = (text: string): (HTMLElement | string)[] =>
  text.split(/(`[^`]+`)/).map((part) => (/^`.+`$/s.test(part) ? h('code', {}, part.slice(1, -1)) : part));

/** Returns a date and time in the reader's language, in an element with the exact time. */
export const timeOf = (timestamp: string): HTMLElement =>
  h(
    'time',
    { datetime: timestamp },
    new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(timestamp)),
  );

/** Returns a size for people, such as "12 KB". */
export function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
