/** The text of a template while it is written, and the requests that are made of it. */
import { hasInexactNumber } from '@toolpress/contract/exact-numbers';
import type { Saved } from '../service/api.js';
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
    message: string,
  ) {
    super(message);
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

/** Returns the request of a preview. @throws InvalidJson. */
export function previewOf(draft: Draft, sample: string): Record<string, unknown> {
  const { content: html, css, files, options } = savedOf({ ...draft, samples: [] });
  return { ...options, html, ...(css !== undefined && { css }), ...(files && { files }), data: dataOf(draft, sample) };
}

/** Returns about how many bytes a draft takes beside its files. */
export const otherBytesOf = ({ html, css, samples, controls }: Draft): number =>
  new TextEncoder().encode(JSON.stringify([html, css, samples, controls])).length;

/** Returns the data of a sample; an empty object for an unknown one. @throws InvalidJson. */
export function dataOf({ samples }: Draft, name: string): Record<string, unknown> {
  const sample = samples.find((each) => each.name === name);
  return sample === undefined ? {} : readSample(sample);
}

const readSample = ({ name, text }: Sample): Record<string, unknown> =>
  text.trim() === '' ? {} : readObject(text, 'The data', name);

function readOptions({ controls }: Draft): Record<string, unknown> {
  const others = controls.others.trim() === '' ? {} : readObject(controls.others, 'Other options', undefined);
  return { ...others, ...optionsOf(controls) };
}

function readObject(text: string, what: string, sample: string | undefined): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InvalidJson(sample, `${what} must be JSON: ${(error as Error).message}`);
  }
  if (hasInexactNumber(text))
    throw new InvalidJson(sample, `${what} has a number that would lose digits: write it in quotation marks.`);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidJson(sample, `${what} must be a JSON object, such as {"name": "value"}.`);
  return value as Record<string, unknown>;
}

/** Returns the place of a message of `JSON.parse`. Engines name an offset or a line, or nothing. */
export function placeOfJsonFault(message: string, text: string): { line: number; column: number } {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line !== undefined && column !== undefined) return { line: Number(line), column: Number(column) };
  const [, position] = /position (\d+)/.exec(message) ?? [];
  const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
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
