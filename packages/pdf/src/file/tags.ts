/**
 * Reduces the tags of PDFs that conform to no standard: removes what Chromium writes and no reader uses. It works on written text, because
 * parsing the structure tree would take two to three times as long as all of finishing.
 */
import type { PackedObject } from './packed-object.js';
import { withReferences } from './references.js';
import { ROLES } from './roles.js';

const ELEMENT = '<</Type /StructElem\n';
const ROOT = '<</Type /StructTreeRoot\n';
const TEXT_ELEMENT = `${ELEMENT}/S /NonStruct\n`;

/** An element without any information except which marked content (ISO 32000-1, 14.7.4.2) it holds: a text. */
const TEXT =
  /^<<\/Type \/StructElem\n\/S \/NonStruct\n\/P (\d+) 0 R\n\/Pg (\d+) 0 R\n\/K (?:(\d+)|\[((?:\d|<<\/Type \/MCR\n[^>]*>>| )*)\])>>$/;

/** The beginning of an element as Skia writes it, up to its parent, page and kids. Line feeds in strings are escaped. */
const WITH_KIDS =
  /^(<<\/Type \/StructElem\n.*?\n\/P \d+ 0 R)(?:\n\/Pg (\d+) 0 R)?\n\/K (?:\[([^\]]*)\]|(\d+(?: 0 R)?))(?=\n|>>)/s;

const KID = /<<[^>]*>>|\d+(?: 0 R)?/g;

/** Attributes with default values, and lists of a cell's headers, which `Scope` says, too (14.8.5.7). */
const NEEDLESS = / ?<<\/O \/Table\n\/(?:(?:Row|Col)Span 1|Headers \[[^\]]*\])>>/g;

/** The tree of the ids in lists of headers. */
const IDS = /\n\/IDTree \d+ 0 R/;

interface Text {
  parent: number;
  page: string;
  contents: string;
}

/**
 * @param objects by their numbers. They are not changed. Elements that Skia has not written are kept as they are.
 * @returns copies in which texts are part of the element around them.
 */
export function withoutNeedlessTags(objects: ReadonlyMap<number, PackedObject>): Map<number, PackedObject> {
  const texts = new Map<number, Text>();
  for (const [object, { text }] of objects) {
    if (!text.startsWith(TEXT_ELEMENT)) continue;
    const [, parent, page, one, several] = TEXT.exec(text) ?? [];
    const contents = one ?? several;
    if (page !== undefined && contents !== undefined) texts.set(object, { parent: Number(parent), page, contents });
  }
  const parents = new Map<number, number>();
  const types = new Set<string>();
  const trimmed = new Map(objects);
  for (const [object, content] of objects) {
    if (!content.text.startsWith(ELEMENT) || texts.has(object)) continue;
    types.add(typeOf(content.text));
    const text = withoutNeedlessEntries(withContents(content.text, object, texts, parents));
    if (text !== content.text) trimmed.set(object, { text });
  }
  // This includes the lists that lead from a page's contents to elements (14.7.4.4).
  for (const [object, { text, stream }] of objects) {
    if (stream !== undefined || text.startsWith(ELEMENT)) continue;
    const others = withReferences(text, (other) => parents.get(other) ?? other);
    trimmed.set(object, { text: others.startsWith(ROOT) ? rootOf(others, types) : others });
  }
  return trimmed;
}

/** @param parents receives the texts that become part of the element. */
function withContents(
  text: string,
  object: number,
  texts: ReadonlyMap<number, Text>,
  parents: Map<number, number>,
): string {
  const [head, start, own, several, one] = WITH_KIDS.exec(text) ?? [];
  if (head === undefined) return text;
  let page = own;
  const kids = ((several ?? one) as string).match(KID) ?? [];
  const held = kids.map((kid) => {
    const number = kid.endsWith(' R') ? Number.parseInt(kid, 10) : -1;
    const contents = texts.get(number);
    if (contents === undefined || contents.parent !== object) return kid;
    page ??= contents.page;
    if (page !== contents.page) return kid;
    parents.set(number, object);
    return contents.contents;
  });
  const onPage = page === undefined ? '' : `\n/Pg ${page} 0 R`;
  const all = held.join(' ');
  return `${start}${onPage}\n/K ${/^\d+(?: 0 R)?$/.test(all) ? all : `[${all}]`}${text.slice(head.length)}`;
}

function withoutNeedlessEntries(text: string): string {
  const fewer = text.includes('\n/ID (') ? text.replace(/\n\/ID \([^)\\]*\)/, '') : text;
  if (!fewer.includes('\n/A ')) return fewer;
  return fewer
    .replace(NEEDLESS, '')
    .replace(/\n\/A (?:\[ ?\]|(?=\n|>>))/, '')
    .replace(/\n\/A \[ ?(<<[^>]*>>)\]/, '\n/A $1');
}

const typeOf = (element: string): string =>
  element.slice(ELEMENT.length + '/S /'.length, element.indexOf('\n', ELEMENT.length));

/** Maps types that some readers don't know. Such readers would skip the contents of these elements. */
function rootOf(text: string, types: ReadonlySet<string>): string {
  const roles = Object.entries(ROLES).filter(([type]) => types.has(type));
  const fewer = text.replace(IDS, '');
  if (roles.length === 0 || fewer.includes('\n/RoleMap ')) return fewer;
  return `${ROOT}/RoleMap <<${roles.map(([type, role]) => `/${type} /${role}`).join('\n')}>>\n${fewer.slice(ROOT.length)}`;
}
