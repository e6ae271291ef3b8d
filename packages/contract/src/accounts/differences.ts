/** Compares versions of a template as the files of a folder, which `toolpress pull` writes. */
import type { FileValue } from '../schema/files.js';
import type { JsonObject } from '../schema/schema.js';

/** The parts of a version. */
export interface TemplateText {
  kind: 'html' | 'css';
  content: string;
  css?: string | undefined;
  files?: Record<string, FileValue> | undefined;
  sample_data?: Record<string, JsonObject> | undefined;
  options?: JsonObject | undefined;
}

/** Texts with more lines are only named. */
const MAX_LINES = 20_000;
/**
 * The largest number of different lines of all texts. Texts with more are only named, and halve the limit of the following texts, because
 * the time for a comparison grows with the square of this number.
 */
const MAX_EDITS = 2_000;
/** The largest size of the result in characters. */
const MAX_TEXT = 512 * 1024;

/**
 * Returns the text files of a template by path. The options are in `template.json`, sorted by name, so that equal ones are equal texts;
 * sample data keeps its order, in which `[[#each]]` prints it. Binary files are their base64.
 */
export function templateFiles({
  kind,
  content,
  css,
  files = {},
  sample_data: samples = {},
  options = {},
}: TemplateText) {
  const { header_html: header, footer_html: footer, ...others } = options;
  const isText = (part: unknown): part is string => typeof part === 'string';
  const rest = {
    ...others,
    ...(header !== undefined && !isText(header) && { header_html: header }),
    ...(footer !== undefined && !isText(footer) && { footer_html: footer }),
  };
  const texts: [string, string | undefined][] = [
    [`template.${kind}`, content],
    ['style.css', css],
    ['header.html', isText(header) ? header : undefined],
    ['footer.html', isText(footer) ? footer : undefined],
    ['template.json', Object.keys(rest).length > 0 ? asJson({ options: sorted(rest) }) : undefined],
    ...Object.entries(samples).map(([name, data]): [string, string] => [`data/${name}.json`, asJson(data)]),
    ...Object.entries(files).map(([path, file]): [string, string] => [
      `files/${path}`,
      isText(file) ? file : `${file.base64}\n`,
    ]),
  ];
  return new Map(texts.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Returns a value with the members of its objects sorted. Numbers with all digits are objects of another kind. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const names = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(names.map(([name, member]) => [name, sorted(member)]));
}

const asJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Returns the differences of two folders as a unified diff.
 *
 * @param names the names of the folders in the diff, such as `invoice@2`.
 */
export async function differencesOf(
  from: ReadonlyMap<string, string>,
  to: ReadonlyMap<string, string>,
  names: readonly [from: string, to: string],
): Promise<{ text: string; is_complete: boolean }> {
  const { createTwoFilesPatch } = await import('diff');
  const found: string[] = [];
  let isComplete = true;
  let room = MAX_TEXT;
  let edits = MAX_EDITS;
  for (const path of [...new Set([...from.keys(), ...to.keys()])].sort()) {
    const [before = '', after = ''] = [from.get(path), to.get(path)];
    if (before === after && from.has(path) === to.has(path)) continue;
    const [left, right] = [
      from.has(path) ? `${names[0]}/${path}` : '/dev/null',
      to.has(path) ? `${names[1]}/${path}` : '/dev/null',
    ];
    const isLong = [before, after].some((text) => text.split('\n', MAX_LINES + 1).length > MAX_LINES);
    const patch =
      isLong || edits === 0
        ? undefined
        : createTwoFilesPatch(left, right, before, after, undefined, undefined, { maxEditLength: edits });
    if (!isLong) edits = patch === undefined ? Math.floor(edits / 2) : Math.max(0, edits - changesIn(patch));
    const shown = patch === undefined || patch.length > room ? `${left} and ${right} differ\n` : withoutRule(patch);
    isComplete &&= patch !== undefined && patch.length <= room;
    if (shown.length > room) break;
    room -= shown.length;
    found.push(shown);
  }
  return { text: found.join(''), is_complete: isComplete };
}

/** Returns the number of different lines of a patch. Its two names also begin with a sign. */
const changesIn = (patch: string): number => (patch.match(/^[+-]/gm)?.length ?? 0) - 2;

/** Removes the line that the library writes before a patch. */
const withoutRule = (patch: string): string => patch.replace(/^=+\n/, '');
