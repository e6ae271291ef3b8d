/** Reads expressions: Liquid's syntax with the names of this language. */
import { Expression, Tokenizer, TypeGuards } from 'liquidjs';
import { PLAIN } from '../values/path.js';
import { operators } from './operators.js';

/**
 * `name`, `@index`, `.name`, `./name` and `.` (the current value), `../name` (outside the innermost section). Names have letters of
 * any script, as in plain tags.
 */
const NAME = new RegExp(String.raw`(?:\.\./)*(?:@?[${PLAIN}]+|\./?[${PLAIN}]+|\./(?=\[)|\.)`, 'uy');

/** `not` at the beginning of a group. */
const NEGATED_GROUP = /(?<=\(\s*)not\b/y;

export class ExpressionTokenizer extends Tokenizer {
  /** Whether brackets are empty or hold more than one value: the library would skip the rest. */
  hasUnclearBrackets = false;

  constructor(source: string) {
    super(source, operators, undefined, undefined, true);
  }

  /** Called after the value in brackets. */
  override readTo(end: string): number {
    this.skipBlank();
    if (this.peek() !== end || this.peek(-1) === '[') this.hasUnclearBrackets = true;
    return super.readTo(end);
  }

  /** Called for the first name of a path, for names after a dot, and for names of filters. */
  override readIdentifier(): ReturnType<Tokenizer['readIdentifier']> {
    this.skipBlank();
    NAME.lastIndex = this.p;
    const token = super.readIdentifier();
    const match = NAME.exec(this.input);
    if (match === null) return token;
    this.p = NAME.lastIndex;
    token.end = this.p;
    token.content = match[0];
    return token;
  }

  /** Called for the first value of a group. The library does not support `not` there and would read a name. */
  override readValueOrThrow(): ReturnType<Tokenizer['readValueOrThrow']> {
    this.skipBlank();
    NEGATED_GROUP.lastIndex = this.p;
    const negation = NEGATED_GROUP.test(this.input) ? this.readOperator() : undefined;
    return negation === undefined
      ? super.readValueOrThrow()
      : (negation as unknown as ReturnType<Tokenizer['readValueOrThrow']>);
  }

  /** Reads a range as a filter, which counts its work and has limits. */
  override readGroupOrRange(): ReturnType<Tokenizer['readGroupOrRange']> {
    const token = super.readGroupOrRange();
    if (token === undefined || !TypeGuards.isRangeToken(token)) return token;
    const value = new ExpressionTokenizer('from | range: to').readFilteredValue();
    value.initial = new Expression([token.lhs]);
    for (const filter of value.filters) filter.args = [token.rhs];
    return value;
  }
}
