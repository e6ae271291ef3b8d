/**
 * How many pages a PDF of Chromium's has, read by following its own references: trailer, catalog, page tree. A PDF
 * library would parse the whole file (hundreds of milliseconds for a tagged report); this reads some hundred bytes.
 * Strings are skipped as strings: what a document writes into its title can't pass for structure.
 */

/** @throws Error when the bytes are not a PDF as Chromium (Skia) writes them. */
export function countPages(pdf: Buffer): number {
  const tail = pdf.subarray(Math.max(0, pdf.length - 64)).toString('latin1');
  const table = Number(/startxref\s+(\d+)\s+%%EOF/.exec(tail)?.[1]);
  const [, count] = /^xref\s+0 (\d+)\s*\n/.exec(pdf.toString('latin1', table, table + 32)) ?? [];
  if (count === undefined) throw new Error('the PDF has no cross-reference table');
  const firstEntry = table + pdf.toString('latin1', table, table + 32).indexOf('\n', 'xref\n0 '.length) + 1;
  const trailer = firstEntry + Number(count) * ENTRY_BYTES;

  const offsetOf = (object: number): number =>
    Number(pdf.toString('latin1', firstEntry + object * ENTRY_BYTES, firstEntry + object * ENTRY_BYTES + 10));
  const catalog = offsetOf(reference(dictionary(pdf, trailer), 'Root'));
  const pageTree = offsetOf(reference(dictionary(pdf, catalog), 'Pages'));
  const pages = Number(dictionary(pdf, pageTree).get('Count'));
  if (!Number.isInteger(pages)) throw new Error('the page tree of the PDF has no count');
  return pages;
}

const ENTRY_BYTES = 20;

function reference(entries: Map<string, string>, key: string): number {
  const [, object] = /^(\d+) \d+ R$/.exec(entries.get(key) ?? '') ?? [];
  if (object === undefined) throw new Error(`the PDF has no /${key}`);
  return Number(object);
}

/** White space, a name, a string's or a bracket's begin or end, or anything else up to the next of these. */
const TOKEN = /\s+|\/[^\s/<>[\]()]*|<<|>>|<[^<>]*>|[[\]()]|[^\s/<>[\]()]+/y;

/** Reads the dictionary that follows `offset`: its keys, with values that are neither strings nor nested as text. */
function dictionary(pdf: Buffer, offset: number): Map<string, string> {
  const text = pdf.toString('latin1', offset, offset + MAX_DICTIONARY_BYTES);
  const entries = new Map<string, string>();
  let depth = 0;
  let key: string | undefined;
  let value: string[] = [];
  const keep = (): void => {
    if (key !== undefined) entries.set(key, value.join(' '));
    key = undefined;
    value = [];
  };
  TOKEN.lastIndex = text.indexOf('<<');
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const [token] = match;
    if (token === '(') {
      TOKEN.lastIndex = endOfString(text, TOKEN.lastIndex);
      if (depth === 1) value.push('()');
    } else if (token === '<<' || token === '[') {
      depth += 1;
      if (depth === 2) value.push(token);
    } else if (token === '>>' || token === ']') {
      depth -= 1;
      if (depth === 0) {
        keep();
        return entries;
      }
    } else if (depth === 1 && token.startsWith('/') && (key === undefined || value.length > 0)) {
      keep();
      key = token.slice(1);
    } else if (depth === 1 && token.trim() !== '') value.push(token);
  }
  throw new Error('a dictionary of the PDF does not end');
}

/** Page trees of 50 pages and catalogs are far smaller, titles and languages of any sane length included. */
const MAX_DICTIONARY_BYTES = 64 * 1024;

/** @returns where a string ends whose opening parenthesis has been read. */
function endOfString(text: string, start: number): number {
  let open = 1;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (character === '\\') index += 1;
    else if (character === '(') open += 1;
    else if (character === ')') open -= 1;
    if (open === 0) return index + 1;
  }
  return text.length;
}
