/**
 * Puts a document together from the caller's HTML and CSS.
 *
 * The CSS has to come after the document's own sheets and may not disturb its body: a `<style>` at the very end would
 * become the body's last child and change what `:last-child` means, one at the very beginning would lose against the
 * document's sheets. So the head is read, by the rules of HTML's tokeniser, up to the first thing that ends it or whose
 * end is not certain, and the `<style>` goes right there. Up to that place a parser is always in the head, so the CSS
 * applies whatever follows.
 */

export interface DocumentParts {
  /** A whole document or any part of one. */
  html: string;
  /** One sheet, or several in the order in which they apply. What is broken in one does not touch the next. */
  css?: string | readonly string[];
}

/** @returns the HTML to print, in standards mode; a document without a doctype gets one, and its character set. */
export function buildDocument({ html, css = [] }: DocumentParts): string {
  // A byte order mark would count as the first text of the body.
  const text = html.replace(/^\ufeff/, '');
  const { end, hasDoctype } = readHead(text);
  const start = hasDoctype ? '' : '<!DOCTYPE html><meta charset="utf-8">';
  return start + text.slice(0, end) + [css].flat().map(styleElement).join('') + text.slice(end);
}

/**
 * `</style` ends the element wherever it stands, in comments and strings of the CSS too. A backslash before the slash
 * hides it from HTML and means the same to CSS.
 */
function styleElement(css: string): string {
  return css === '' ? '' : `<style>${css.replace(/<(?=\/style)/gi, '<\\')}</style>`;
}

interface Head {
  /** Offset at which a `<style>` is the last thing of the head. */
  end: number;
  hasDoctype: boolean;
}

function readHead(html: string): Head {
  const head = { end: 0, hasDoctype: false };
  let sawTag = false;
  for (;;) {
    head.end = search(/[^\t\n\f\r ]/g, html, head.end) ?? html.length;
    const next = skipOne(html, head.end);
    if (next === undefined) return head;
    // A doctype counts only before the first tag.
    if (match(/<!doctype/iy, html, head.end)) head.hasDoctype ||= !sawTag;
    else sawTag ||= !html.startsWith('<!--', head.end);
    head.end = next;
  }
}

/** The offset after the comment, doctype or element of the head that begins here; undefined where there is none. */
function skipOne(html: string, start: number): number | undefined {
  if (html.startsWith('<!--', start)) return commentEnd(html, start);
  const [opening, name = ''] = match(/<(!doctype|[a-z]+)(?=[\t\n\f\r />])/iy, html, start) ?? [];
  if (opening === undefined) return undefined;
  switch (name.toLowerCase()) {
    case '!doctype':
      return after('>', html, start);
    case 'html':
    case 'head':
    case 'base':
    case 'link':
    case 'meta':
      return tagEnd(html, start + opening.length);
    case 'title':
    case 'style':
    case 'script':
      return textElementEnd(html, start + opening.length, name);
    default:
      return undefined;
  }
}

function commentEnd(html: string, start: number): number | undefined {
  const inside = start + '<!--'.length;
  const [abrupt] = match(/-?>/y, html, inside) ?? [];
  if (abrupt !== undefined) return inside + abrupt.length;
  const end = search(/--!?>/g, html, inside);
  return end === undefined ? undefined : after('>', html, end);
}

/** The offset after a tag, from behind its name; undefined when it never ends. */
function tagEnd(html: string, start: number): number | undefined {
  let at = search(/[^\t\n\f\r /]/g, html, start);
  while (at !== undefined && html[at] !== '>') {
    // The first character belongs to the attribute's name whatever it is.
    const nameEnd = search(/[\t\n\f\r />=]/g, html, at + 1);
    const value = nameEnd && search(/[^\t\n\f\r ]/g, html, nameEnd);
    const end = value && html[value] === '=' ? valueEnd(html, value + 1) : nameEnd;
    at = end && search(/[^\t\n\f\r /]/g, html, end);
  }
  return at && at + 1;
}

function valueEnd(html: string, start: number): number | undefined {
  const at = search(/[^\t\n\f\r ]/g, html, start);
  const first = at === undefined ? undefined : html[at];
  if (at === undefined || first === '>') return at;
  return first === '"' || first === "'" ? after(first, html, at + 1) : search(/[\t\n\f\r >]/g, html, at);
}

/** The offset after an element that holds nothing but text, from behind its name. */
function textElementEnd(html: string, start: number, name: string): number | undefined {
  const inside = tagEnd(html, start);
  const closing = inside && search(new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi'), html, inside);
  if (closing === undefined) return undefined;
  // Inside a script a comment may hide its end.
  if (/script/i.test(name) && html.slice(inside, closing).includes('<!--')) return undefined;
  return tagEnd(html, closing + `</${name}`.length);
}

/** @param pattern global: searches from the offset on. */
function search(pattern: RegExp, html: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.exec(html)?.index;
}

/** @param pattern sticky: has to match at the offset. */
function match(pattern: RegExp, html: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(html);
}

function after(text: string, html: string, from: number): number | undefined {
  const at = html.indexOf(text, from);
  return at < 0 ? undefined : at + text.length;
}
