/** JSON with the place of each value in its text, so that a value is replaced without a change of the rest. */

export interface JsonNode {
  kind: 'object' | 'list' | 'text' | 'number' | 'boolean' | 'null';
  /** Where it begins, counted from its parent. An edit then moves only what follows in each list and object around it. */
  start: number;
  length: number;
  parent: JsonNode | undefined;
  /** The name of a member of an object. */
  name: string;
  children: JsonNode[];
}

/** The replacement of a part of a text. */
export interface TextChange {
  from: number;
  to: number;
  insert: string;
}

const KINDS: Record<string, JsonNode['kind']> = {
  '{': 'object',
  '[': 'list',
  '"': 'text',
  t: 'boolean',
  f: 'boolean',
  n: 'null',
};
const NO_CHILDREN: JsonNode[] = [];

/** Returns the values of a text. @throws SyntaxError, as `JSON.parse` does. */
export function jsonTree(text: string): JsonNode {
  JSON.parse(text); // The reader below expects JSON without faults.
  return new Reader(text).value(undefined, 0, '');
}

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  value(parent: JsonNode | undefined, parentFrom: number, name: string): JsonNode {
    this.skipSpace();
    const from = this.at;
    const kind = KINDS[this.text.charAt(from)] ?? 'number';
    const node: JsonNode = { kind, start: from - parentFrom, length: 0, parent, name, children: NO_CHILDREN };
    if (kind === 'object' || kind === 'list') this.members(node, from);
    else if (kind === 'text') this.skipText();
    else while (isOfWord(this.text.charCodeAt(this.at))) this.at += 1;
    node.length = this.at - from;
    return node;
  }

  private members(node: JsonNode, from: number): void {
    const end = node.kind === 'object' ? '}' : ']';
    node.children = [];
    do {
      this.at += 1; // the bracket or the comma
      this.skipSpace();
      if (this.text.charAt(this.at) === end) break;
      node.children.push(this.value(node, from, node.kind === 'object' ? this.memberName() : ''));
      this.skipSpace();
    } while (this.text.charAt(this.at) === ',');
    this.at += 1;
  }

  private memberName(): string {
    const from = this.at;
    this.skipText();
    const name = JSON.parse(this.text.slice(from, this.at)) as string;
    this.skipSpace();
    this.at += 1; // the colon
    return name;
  }

  private skipSpace(): void {
    while (this.text.charCodeAt(this.at) <= 32) this.at += 1;
  }

  private skipText(): void {
    for (this.at += 1; this.text.charAt(this.at) !== '"'; this.at += 1)
      if (this.text.charAt(this.at) === '\\') this.at += 1;
    this.at += 1;
  }
}

/** Returns whether a character can be in a number or a word. */
const isOfWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || code === 43 || code === 45 || code === 46 || code === 69;

/** Returns where a value begins in the text. */
export function fromOf(node: JsonNode): number {
  let from = 0;
  for (let each: JsonNode | undefined = node; each !== undefined; each = each.parent) from += each.start;
  return from;
}

/** Returns the text of a value. */
export function rawOf(text: string, node: JsonNode): string {
  const from = fromOf(node);
  return text.slice(from, from + node.length);
}

/** Returns the names and positions from the outermost value to this one. */
export function pathOf(node: JsonNode): (string | number)[] {
  const { parent } = node;
  if (parent === undefined) return [];
  return [...pathOf(parent), parent.kind === 'list' ? parent.children.indexOf(node) : node.name];
}

/** Replaces a value by JSON, in the tree. @returns the change of the text. */
export function replaceValue(node: JsonNode, json: string): TextChange {
  const from = fromOf(node);
  const change = { from, to: from + node.length, insert: json };
  regrow(node, json);
  return change;
}

/** Reads a value again whose text has become `json`; all others keep their nodes. */
export function regrow(node: JsonNode, json: string): void {
  const { kind, children, length } = jsonTree(json);
  for (const child of children) child.parent = node;
  const by = length - node.length;
  Object.assign(node, { kind, children, length });
  let inner = node;
  for (let { parent } = node; parent !== undefined; parent = inner.parent) {
    parent.length += by;
    for (let index = parent.children.indexOf(inner) + 1; index < parent.children.length; index++) {
      const sibling = parent.children[index];
      if (sibling !== undefined) sibling.start += by;
    }
    inner = parent;
  }
}

/** Returns the change that adds an item to a list: a copy of its last item, or `first` to an empty list. */
export function addItem(text: string, list: JsonNode, first: string): TextChange {
  const from = fromOf(list);
  const last = list.children.at(-1);
  if (last === undefined) return { from, to: from + list.length, insert: `[${first}]` };
  const before = list.children.at(-2);
  // The space between items, or that before the only one.
  const space =
    before === undefined
      ? `,${text.slice(from + 1, from + last.start)}`
      : text.slice(from + before.start + before.length, from + last.start);
  const end = from + last.start + last.length;
  return { from: end, to: end, insert: `${space}${rawOf(text, last)}` };
}

/** Returns the change that removes an item. */
export function removeItem(list: JsonNode, index: number): TextChange {
  const from = fromOf(list);
  const [before, item, after] = [index - 1, index, index + 1].map((at) => list.children[at]);
  if (item === undefined || (before === undefined && after === undefined))
    return { from, to: from + list.length, insert: '[]' };
  if (after !== undefined) return { from: from + item.start, to: from + after.start, insert: '' };
  const start = (before?.start ?? 0) + (before?.length ?? 0);
  return { from: from + start, to: from + item.start + item.length, insert: '' };
}

/** Returns the change that puts an item after the next one. What is between them stays. */
export function swapWithNext(text: string, list: JsonNode, index: number): TextChange {
  const [item, next] = [list.children[index], list.children[index + 1]];
  if (item === undefined || next === undefined) throw new Error(`The list has no two items from ${index} on.`);
  const from = fromOf(item);
  const nextFrom = fromOf(next);
  const between = text.slice(from + item.length, nextFrom);
  return { from, to: nextFrom + next.length, insert: `${rawOf(text, next)}${between}${rawOf(text, item)}` };
}
