/** Faults and warnings of the service, with the part of the template that they are in. */

import { type Draft, InvalidJson, placeOfJsonFault } from '../draft/draft.js';
import { ApiError, type Finding, type Place } from '../service/api.js';

/** A text of a template. Data has the sample's name. */
export type Part = 'html' | 'css' | 'header_html' | 'footer_html' | 'options' | `data:${string}`;

export interface Problem extends Place {
  kind: 'fault' | 'warning';
  message: string;
  part?: Part;
}

const NAMED_PART = /\bIn `(html|css|header_html|footer_html)(?:\.[a-z]+)?`/;
const OPTION =
  /`(?:page_size|margin|orientation|locale|time_zone|conformance|filename|metadata|watermark_html|translations)\b/;
const PLACE = /\bline (\d+), column (\d+)/;
const PLACE_IN_PARTIAL = /inserted at line (\d+), column (\d+)/;

/** Returns a finding of the service as a problem. Its message names the part and, mostly, the place. */
export function problemOf(kind: Problem['kind'], { message, line, column }: Place & { message: string }): Problem {
  const [, named] = NAMED_PART.exec(message) ?? [];
  const [, fromText, columnFromText] = PLACE_IN_PARTIAL.exec(message) ?? PLACE.exec(message) ?? [];
  const at = line ?? (fromText === undefined ? undefined : Number(fromText));
  const part = (named ?? (at !== undefined ? 'html' : OPTION.test(message) ? 'options' : undefined)) as
    | Part
    | undefined;
  const place = at === undefined ? {} : { line: at, column: column ?? Number(columnFromText ?? 1) };
  return { kind, message, ...(part && { part }), ...place };
}

export const warningsOf = (warnings: readonly Finding[] = []): Problem[] =>
  warnings.map((warning) => problemOf('warning', warning));

/** Returns why a preview failed. */
export function faultOf(error: unknown, { samples, controls }: Draft): Problem {
  if (error instanceof ApiError) return problemOf('fault', error);
  if (error instanceof InvalidJson) {
    const { sample, message } = error;
    const text = sample === undefined ? controls.others : samples.find(({ name }) => name === sample)?.text;
    const part: Part = sample === undefined ? 'options' : `data:${sample}`;
    return { kind: 'fault', message, part, ...placeOfJsonFault(message, text ?? '') };
  }
  return { kind: 'fault', message: 'The service cannot be reached. The preview continues with the next change.' };
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
