/** The definition of a filter. */
import type { Formats } from '../values/formats.js';
import type { PageNumber } from '../values/page-number.js';
import type { FilterValue, Value } from '../values/values.js';

/** The view that a filter has of the template being filled. */
export interface FilterScope {
  readonly formats: Formats;
  /**
   * Counts work against the template's limit: one step for each item of a list, or about half a microsecond, as `steps.test.ts`
   * checks. The call itself, its texts and its result are already counted.
   *
   * @throws ServiceError if the limit is reached.
   */
  spend(steps: number): void;
  /** Returns the value at a path such as `price.net` inside a value. Reads own properties only. */
  read(value: FilterValue, path: string): FilterValue;
  /** Reports that no item of a list has the requested field, whose name may be misspelt. */
  lack(): void;
  /** Reports that the tag prints what was probably not meant. @param what what the tag does and what to write instead. */
  warn(what: string): void;
}

/** The arguments of one call. */
export interface FilterArguments {
  readonly list: readonly FilterValue[];
  readonly named: Readonly<Record<string, FilterValue>>;
}

/** An example of `docs/tools/templates.md`, run by a test. */
interface FilterExample {
  readonly template: string;
  /** The result. `…` at the end replaces the rest. */
  readonly prints: string;
  readonly data?: Record<string, unknown>;
  readonly locale?: string;
  readonly timeZone?: string;
  readonly translations?: Record<string, unknown>;
}

export interface FilterDefinition {
  /** A sentence for the documentation. */
  readonly does: string;
  /** The positional arguments: `name?` is optional, `...name` is any number of them. */
  readonly takes?: readonly string[];
  /** The names of its named arguments; `any` allows every name. */
  readonly named?: readonly string[] | 'any';
  readonly examples: readonly FilterExample[];
  /**
   * @throws TagFault for an invalid input or argument.
   */
  readonly apply: (value: FilterValue, args: FilterArguments, scope: FilterScope) => Value;
  /** Applies the filter to a page number, whose value is known only when it is printed. Other filters refuse page numbers. */
  readonly applyToPage?: (page: PageNumber, args: FilterArguments) => Value;
}

export type FilterTable = Readonly<Record<string, FilterDefinition>>;
