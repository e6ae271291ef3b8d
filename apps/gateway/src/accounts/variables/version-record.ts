/** A version of a template variable as Redis has it: a hash. */
import { createHash } from 'node:crypto';
import {
  DRAFT,
  RawJson,
  TEMPLATE_PARTS,
  type TemplateVersion,
  type VariableContent,
  withoutAbsent,
} from '@toolpress/contract';
import type { AboutVersion } from './version-scripts.js';

export type VariableKind = VariableContent['kind'];

/** The fields of the Redis hash of a version. All values are strings; `files`, `sample_data`, `options`, `samples` and `by` are JSON. */
export interface VersionRecord {
  kind: VariableKind;
  content: string;
  css?: string;
  files?: string;
  sample_data?: string;
  options?: string;
  /** The names of the sample data, a list. */
  samples?: string;
  /** The first names of the files and of the options, a list, absent in records of earlier releases. */
  file_names?: string;
  option_names?: string;
  note?: string;
  by?: string;
  /** See `tagOf`. Absent in records of earlier releases. */
  tag?: string;
  /** This and the following fields are absent in records of earlier releases. */
  version?: string;
  saved_at?: string;
  published_at?: string;
  created_at: string;
  updated_at: string;
}

/** The parts of a version that are its text, in the order of `versions.lua`, which computes the same. */
const TAGGED = ['kind', 'content', ...TEMPLATE_PARTS] as const;

/** Returns the tag of a text: equal texts have equal tags. @param texts names and values of the parts, in the order of `TAGGED`. */
export function tagOf(texts: readonly (readonly [name: string, value: string])[]): string {
  const hash = createHash('sha1'); // the only one that Redis has, too
  for (const [name, value] of texts) hash.update(`${name}\0`).update(value).update('\0');
  return hash.digest('hex');
}

/** Returns the entity tag of a version. */
export function etagOfRecord(record: VersionRecord): string {
  const texts = TAGGED.flatMap((name): [string, string][] =>
    record[name] === undefined ? [] : [[name, record[name]]],
  );
  return `"${record.tag ?? tagOf(texts)}"`;
}

/** Returns the fields of an answer. */
export function shownOf([created, updated, version, published, note, draft]: AboutVersion) {
  return withoutAbsent({
    ...{ created_at: created ?? '', updated_at: updated ?? '' },
    version: version === DRAFT ? (DRAFT as TemplateVersion) : Number(version ?? 1),
    published_at: published ?? (version === DRAFT ? undefined : (updated ?? undefined)),
    ...{ note: note ?? undefined, draft_saved_at: draft ?? undefined },
  });
}

/** Returns the parts of a version for an answer. JSON is not parsed. */
export const partsOf = ({ css, files, sample_data, options }: VersionRecord) =>
  withoutAbsent({ css, files: rawOf(files), sample_data: rawOf(sample_data), options: rawOf(options) });

/** The largest number of names of files and options that a record keeps for messages, and their largest length in characters. */
const KEPT_NAMES = 6;
const KEPT_LENGTH = 100;

/** Returns the fields with the names of a text's members, see `NAMES_IN` of versions.lua. */
export const namesIn = ({ files, sample_data, options }: VariableContent): string[] => [
  ...nameField('file_names', files && someNames(files)),
  ...nameField('samples', sample_data && namesOf(sample_data)),
  ...nameField('option_names', options && someNames(options)),
];

const nameField = (field: string, names: readonly string[] | undefined): string[] =>
  names === undefined ? [] : [field, JSON.stringify(names)];

const someNames = (members: object): string[] =>
  namesOf(members)
    .slice(0, KEPT_NAMES)
    .map((name) => name.slice(0, KEPT_LENGTH));

const namesOf = (members: object): readonly string[] =>
  members instanceof RawJson ? (members.names ?? []) : Object.keys(members);

const rawOf = (json: string | undefined): RawJson | undefined => (json === undefined ? undefined : new RawJson(json));
