/** Makes template tags in HTML print as they are written: forms have no data. */

/** Elements whose content is no HTML. Their tags end before the next `<`, so that a text without `>` is read once. */
const RAW = /<(style|script|xmp|iframe|noembed|noframes|noscript|plaintext)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const BEGIN = /\[(?=\[)/g;

/** Returns HTML that prints the same, and in which no tag of a template begins. */
export function literalHtml(html: string): string {
  if (!html.includes('[[')) return html;
  let [literal, done] = ['', 0];
  for (const { 0: element, 1: name = '', index } of html.matchAll(RAW)) {
    literal += html.slice(done, index).replace(BEGIN, '&#91;');
    // CSS has two brackets in strings and comments only. In scripts, which never run, they may stand apart.
    literal += element.replace(BEGIN, name.toLowerCase() === 'style' ? String.raw`\5b ` : '[ ');
    done = index + element.length;
  }
  return literal + html.slice(done).replace(BEGIN, '&#91;');
}
