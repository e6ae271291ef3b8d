/** XML as text: elements in order, texts escaped. */

/** An element: a name, its attributes, and a text or more elements. Undefined is left out. */
export type Node = string | undefined;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

const escaped = (text: string): string => text.replace(/[&<>"\r]/g, (character) => ESCAPES[character] ?? character);

const attributesOf = (attributes: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escaped(value.trim())}"`))
    .join('');

/** @returns an element with a text, without blanks around it; undefined without one. @param end of the text, as it is. */
export const leaf = (
  name: string,
  text: string | undefined,
  attributes: Readonly<Record<string, string | undefined>> = {},
  end = '',
): Node =>
  text === undefined ? undefined : `<${name}${attributesOf(attributes)}>${escaped(text.trim())}${end}</${name}>`;

/** @returns an element with those of the children that are there; undefined when none is. */
export function branch(name: string, ...children: readonly (Node | readonly Node[])[]): Node {
  const inside = children.flat().filter((child) => child !== undefined);
  return inside.length === 0 ? undefined : `<${name}>${inside.join('')}</${name}>`;
}

/** What it takes to write an invoice for a profile. */
export interface CiiWriter {
  /** The elements, unless the profile is below the level. */
  from: (level: number, ...nodes: readonly (Node | '')[]) => Node[];
  level: number;
}
