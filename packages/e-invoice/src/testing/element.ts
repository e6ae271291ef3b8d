/** XML as a tree of elements, for tests: namespaces are left out, since no two elements of an invoice differ by theirs alone. */
import { SaxesParser } from 'saxes';

export class Element {
  readonly children: Element[] = [];
  ownText = '';

  constructor(
    readonly name: string,
    readonly attributes: Readonly<Record<string, string>> = {},
  ) {}

  /** Returns the elements at a path such as `Party/PartyName`. */
  all(path: string): Element[] {
    let found: Element[] = [this];
    for (const name of path.split('/'))
      found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
    return found;
  }

  first(path: string): Element | undefined {
    return this.all(path)[0];
  }

  /** Returns the text at a path, undefined where there is none or a blank one. */
  text(path: string): string | undefined {
    return this.first(path)?.value;
  }

  get value(): string | undefined {
    const text = this.ownText.trim();
    return text === '' ? undefined : text;
  }
}

export function parsed(xml: string): Element {
  const parser = new SaxesParser({ xmlns: true });
  const root = new Element('');
  const open = [root];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, attributes }) => {
    const values = Object.values(attributes).map(({ local: name, value }) => [name, value] as const);
    const element = new Element(local, Object.fromEntries(values));
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const add = (text: string): void => {
    const element = open.at(-1);
    if (element) element.ownText += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml.replace(/^\ufeff/, '')).close();
  return root.children[0] as Element;
}

/** Returns the value without what is undefined or holds nothing; undefined when nothing is left. */
export function pruned<Value>(value: Value): Value | undefined {
  if (Array.isArray(value)) {
    const items = value.map((item) => pruned(item)).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : (items as Value);
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, part]) => {
    const left = pruned(part);
    return left === undefined ? [] : [[name, left]];
  });
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Value);
}
