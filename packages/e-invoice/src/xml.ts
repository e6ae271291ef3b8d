/** XML as text, with the elements in the given order and escaped texts. */

/** An element with a name, attributes, and a text or elements. Undefined elements are left out. */
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

/** @returns an element with a trimmed text, or undefined without one. @param end appended to the text. */
export const leaf = (
  name: string,
  text: string | undefined,
  attributes: Readonly<Record<string, string | undefined>> = {},
  end = '',
): Node =>
  text === undefined ? undefined : `<${name}${attributesOf(attributes)}>${escaped(text.trim())}${end}</${name}>`;

/** @returns an element with the children that are defined, or undefined when there are none. */
export function branch(name: string, ...children: readonly (Node | readonly Node[])[]): Node {
  const inside = children.flat().filter((child) => child !== undefined);
  return inside.length === 0 ? undefined : `<${name}>${inside.join('')}</${name}>`;
}

/** Writes the elements of a profile. */
export interface CiiWriter {
  /** Returns the elements, or none when the profile is below the level. */
  from: (level: number, ...nodes: readonly (Node | '')[]) => Node[];
  level: number;
}
