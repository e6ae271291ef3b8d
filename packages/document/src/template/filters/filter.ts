/** What a filter is. */
import type { Formats } from '../formats.js';
import type { PageNumber } from '../page-number.js';
import type { FilterValue, Value } from '../values.js';

/** What a filter sees of the template that is being filled. */
export interface FilterScope {
  readonly formats: Formats;
  /**
   * Counts work, so that no template takes forever: one step for each item of a list, or for some half of a microsecond, as `steps.test.ts` holds. The
   * call itself, and texts that are given and made, are counted already.
   *
   * @throws ServiceError when the template's limit is reached.
   */
  spend(steps: number): void;
  /** @returns what a path such as `price.net` leads to within a value: own properties only. */
  read(value: FilterValue, path: string): FilterValue;
  /** Says that no item of a list has the field that was asked for: its name may be misspelt. */
  lack(): void;
}

/** The arguments of one call. */
export interface FilterArguments {
  readonly list: readonly FilterValue[];
  readonly named: Readonly<Record<string, FilterValue>>;
}

/** One line of `docs/tools/templates.md`, run by a test. */
interface FilterExample {
  readonly template: string;
  /** Ends with `…` where the rest is of no interest. */
  readonly prints: string;
  readonly data?: Record<string, unknown>;
  readonly locale?: string;
  readonly timeZone?: string;
  readonly translations?: Record<string, unknown>;
}

export interface FilterDefinition {
  /** What it does, for the documentation: one sentence. */
  readonly does: string;
  /** The names of its arguments in their order; those that end with `?` may be left out, one that begins with `...` stands for any number. */
  readonly takes?: readonly string[];
  /** The names of its named arguments; `any` allows every name. */
  readonly named?: readonly string[] | 'any';
  readonly examples: readonly FilterExample[];
  /**
   * @throws TagFault for an input or arguments that it can't use.
   */
  readonly apply: (value: FilterValue, args: FilterArguments, scope: FilterScope) => Value;
  /** What it makes of the number of a page that is known only when it is printed; a filter without it can’t be given one. */
  readonly applyToPage?: (page: PageNumber, args: FilterArguments) => Value;
}

export type FilterTable = Readonly<Record<string, FilterDefinition>>;
