/** Returns the text of an invalid HTML template for the policy check, so that an answer names further faults as well. */

/** An attribute, whose value is unknown if it contains a tag. */
const ATTRIBUTES = /\s[^\s"'<>/=[\]]{1,100}\s{0,20}=\s{0,20}(?:"[^"]*"|'[^']*'|[^\s"'>]+)/g;
const TAGS = /\[\[(?:(?!\[\[)[^\]])*\]\]/g;
const OPENS = /^\[\[\s*(?:#|\^|if\b|each\b)/;
const BLOCK = /^\[\[\s*(?:[#^/]|else\b|if\b|each\b|let\b)/;

/**
 * Returns the source as plain HTML: tags, attributes with tags, and text between blocks become spaces, so that offsets stay the
 * same.
 */
export function withoutTags(source: string): string {
  const blocks = [...source.matchAll(TAGS)].filter(([tag]) => BLOCK.test(tag));
  const [first, last] = [blocks[0], blocks.at(-1)];
  // Text after a block that is never closed is probably not part of it.
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
