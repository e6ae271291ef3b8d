/** Sample data as a form: a field for each value, groups for objects, rows for lists. It changes the JSON at its place only. */
import { button, fill, h } from '../ui/dom.js';
import { inputOf } from './data-inputs.js';
import {
  addItem,
  fromOf,
  type JsonNode,
  jsonTree,
  pathOf,
  regrow,
  removeItem,
  replaceValue,
  swapWithNext,
  type TextChange,
} from './json-tree.js';
import { labelOf } from './labels.js';

/** The items of a list, and members of an object, that are shown at first and by each press of the button below them. */
const SHOWN = 50;

export interface FormOptions {
  /** Returns the JSON that is shown. */
  text(): string;
  change(change: TextChange): void;
  /** Returns the JSON of an item for a list without items, such as of another set of sample data. */
  itemFor(path: readonly (string | number)[]): string;
}

export class DataForm {
  readonly element = h('div', { class: 'data-form' });
  /** The JSON to which the fields belong, and its outermost value. */
  private shown = '';
  private root: JsonNode | undefined;

  constructor(private readonly options: FormOptions) {}

  /** Shows the data. @throws SyntaxError for text that is no JSON. */
  show(): void {
    const text = this.options.text();
    const root = jsonTree(text.trim() === '' ? '{}' : text);
    if (root.kind !== 'object') throw new SyntaxError('The data must be an object, such as {"name": "value"}.');
    this.shown = text;
    this.root = root;
    const isEmpty = root.children.length === 0;
    fill(
      this.element,
      isEmpty && h('p', { class: 'note' }, 'There is no value yet. Write the first ones as JSON.'),
      this.membersOf(root),
    );
  }

  /** Returns the fields of an object. Those of values come together, in their order. */
  private membersOf(object: JsonNode): HTMLElement {
    const host = h('div', { class: 'members' });
    this.showSome(host, object.children, 'values', (child) => this.fieldOf(child, labelOf(child.name)));
    return host;
  }

  /** Shows the first nodes, and a button for further ones. @param shown how many were shown before. */
  private showSome(
    host: HTMLElement,
    nodes: readonly JsonNode[],
    noun: string,
    elementOf: (node: JsonNode, index: number) => HTMLElement,
    shown = { count: 0 },
  ): void {
    const note = h('p', { class: 'more' });
    let from = 0;
    const show = (to: number): void => {
      const next = nodes.slice(from, to).map((node, index) => elementOf(node, from + index));
      from += next.length;
      shown.count = from;
      host.append(...next);
      note.remove();
      if (from >= nodes.length) return;
      const more = button('Show more', () => showNext(), { class: 'quiet' });
      fill(note, `The first ${from} of ${nodes.length} ${noun} are shown. `, more);
      host.append(note);
    };
    const showNext = (): void => {
      const index = from;
      show(from + SHOWN);
      host.children[index]?.querySelector<HTMLElement>('input, textarea, button')?.focus();
    };
    show(Math.max(SHOWN, shown.count));
  }

  private fieldOf(node: JsonNode, label: string): HTMLElement {
    if (node.kind === 'list') return this.listOf(node, label);
    if (node.kind === 'object') return h('fieldset', { class: 'group' }, h('legend', {}, label), this.membersOf(node));
    return inputOf(node, label, this.options.text(), (json) => this.write(node, () => replaceValue(node, json)));
  }

  private listOf(list: JsonNode, label: string): HTMLElement {
    const element = h('fieldset', { class: 'group' });
    const shown = { count: 0 };
    const show = (): void => {
      const rows = h('div', { class: 'rows' });
      this.showSome(rows, list.children, 'rows', (item, index) => this.rowOf(list, item, index, label, show), shown);
      const count = list.children.length;
      const add = button(
        'Add a row',
        () => this.restructure(list, addItem(this.options.text(), list, this.options.itemFor(pathOf(list))), show),
        { class: 'add', 'aria-label': `Add a row to ${label}` },
      );
      fill(element, h('legend', {}, `${label} (${count === 1 ? '1 row' : `${count} rows`})`), rows, add);
    };
    show();
    return element;
  }

  private rowOf(list: JsonNode, item: JsonNode, index: number, label: string, show: () => void): HTMLElement {
    const name = `row ${index + 1} of ${label}`;
    const row = h('div', { class: 'row', role: 'group', 'aria-label': name });
    /** The pressed button is gone: the focus goes to the first of these that can be pressed. */
    const change = (next: TextChange, ...focus: string[]): void => {
      this.restructure(list, next, show);
      const buttons = [...this.element.querySelectorAll('button')].filter(({ disabled }) => !disabled);
      const names = focus.map((each) => buttons.find(({ ariaLabel }) => ariaLabel === each));
      names.find((each) => each !== undefined)?.focus();
    };
    const move = (from: number, to: number, first: string, second: string): void =>
      change(
        swapWithNext(this.options.text(), list, from),
        ...[first, second].map((where) => `Move row ${to + 1} of ${label} ${where}`),
      );
    const actions = h(
      'div',
      { class: 'row-actions' },
      button('↑', () => move(index - 1, index - 1, 'up', 'down'), {
        class: 'quiet',
        disabled: index === 0,
        'aria-label': `Move ${name} up`,
      }),
      button('↓', () => move(index, index + 1, 'down', 'up'), {
        class: 'quiet',
        disabled: index === list.children.length - 1,
        'aria-label': `Move ${name} down`,
      }),
      button('×', () => change(removeItem(list, index), `Add a row to ${label}`), {
        class: 'quiet',
        'aria-label': `Remove ${name}`,
      }),
    );
    row.append(
      h('span', { class: 'row-number', 'aria-hidden': 'true' }, String(index + 1)),
      this.itemOf(item, name),
      actions,
    );
    return row;
  }

  /** Returns the fields of an item. What is inside of it is built when it is opened: rows may be many. */
  private itemOf(item: JsonNode, name: string): HTMLElement {
    if (item.kind !== 'object' && item.kind !== 'list') return this.fieldOf(item, `Value of ${name}`);
    if (item.kind === 'list') return this.foldedOf(item, name);
    const host = h('div', { class: 'members' });
    this.showSome(host, item.children, 'values', (child) =>
      child.children.length > 0 || child.kind === 'list'
        ? this.foldedOf(child, labelOf(child.name))
        : this.fieldOf(child, labelOf(child.name)),
    );
    return host;
  }

  private foldedOf(node: JsonNode, label: string): HTMLElement {
    const content = h('div', {});
    const toggle = (): void => {
      if (details.open && content.childElementCount === 0) content.append(this.fieldOf(node, label));
    };
    const details = h('details', { on: { toggle } }, h('summary', {}, `${label} (${node.children.length})`), content);
    return details;
  }

  /** Changes the items of a list, and shows them again. */
  private restructure(list: JsonNode, change: TextChange, show: () => void): void {
    const from = fromOf(list);
    const length = list.length + change.insert.length - (change.to - change.from);
    if (!this.write(list, () => change)) return;
    regrow(list, this.shown.slice(from, from + length));
    show();
  }

  /** Changes the JSON, unless the field belongs to JSON that is no longer shown. @returns whether it is changed. */
  private write(node: JsonNode, changeOf: () => TextChange): boolean {
    if (outermost(node) !== this.root || this.options.text() !== this.shown) return false;
    this.options.change(changeOf());
    this.shown = this.options.text();
    return true;
  }
}

function outermost(node: JsonNode): JsonNode {
  let outer = node;
  while (outer.parent !== undefined) outer = outer.parent;
  return outer;
}
