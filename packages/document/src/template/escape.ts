/** How a value becomes text that can't be taken for anything but text, by the language it is put into. */

export type Escape = 'html' | 'css';

interface Escaping {
  /** For `[[path]]`. */
  value(text: string): string;
  /** For `[[&path]]`. */
  raw(text: string): string;
}

const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Enough for text and for attributes between quotes. An attribute without quotes ends at a blank, which no escaping that
 * leaves text readable can change: templates put quotes around attributes.
 */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => HTML[character] ?? character);

/**
 * Names, numbers, hexadecimal colours, lists and non-ASCII text pass; every other character becomes CSS's own escape
 * (`;` is `\3b `), which is part of a name or a string and never ends a declaration, opens a function or a comment. The
 * blank belongs to the escape: it keeps a digit that follows from being read into it.
 */
const escapeCss = (text: string): string =>
  text.replace(/[^A-Za-z0-9 .,%#\-+_\u0080-\uffff]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `);

export const ESCAPES: Readonly<Record<Escape, Escaping>> = {
  html: { value: escapeHtml, raw: (text) => text },
  // Unescaped text could leave its declaration, which values in CSS may never do.
  css: { value: escapeCss, raw: escapeCss },
};
