/** Inserts saved variables into a text, in steps between which the main thread reads variables. Long texts are read in a thread. */
import { type RawJson, rawOf, WithRaw } from '@toolpress/contract';
import { resolveVariables, UnknownVariables, type VariableKind } from '@toolpress/template';
import { called } from '../../api/large-body-tasks.js';

/** A text, and what is known of its variables. */
export interface InsertTask {
  text: string;
  kind: VariableKind;
  /** The name of the text in messages. */
  field: string;
  /** Whether the text is a template. */
  isFilled: boolean;
  /** The largest length of the result in bytes of UTF-8. */
  maxBytes: number;
  /** The contents of the variables that were read; undefined for those that do not exist. */
  contents: ReadonlyMap<string, string | undefined>;
  /** The data as JSON, when it was asked for. */
  data?: string | Uint8Array;
}

export type InsertStep =
  /** The text with its variables; undefined if it would be longer. */
  | { text: string | RawJson | undefined }
  /** The names of variables that must be read, as `VariableLookup` has them. */
  | { wanted: ReadonlyMap<string, number>; roomBytes: number }
  | { needsData: true }
  /** The parameters of `UnknownVariables`. */
  | { unknown: [names: readonly string[], kind: VariableKind, field: string, written: string] };

/** Thrown to end a step. */
class Ended extends Error {
  constructor(readonly step: InsertStep) {
    super();
  }
}

/** Inserts the variables that are known. @throws ServiceError `variable_unknown` for chains, `template_invalid`. */
export async function insertVariables(task: InsertTask): Promise<InsertStep> {
  const { text, kind, field, isFilled, maxBytes, contents, data } = task;
  const lookup = async (wanted: ReadonlyMap<string, number>, roomBytes: number): Promise<Map<string, string>> => {
    if (![...wanted.keys()].every((name) => contents.has(name))) throw new Ended({ wanted, roomBytes });
    const found = [...wanted.keys()].map((name) => [name, contents.get(name)] as const);
    return new Map(found.filter((pair): pair is [string, string] => pair[1] !== undefined));
  };
  let keys: ReadonlySet<string> | undefined;
  const hasKey = (key: string): boolean => {
    if (data === undefined) throw new Ended({ needsData: true });
    keys ??= keysOfPartials(typeof data === 'string' ? data : Buffer.from(data).toString());
    return keys.has(key);
  };
  try {
    return { text: await resolveVariables(text, kind, lookup, maxBytes, { field, isFilled, hasKey }) };
  } catch (error) {
    if (error instanceof Ended) return error.step;
    if (!(error instanceof UnknownVariables)) throw error;
    return { unknown: [error.names, error.kind, error.field, error.written] };
  }
}

/** Works like `insertVariables` in a thread. @public */
export async function insertInLong(task: InsertTask): Promise<InsertStep | WithRaw<InsertStep>> {
  const step = await insertVariables(task);
  if (!('text' in step) || step.text === undefined) return step;
  return new WithRaw({ text: rawOf(step.text) }, [['text']]);
}

export const INSERT_IN_LONG = called(import.meta.url, insertInLong);

/** A string of JSON that begins with `>`, which some programs write as an escape. */
const PARTIAL_KEY = /"(?:>|\\u003[eE])(?:[^"\\]|\\.)*"/g;

/**
 * Returns the strings of JSON that begin with `>`, as the keys of partials do. All are read once: searching megabytes for each of hundreds of
 * keys would take minutes.
 */
export const keysOfPartials = (json: string): ReadonlySet<string> =>
  new Set(Array.from(json.matchAll(PARTIAL_KEY), ([found]) => JSON.parse(found) as string));
