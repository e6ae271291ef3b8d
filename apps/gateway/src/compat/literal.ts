/** Makes template tags in HTML print as they are written: forms have no data. */

/** Elements whose content is no HTML. Their tags end before the next `<`, so that a text without `>` is read once. */
const RAW = /<(style|script|xmp|iframe|noembed|noframes|noscript|plaintext)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;

/**
 * Returns HTML that prints the same, and in which no tag of a template begins.
 *
 * @param maxLength the largest length of the result in characters. A text of brackets would be five times as long.
 * @returns undefined if it would be longer.
 */
export function literalHtml(html: string, maxLength: number): string | undefined {
  let bracket = html.indexOf('[[');
  let [literal, done] = ['', 0];
  /** Replaces the first of two brackets up to an offset. */
  const replaceTo = (end: number, by: string): void => {
    for (; bracket >= 0 && bracket < end && literal.length <= maxLength; bracket = html.indexOf('[[', bracket + 1)) {
      literal += html.slice(done, bracket) + by;
      done = bracket + 1;
    }
  };
  if (bracket >= 0)
    for (const { 0: element, 1: name = '', index } of html.matchAll(RAW)) {
      replaceTo(index, '&#91;');
      // CSS has two brackets in strings and comments only. In scripts, which never run, they may stand apart.
      replaceTo(index + element.length, name.toLowerCase() === 'style' ? String.raw`\5b ` : '[ ');
    }
  replaceTo(html.length, '&#91;');
  return literal.length + html.length - done > maxLength ? undefined : literal + html.slice(done);
}
