/** What is checked of an HTML template that can't be filled: its own text, so that an answer names the other faults as well. */

/** An attribute with a tag in it: what it would be is not known. */
const ATTRIBUTES = /\s[^\s"'<>/=[\]]{1,100}\s{0,20}=\s{0,20}(?:"[^"]*"|'[^']*'|[^\s"'>]+)/g;
const TAGS = /\[\[(?:(?!\[\[)[^\]])*\]\]/g;
const OPENS = /^\[\[\s*(?:#|\^|if\b|each\b)/;
const BLOCK = /^\[\[\s*(?:[#^/]|else\b|if\b|each\b|let\b)/;

/**
 * Tags, attributes with tags, and what stands between blocks, which the data may leave out, become blanks: every character stays at its
 * place.
 *
 * @returns the source as plain HTML.
 */
export function standIn(source: string): string {
  const blocks = [...source.matchAll(TAGS)].filter(([tag]) => BLOCK.test(tag));
  const [first, last] = [blocks[0], blocks.at(-1)];
  // What follows a block that is never closed was hardly meant to be part of it.
  const isOpen = first !== undefined && last === first && OPENS.test(first[0]);
  const text =
    first === undefined || last === undefined || isOpen
      ? source
      : source.slice(0, first.index) +
        blank(source.slice(first.index, last.index + last[0].length)) +
        source.slice(last.index + last[0].length);
  return text
    .replace(ATTRIBUTES, (attribute) => (attribute.includes('[[') ? blank(attribute) : attribute))
    .replace(TAGS, blank)
    .replaceAll('[[', '  ');
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
