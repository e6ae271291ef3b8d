/** Faults and warnings of the service, with the part of the template that they are in. */

import { DATA, type Draft, faultsOfData, InvalidJson, readOptions } from '../draft/draft.js';
import { ApiError, type Finding, type Place } from '../service/api.js';
import { DocumentFaults } from '../service/previews.js';

/** A text of a template. Data has the sample's name. */
export type Part = 'html' | 'css' | 'header_html' | 'footer_html' | 'options' | `data:${string}`;

export interface Problem extends Place {
  kind: 'fault' | 'warning';
  message: string;
  /** The service's code of an error or a warning. */
  code?: string;
  part?: Part;
}

const NAMED_PART = /\bIn `(html|css|header_html|footer_html)(?:\.[a-z]+)?`/;
const OPTION =
  /`(?:page_size|margin|orientation|locale|time_zone|conformance|filename|metadata|watermark_html|translations)\b/;
const PLACE = /\bline (\d+), column (\d+)/;
const PLACE_IN_PARTIAL = /inserted at line (\d+), column (\d+)/;
/** A place such as "at html 12:5". Names of style sheets are in backticks. */
const SHORT_PLACE = /\bat (`[^`]*`|[a-z_]+)(?:\.[a-z]+)? (\d+):(\d+)/;
const TEXTS: readonly string[] = ['html', 'css', 'header_html', 'footer_html'] satisfies Part[];

/** Returns a finding of the service as a problem. Its message names the part and, mostly, the place. */
export function problemOf(
  kind: Problem['kind'],
  { code, message, line, column }: Place & { code?: string; message: string },
): Problem {
  const said = { kind, message, ...(code !== undefined && { code }) };
  const [, shortPart, shortLine, shortColumn] = SHORT_PLACE.exec(message) ?? [];
  // A style sheet of the files, or of another host.
  if (shortPart !== undefined && !TEXTS.includes(shortPart)) return said;
  const [, named = shortPart] = NAMED_PART.exec(message) ?? [];
  const [, fromText = shortLine, columnFromText = shortColumn] =
    PLACE_IN_PARTIAL.exec(message) ?? PLACE.exec(message) ?? [];
  const at = line ?? (fromText === undefined ? undefined : Number(fromText));
  const part = (named ?? (at !== undefined ? 'html' : OPTION.test(message) ? 'options' : undefined)) as
    | Part
    | undefined;
  const place = at === undefined ? {} : { line: at, column: column ?? Number(columnFromText ?? 1) };
  return { ...said, ...(part && { part }), ...place };
}

/** A tag of a list in a message: its place, and maybe why it has no value. */
const LISTED = /`\[\[[^`]*\]\]` at [a-z_]+(?:\.[a-z]+)? \d+:\d+(?: \([^()]*\))*/;
const LIST = new RegExp(`${LISTED.source}(?:, ${LISTED.source})+`);
const NOT_LISTED = /^ and (\d+) more\b/;

/** Works like `problemOf`, but returns a problem for each tag that a message lists. The last one counts those that it does not list. */
export function eachProblemOf(kind: Problem['kind'], finding: Parameters<typeof problemOf>[1]): Problem[] {
  const { code, message } = finding;
  const list = LIST.exec(message);
  if (list === null) return [problemOf(kind, finding)];
  const [before, after] = [message.slice(0, list.index), message.slice(list.index + list[0].length)];
  const [rest = '', count] = NOT_LISTED.exec(after) ?? [];
  const said = code === undefined ? {} : { code };
  return [
    ...(list[0].match(new RegExp(LISTED, 'g')) ?? []).map((tag) =>
      problemOf(kind, { ...said, message: `${before}${tag}${after.slice(rest.length)}` }),
    ),
    ...(count === undefined ? [] : [{ kind, ...said, message: `${count} more tags like these are not listed.` }]),
  ];
}

/** Returns the problems of a draft that was printed, with what its preview left out and calls refuse as faults. */
export function problemsOf(warnings: readonly Finding[], draft: Draft, sample: string): Problem[] {
  const { on_blocked: mode } = readOptions(draft);
  return [
    ...warnings.flatMap((warning) => eachProblemOf(isRefused(warning, mode) ? 'fault' : 'warning', warning)),
    ...dataProblems(draft, sample),
  ];
}

/** Returns whether calls refuse what a preview only warns of. @param mode the `on_blocked` of the template. */
function isRefused({ code, message }: Finding, mode: unknown): boolean {
  if (code === 'content_blocked') return mode !== 'warn';
  // A missing font is style if a style sheet would load it.
  const isStyle = code === 'style_blocked' || (code === 'font_unavailable' && message.includes(' is not loaded: '));
  return isStyle && mode === 'error';
}

const dataProblems = (draft: Draft, sample: string): Problem[] =>
  faultsOfData(draft, sample).map(({ fault, ...place }) => ({
    ...{ kind: 'fault', code: 'invalid_json', message: `${DATA} ${fault}.`, part: `data:${sample}` },
    ...(place.line !== undefined && { line: place.line, column: place.column ?? 1 }),
  }));

/** Returns why a preview failed, or why a draft could not be saved. */
export function faultsOf(error: unknown): Problem[] {
  if (error instanceof DocumentFaults) return error.faults.flatMap((fault) => eachProblemOf('fault', fault));
  if (error instanceof ApiError) return eachProblemOf('fault', error);
  if (error instanceof InvalidJson) {
    const { sample, message, place } = error;
    return [{ kind: 'fault', message, part: sample === undefined ? 'options' : `data:${sample}`, ...place }];
  }
  return [{ kind: 'fault', message: 'The service cannot be reached. The preview continues with the next change.' }];
}

/** Returns the offset of a place in a text, inside its line. */
export function offsetOf(text: string, { line = 1, column = 1 }: Place): number {
  let start = 0;
  for (let at = 1; at < line; at++) {
    const end = text.indexOf('\n', start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  const end = text.indexOf('\n', start);
  return Math.min(start + column - 1, end < 0 ? text.length : end);
}
