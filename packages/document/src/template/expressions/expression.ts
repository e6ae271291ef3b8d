/** Expressions: parsed and evaluated by liquidjs, on this language's names, values and filters. */
import { Context, Drop, Liquid, Value as LiquidValue, toValueSync, UndefinedVariableError } from 'liquidjs';
import type { FilterArguments, FilterScope } from '../filters/filter.js';
import { FILTER_NAMES, filterNamed } from '../filters/index.js';
import { PageNumber, refusePageNumber } from '../page-number.js';
import { type FilterValue, MAX_TEXT_LENGTH, Markup, member, TagFault, type Value } from '../values.js';
import { syntaxFault, unknownFilter } from './hints.js';
import { operators, truth } from './operators.js';
import { BROKEN_FILTER, checkedValue, UnknownFilter, Unreadable } from './syntax.js';
import { ExpressionTokenizer } from './tokenizer.js';

/** What an expression sees of the template that is being filled. */
export interface ExpressionScope extends Pick<FilterScope, 'formats' | 'lack' | 'spend'> {
  /** @param name the first of a path, with its marks: `name`, `.name`, `.`, `@index`, `../name`. */
  find(name: string): Value;
}

/** No tags, no files, no filters but ours. */
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

/** Of texts. Filters count other work themselves. */
function lengthOf(value: Value): number {
  if (typeof value === 'string') return value.length;
  return value instanceof Markup ? value.html.length : 0;
}

/**
 * @param written what the template has in the place of each: named arguments are pairs there.
 * @throws as `refusePageNumber`.
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

/** Liquid's `nil`, `empty` and `blank` are nothing outside of comparisons. */
const plain = (value: unknown): Value => (value instanceof Drop ? null : (value as Value));

/** Limits are counted by the template that is being filled; names are looked up there. */
export class ExpressionContext extends Context implements FilterScope {
  constructor(private readonly scope: ExpressionScope) {
    super({}, liquid.options, { sync: true }, { liquid });
  }

  get formats(): FilterScope['formats'] {
    return this.scope.formats;
  }

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

  /** What paths have led to since it was last set: whether the data has nothing somewhere, or null. */
  lacks: 'nothing' | 'null' | undefined;

  // biome-ignore lint/correctness/useYield: liquidjs wants a generator
  override *_get(path: (PropertyKey | Drop)[]): Generator<unknown, Value> {
    const [first, ...rest] = path;
    let value = this.scope.find(nameOf(first));
    for (const name of rest) value = this.readProperty(value, name);
    if (value === undefined) this.lacks = 'nothing';
    else if (value === null) this.lacks ??= 'null';
    return value;
  }

  /** Items of lists may be counted from the end. */
  override readProperty(from: unknown, key: unknown): Value {
    this.spend(1);
    const value = plain(from);
    if (Array.isArray(value)) {
      if (typeof key === 'number' && key < 0) return value.at(key);
      if (key === 'length' || key === 'count') throw new TagFault(`asks a list for \`${key}\`, which is \`size\` here`);
    }
    return member(value, nameOf(key));
  }
}

/** Objects and lists are no names: to write a large one as JSON would take long. */
function nameOf(key: unknown): string {
  refusePageNumber(key);
  return typeof key === 'object' ? '' : String(key);
}

export interface Expression {
  /**
   * @throws TagFault when a filter can't use its input, or when the expression is known to be broken.
   */
  evaluate(context: ExpressionContext): Value;
  /** Whether it is true, by the rule of sections. */
  isTrue(context: ExpressionContext): boolean;
  readonly hasFilters: boolean;
  /** It says itself what stands for a value that is not there. */
  readonly hasDefault: boolean;
  /** The first name of its value, if that is one path, with filters and `not` or without. */
  readonly subject?: string | undefined;
  /** The first names of its paths, with their marks. */
  readonly names: readonly string[];
  /** Its paths as far as they are plain names, the first one with its marks. */
  readonly paths: readonly (readonly string[])[];
  /** Why it can't be evaluated. */
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
      // What is thrown when a value is looked up comes wrapped.
      throw error instanceof UndefinedVariableError ? error.originalError : error;
    }
  }

  isTrue(context: ExpressionContext): boolean {
    return truth(this.evaluate(context));
  }
}

/** An expression that may not be evaluated. */
export class BrokenExpression implements Expression {
  readonly names = [];
  readonly paths = [];
  readonly hasDefault = false;

  /** @param why a template may have many of them, and only one is spoken of: hints are looked for when they are read. */
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
 * @returns what the text computes; undefined when it does not begin as a value does. What follows a value may be broken: then
 *   the expression has a fault.
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
