/** Escapes values for HTML and CSS. */

const HTML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes for text and quoted attributes. Unquoted attributes are not safe: they end at a space. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => HTML_ESCAPES[character] ?? character);

/**
 * Keeps names, numbers, hexadecimal colours, lists and non-ASCII text. Every other character becomes a CSS escape (`;` is `\3b `),
 * which never ends a declaration and never opens a function or a comment. The space belongs to the escape: it separates a digit
 * that follows.
 */
export const escapeCss = (text: string): string =>
  text.replace(/[^A-Za-z0-9 .,%#\-+_\u0080-\uffff]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `);

/** Replaces what separates folders, breaks a line or turns the direction of a text, which disguises the ending of a name. */
export const escapeName = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Noncharacter_Code_Point}/\\]/gu, '_');
