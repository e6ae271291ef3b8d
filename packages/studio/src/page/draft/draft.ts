/** The text of a template while it is written, and the requests that are made of it. */
import { exactJson } from '@toolpress/contract/exact-numbers';
import { type JsonFault, jsonFaults } from '@toolpress/contract/json-faults';
import { keepsDigits, parseAsWritten } from '@toolpress/contract/written-numbers';
import type { Place, Saved } from '../service/api.js';
import { type Controls, controlsOf, optionsOf } from './print-options.js';

export interface Sample {
  name: string;
  /** JSON, maybe invalid while it is written. */
  text: string;
}

export interface Draft {
  html: string;
  css: string;
  files: Record<string, unknown>;
  samples: Sample[];
  controls: Controls;
}

/** A part that is no valid JSON. */
export class InvalidJson extends Error {
  constructor(
    /** The sample's name; undefined for the options. */
    readonly sample: string | undefined,
    /** Its name in messages. */
    what: string,
    { fault, line = 1, column = 1 }: JsonFault,
  ) {
    super(`${what} ${fault}.`);
    this.place = { line, column };
  }

  readonly place: Required<Place>;

  /** Returns one that a worker has sent: errors lose their classes on the way. */
  static of({ sample, message, place }: Pick<InvalidJson, 'sample' | 'message' | 'place'>): InvalidJson {
    return Object.assign(new InvalidJson(sample, '', { fault: '', ...place }), { message });
  }
}

/** The pattern of names of templates and samples, for inputs. */
export const NAME = '[A-Za-z0-9][A-Za-z0-9_.\\-]{0,63}';

export function draftOf({ content, css = '', files = {}, sample_data = {}, options = {} }: Saved): Draft {
  const samples = Object.entries(sample_data).map(([name, data]) => ({ name, text: JSON.stringify(data, null, 2) }));
  return {
    html: content,
    css,
    files,
    controls: controlsOf(options),
    samples: samples.length > 0 ? samples : [PLACEHOLDER],
  };
}

/** Returns what is saved. @throws InvalidJson. */
export function savedOf(draft: Draft): Saved {
  const { html, css, files, samples } = draft;
  const options = readOptions(draft);
  const given = samples.filter((sample) => samples.length > 1 || !isPlaceholder(sample));
  return {
    content: html,
    ...(css !== '' && { css }),
    ...(Object.keys(files).length > 0 && { files }),
    ...(given.length > 0 && {
      sample_data: Object.fromEntries(given.map((sample) => [sample.name, readSample(sample)])),
    }),
    ...(Object.keys(options).length > 0 && { options }),
  };
}

/** The sample data of a template that has none. */
const PLACEHOLDER: Sample = { name: 'sample', text: '{}' };
const isPlaceholder = ({ name, text }: Sample): boolean =>
  name === PLACEHOLDER.name && /^\s*(?:\{\s*\}\s*)?$/.test(text);

/** Returns the request of a preview, which prints what is not blocked. @throws InvalidJson. */
export function previewOf(draft: Draft, sample: string): Record<string, unknown> {
  const { content: html, css, files, options } = savedOf({ ...draft, samples: [] });
  const parts = { ...(css !== undefined && { css }), ...(files && { files }), data: dataOf(draft, sample) };
  return { ...options, on_blocked: 'warn', html, ...parts };
}

/** Returns about how many bytes a draft takes beside its files. */
export const otherBytesOf = ({ html, css, samples, controls }: Draft): number =>
  new TextEncoder().encode(JSON.stringify([html, css, samples, controls])).length;

/** Returns the data of a sample; an empty object for an unknown one. Numbers that would lose digits are texts. @throws InvalidJson. */
function dataOf({ samples }: Draft, name: string): Record<string, unknown> {
  const sample = samples.find((each) => each.name === name);
  return sample === undefined || sample.text.trim() === ''
    ? {}
    : readObject(sample.text, DATA, sample.name, (text) => JSON.parse(exactJson(text)));
}

/** Returns what calls refuse in the data of a sample that is JSON: names twice in an object, numbers that would lose digits. */
export function faultsOfData({ samples }: Draft, name: string): JsonFault[] {
  const text = samples.find((each) => each.name === name)?.text ?? '';
  if (text.trim() === '') return [];
  if (text !== searched.text) searched = { text, faults: jsonFaults(text, { most: MAX_DATA_FAULTS }) };
  return searched.faults;
}
const MAX_DATA_FAULTS = 20;
/** The last search. Large data takes a tenth of a second. */
let searched: { text: string; faults: JsonFault[] } = { text: '', faults: [] };

/** The names of texts in messages. */
export const DATA = 'The data';
const OTHERS = 'Other options';

/** Reads sample data to save it. Names and digits must not be lost. */
function readSample({ name, text }: Sample): Record<string, unknown> {
  const value = readObject(text, DATA, name, parseAsWritten);
  const [lost] = jsonFaults(text, { keepsNumbers: keepsDigits });
  if (lost !== undefined) throw new InvalidJson(name, DATA, lost);
  return value;
}

/** Returns the options with which a draft is printed. @throws InvalidJson. */
export function readOptions({ controls }: Draft): Record<string, unknown> {
  const { others } = controls;
  if (others.trim() === '') return optionsOf(controls);
  const given = readObject(others, OTHERS, undefined, JSON.parse);
  const [lost] = jsonFaults(others);
  if (lost !== undefined) throw new InvalidJson(undefined, OTHERS, lost);
  return { ...given, ...optionsOf(controls) };
}

/** @param sample as in `InvalidJson`. */
function readObject(
  text: string,
  what: string,
  sample: string | undefined,
  read: (json: string) => unknown,
): Record<string, unknown> {
  let value: unknown;
  try {
    value = read(text);
  } catch {
    throw new InvalidJson(sample, what, jsonFaults(text, { keepsNumbers: true })[0] ?? { fault: 'is not valid JSON' });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidJson(sample, what, { fault: 'must be a JSON object, such as `{"name": "value"}`' });
  return value as Record<string, unknown>;
}

/** Returns whether two drafts are equal. Files are compared by identity, because they may be large. Texts are compared as they are, once a key. */
export const isSame = (one: Draft, other: Draft): boolean =>
  one.files === other.files &&
  one.html === other.html &&
  one.css === other.css &&
  areSame(one.samples, other.samples) &&
  JSON.stringify(one.controls) === JSON.stringify(other.controls);

const areSame = (samples: readonly Sample[], others: readonly Sample[]): boolean =>
  samples === others ||
  (samples.length === others.length &&
    samples.every(({ name, text }, index) => name === others[index]?.name && text === others[index]?.text));

/** Reads data once per text: with megabytes, that takes longer than a key may. */
export class ReadData {
  private text: string | undefined;
  private data: Record<string, unknown> = {};

  /** Returns the data of a sample; an empty object while it is not valid JSON. */
  of(draft: Draft, name: string): Record<string, unknown> {
    const text = draft.samples.find((sample) => sample.name === name)?.text;
    if (text === this.text) return this.data;
    this.text = text;
    try {
      this.data = dataOf(draft, name);
    } catch {
      this.data = {};
    }
    return this.data;
  }
}
