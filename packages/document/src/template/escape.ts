/** Escapes values for the language they are printed into. */

const HTML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Enough for text and for quoted attributes. An unquoted attribute ends at a blank: templates have to quote attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => HTML_ESCAPES[character] ?? character);

/**
 * Names, numbers, hexadecimal colours, lists and non-ASCII text pass; every other character becomes a CSS escape (`;` is
 * `\3b `), which is part of a name or a string and never ends a declaration or opens a function or a comment. The blank
 * belongs to the escape: it separates a digit that follows.
 */
export const escapeCss = (text: string): string =>
  text.replace(/[^A-Za-z0-9 .,%#\-+_\u0080-\uffff]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `);
