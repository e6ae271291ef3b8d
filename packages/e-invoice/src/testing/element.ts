/** XML as a tree of all its elements, for tests. */
import { SaxesParser } from 'saxes';
import { Element } from '../element.js';

export { Element };

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

/** Returns the value without undefined and empty parts, or undefined when nothing remains. */
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
