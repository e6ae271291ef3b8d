/** The tasks of the threads for large texts. Modules that a thread loads import these, and no connections. */
import type { WithRaw } from '@toolpress/contract';
import type { OutboundResponse } from '@toolpress/outbound';
import { countJson, type JsonCounts } from './json.js';

/** A task of the thread: validate a request body, decode the body of a target's answer, or call a function of a module. */
export type BodyTask =
  | {
      bytes: Uint8Array /** The name of the shape in the contract. */;
      shape: string /** As in `readAny`. */;
      source: string;
    }
  | { bytes: Uint8Array; headers: OutboundResponse['headers'] }
  | { module: string; name: string; args: readonly unknown[] };

/** A function that a thread calls. It is exported by its module. Arguments and results are cloned; `Buffer` arrives as `Uint8Array`. */
export interface Called<Args extends readonly unknown[], Result> {
  module: string;
  name: string;
  /** Only for its types. */
  readonly work?: (...args: Args) => Result | WithRaw<Result> | Promise<Result | WithRaw<Result>>;
}

/** @param module the URL of the function's module. @param work is exported, as `@public` if nothing else imports it. */
export const called = <Args extends readonly unknown[], Result>(
  module: string,
  { name }: (...args: Args) => Result | WithRaw<Result> | Promise<Result | WithRaw<Result>>,
): Called<Args, Result> => ({ module, name });

/** The size in bytes from which bodies are read in the thread. Smaller ones take a few milliseconds. */
export const LARGE_BYTES = 256 * 1024;

/** The number of names and values from which they are, too. */
const MANY_VALUES = 10_000;

/** Counts the names and values of JSON. Returns undefined if it is to be read in the thread. */
export function countUnlessLarge(json: Uint8Array): JsonCounts | undefined {
  if (json.length > LARGE_BYTES) return undefined;
  const counts = countJson(json);
  return counts.values > MANY_VALUES ? undefined : counts;
}
