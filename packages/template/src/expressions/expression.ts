/** Parses and evaluates expressions with liquidjs, on the names, values and filters of this language. */
import { Context, Drop, Liquid, Value as LiquidValue, toValueSync, UndefinedVariableError } from 'liquidjs';
import type { FilterArguments, FilterScope } from '../filters/filter.js';
import { FILTER_NAMES, filterNamed } from '../filters/index.js';
import { PageNumber, refusePageNumber } from '../values/page-number.js';
import { type FilterValue, MAX_TEXT_LENGTH, Markup, member, TagFault, type Value } from '../values/values.js';
import { syntaxFault, unknownFilter } from './hints.js';
import { operators, truth } from './operators.js';
import { BROKEN_FILTER, checkedValue, DATE_WORDS, UnknownFilter, Unreadable } from './syntax.js';
import { ExpressionTokenizer } from './tokenizer.js';

/** The view that an expression has of the template being filled. */
export interface ExpressionScope extends Pick<FilterScope, 'warn' | 'formats' | 'lack' | 'spend'> {
  /** @param name the first name of a path, with its prefix: `name`, `.name`, `.`, `@index`, `../name`. */
  find(name: string): Value;
}

/** Has no tags and no files, and only the filters of this language. */
const liquid = new Liquid({ operators, groupedExpressions: true, strictFilters: true, ownPropertyOnly: true });
for (const name of Object.keys(liquid.filters)) liquid.unregisterFilter(name);
for (const name of FILTER_NAMES) {
  const { apply, applyToPage } = filterNamed(name) ?? {};
  liquid.registerFilter(name, function (value: Value | Drop, ...args: unknown[]) {
    const context = this.context as ExpressionContext;
    const input = plain(value);
    context.spend(1 + lengthOf(input) / 64);
    const given = argumentsOf(this.token.args, args);
    if (input instanceof PageNumber && input.kind === 'element' && applyToPage) return applyToPage(input, given);
    refusePageNumber(input);
    const result = apply?.(input, given, context);
    const length = lengthOf(result);
    if (length > MAX_TEXT_LENGTH) throw new TagFault(`makes a text of more than ${MAX_TEXT_LENGTH} characters`);
    context.spend(length / 16);
    return result;
  });
}

/** Returns the length of a text, 0 for others: filters count other work themselves. */
function lengthOf(value: Value): number {
  if (typeof value === 'string') return value.length;
  return value instanceof Markup ? value.html.length : 0;
}

/**
 * @param written the arguments as the template writes them: named arguments are pairs.
 * @throws like `refusePageNumber`.
 */
function argumentsOf(written: readonly unknown[], values: readonly unknown[]): FilterArguments {
  const list: FilterValue[] = [];
  const named: Record<string, FilterValue> = Object.create(null);
  values.forEach((value, index) => {
    const isNamed = Array.isArray(written[index]) && Array.isArray(value);
    const given = plain(isNamed ? value[1] : value);
    refusePageNumber(given);
    if (isNamed) named[value[0]] = given;
    else if (!Array.isArray(written[index])) list.push(given);
  });
  return { list, named };
}

/** Liquid's `nil`, `empty` and `blank` are null outside comparisons. */
const plain = (value: unknown): Value => (value instanceof Drop ? null : (value as Value));

/** Forwards limits and name lookups to the template being filled. */
export class ExpressionContext extends Context implements FilterScope {
  constructor(private readonly scope: ExpressionScope) {
    super({}, liquid.options, { sync: true }, { liquid });
  }

  get formats(): FilterScope['formats'] {
    return this.scope.formats;
  }

  readonly warn = (what: string): void => this.scope.warn(what);

  readonly spend = (steps: number): void => this.scope.spend(steps);

  readonly read = (value: FilterValue, path: string): FilterValue => {
    let found: Value = value;
    this.spend(path.length / 16);
    for (const name of path.split('.')) found = this.readProperty(found, name);
    refusePageNumber(found);
    return found;
  };

  readonly lack = (): void => {
    this.lacks = 'nothing';
    this.scope.lack();
  };

  /** Whether a path found nothing, or null, since this was last reset. */
  lacks: 'nothing' | 'null' | undefined;

  // biome-ignore lint/correctness/useYield: liquidjs wants a generator
  override *_get(path: (PropertyKey | Drop)[]): Generator<unknown, Value> {
    const [first, ...rest] = path;
    let value = this.first(nameOf(first));
    for (const name of rest) value = this.readProperty(value, name);
    if (value === undefined) this.lacks = 'nothing';
    else if (value === null) this.lacks ??= 'null';
    return value;
  }

  /** Returns the value of a first name. `today` and `now` in comparisons are words if the data has no such name. */
  private first(name: string): Value {
    const word = DATE_WORDS[name];
    return word === undefined ? this.scope.find(name) : (this.scope.find(word) ?? word);
  }

  /** Reads a property. Negative indexes count from the end of a list. */
  override readProperty(from: unknown, key: unknown): Value {
    this.spend(1);
    const value = plain(from);
    if (Array.isArray(value)) {
      if (typeof key === 'number' && key < 0) return value.at(key);
      if (key === 'length' || key === 'count') throw new TagFault(`asks a list for \`${key}\`, which is \`size\` here`);
    }
    return member(value, nameOf(key), this);
  }
}

/** Returns the name of a key. Objects and lists are not names: writing a large one as JSON would take long. */
function nameOf(key: unknown): string {
  refusePageNumber(key);
  return typeof key === 'object' ? '' : String(key);
}

export interface Expression {
  /**
   * @throws TagFault if a filter cannot use its input, or if the expression is invalid.
   */
  evaluate(context: ExpressionContext): Value;
  /** Returns whether the value is true, by the rule of sections. */
  isTrue(context: ExpressionContext): boolean;
  readonly hasFilters: boolean;
  /** Whether the expression has a `default` filter for missing values. */
  readonly hasDefault: boolean;
  /** The first name of its value if that is a single path, with or without filters and `not`. */
  readonly subject?: string | undefined;
  /** The first names of its paths, with their prefixes. */
  readonly names: readonly string[];
  /** Its paths as far as they are plain names, the first name with its prefix. */
  readonly paths: readonly (readonly string[])[];
  /** The reason why it is invalid. */
  readonly fault?: string;
}

class ParsedExpression implements Expression {
  constructor(
    private readonly value: LiquidValue,
    readonly hasFilters: boolean,
    readonly names: readonly string[],
    readonly paths: readonly (readonly string[])[],
    private readonly size: number,
    readonly subject: string | undefined,
  ) {}

  get hasDefault(): boolean {
    return this.value.filters.some(({ name }) => name === 'default');
  }

  evaluate(context: ExpressionContext): Value {
    context.spend(this.size);
    try {
      return plain(toValueSync(this.value.value(context)));
    } catch (error) {
      // liquidjs wraps what is thrown by a lookup.
      throw error instanceof UndefinedVariableError ? error.originalError : error;
    }
  }

  isTrue(context: ExpressionContext): boolean {
    return truth(this.evaluate(context));
  }
}

/** An invalid expression. */
export class BrokenExpression implements Expression {
  readonly names = [];
  readonly paths = [];
  readonly hasDefault = false;

  /** @param why computed lazily, because a template may have many invalid expressions and only one is reported. */
  constructor(
    private readonly why: string | (() => string),
    readonly hasFilters = true,
  ) {}

  get fault(): string {
    return typeof this.why === 'string' ? this.why : this.why();
  }

  evaluate(): never {
    throw new TagFault(this.fault);
  }

  isTrue(): never {
    throw new TagFault(this.fault);
  }
}

/**
 * Parses an expression.
 *
 * @returns undefined if the text does not begin like a value. If text after a value is invalid, the expression has a fault.
 */
export function parseExpression(source: string): Expression | undefined {
  const tokenizer = new ExpressionTokenizer(source);
  let hasFilters: boolean;
  try {
    const { postfix } = tokenizer.readExpression();
    tokenizer.skipBlank();
    hasFilters = !tokenizer.end();
    if (postfix.length === 0 || !(!hasFilters || tokenizer.peek() === '|')) return undefined;
  } catch {
    return undefined; // text in quotes or in parentheses that is no value
  }
  try {
    const { value, names, paths, size, subject } = checkedValue(source);
    return new ParsedExpression(new LiquidValue(value, liquid), hasFilters, names, paths, size, subject);
  } catch (error) {
    return new BrokenExpression(() => explained(error, source), hasFilters);
  }
}

function explained(error: unknown, source: string): string {
  if (error instanceof UnknownFilter) return unknownFilter(error.message);
  const isClear = error instanceof TagFault && !(error instanceof Unreadable);
  return (isClear ? undefined : syntaxFault(source)) ?? (error instanceof TagFault ? error.message : BROKEN_FILTER);
}
