/** What this page can do about a problem: edits of its text, each with a label for a button. */
import { attributeAt, type Edit, withoutDeclaration, withoutElement } from './edits.js';
import { offsetOf, type Part, type Problem } from './problems.js';

export interface Advice {
  label: string;
  /** The text that is edited. */
  part: Part;
  edits: readonly Edit[];
  /** The path by which a file is added first, which the reader chooses. */
  file?: string;
}

/** The largest number of suggestions for one name. */
const MAX_NAMES = 3;

/** Returns what can be done about a problem. @param text returns the text of a part; undefined if it is not shown as text. */
export function adviceFor(problem: Problem, text: (part: Part) => string | undefined): Advice[] {
  const { part, line } = problem;
  const source = part === undefined || line === undefined ? undefined : text(part);
  if (part === undefined || source === undefined) return [];
  const place = { problem, part, source, offset: offsetOf(source, problem) };
  return [...filters(place), ...names(place), ...numbers(place), ...files(place), ...leaving(place)];
}

interface AdvicePlace {
  problem: Problem;
  part: Part;
  source: string;
  offset: number;
}

const UNKNOWN_FILTER = /unknown filter `(\w+)`: (?:write (`\| \w+`)|([^;]+) may be meant)/;

/** An unknown filter whose name is similar to a known one. */
function filters({ problem, part, source, offset }: AdvicePlace): Advice[] {
  const [, wrong, written, meant] = UNKNOWN_FILTER.exec(problem.message) ?? [];
  if (wrong === undefined) return [];
  const end = source.indexOf(']]', offset);
  const tag = source.slice(offset, end < 0 ? undefined : end);
  const found = new RegExp(`\\|\\s*(?=${wrong}\\b)`).exec(tag);
  if (found === null) return [];
  const from = offset + found.index + found[0].length;
  const names = [...(written ?? meant ?? '').matchAll(/`(?:\| )?(\w+)`/g)].map(([, name = '']) => name);
  return names.slice(0, MAX_NAMES).map((name) => use(name, part, { from, to: from + wrong.length, insert: name }));
}

const use = (name: string, part: Part, edit: Edit): Advice => ({ label: `Use \`${name}\``, part, edits: [edit] });

const MISSPELT = /`\[\[([^`]+)\]\]` at (\w+) (\d+):(\d+) \(did you mean `(?:\[\[)?([^`[\]]+)(?:\]\])?`\?\)/g;

/** Tags without a value whose names are similar to one of the data. */
function names({ problem, part, source }: AdvicePlace): Advice[] {
  const found = [...problem.message.matchAll(MISSPELT)].filter(([, , field]) => field === part);
  return found.slice(0, MAX_NAMES).flatMap(([, tag = '', , line, column, meant = '']) => {
    const offset = offsetOf(source, { line: Number(line), column: Number(column) });
    const from = source.indexOf(tag, offset);
    const end = source.indexOf(']]', offset);
    return from < 0 || from > end ? [] : [use(meant, part, { from, to: from + tag.length, insert: meant })];
  });
}

/** A number of the data that calls refuse. */
function numbers({ problem: { code }, part, source, offset }: AdvicePlace): Advice[] {
  const [number] = /^-?\d[\d.eE+-]*/.exec(source.slice(offset)) ?? [];
  if (code !== 'invalid_json' || !part.startsWith('data:') || number === undefined) return [];
  return [
    { label: 'Write as text', part, edits: [{ from: offset, to: offset + number.length, insert: `"${number}"` }] },
  ];
}

/** Attributes that name an image or a style sheet. */
const NAMES_FILE = new Set(['src', 'href', 'xlink:href', 'poster', 'background', 'data']);
/** Files that the page offers to add. */
const FILE = /\.(?:png|jpe?g|gif|webp|avif|svg|css)$/i;

const BLOCKED = new Set(['content_blocked', 'style_blocked']);

/** An image or a style sheet that is not among the files. An address of another host is replaced by the file's name. */
function files({ problem: { code = '' }, part, source, offset }: AdvicePlace): Advice[] {
  const attribute = part === 'html' && BLOCKED.has(code) ? attributeAt(source, offset) : undefined;
  if (attribute === undefined || !NAMES_FILE.has(attribute.name) || attribute.value.includes('[[')) return [];
  const { value, from, to } = attribute;
  const isAddress = /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(value.trim());
  const path = pathOf(value, isAddress);
  if (path === undefined) return [];
  return [{ label: 'Add file…', part, edits: isAddress ? [{ from, to, insert: `"${path}"` }] : [], file: path }];
}

/** Returns the path of a file as `files` has it; undefined if the address names no file. */
function pathOf(address: string, isAddress: boolean): string | undefined {
  const [path = ''] = address.trim().split(/[?#]/, 1);
  const name = isAddress ? path.slice(path.lastIndexOf('/') + 1) : path.replace(/^(?:\.?\/)+/, '');
  if (!FILE.test(name)) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** What is blocked can be left out. */
function leaving({ problem: { code = '' }, part, source, offset }: AdvicePlace): Advice[] {
  if (!BLOCKED.has(code)) return [];
  const edit =
    part === 'html' && code === 'content_blocked'
      ? withoutElement(source, offset)
      : part === 'css'
        ? withoutDeclaration(source, offset)
        : undefined;
  return edit === undefined ? [] : [{ label: 'Leave out', part, edits: [edit] }];
}
