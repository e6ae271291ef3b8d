/** Reads expressions: Liquid's syntax with this language's names. */
import { Expression, Tokenizer, TypeGuards } from 'liquidjs';
import { PLAIN } from '../path.js';
import { operators } from './operators.js';

/**
 * `name`, `@index`, `.name`, `./name` and `.` (the current value), `../name` (outside of the innermost section). Names are those of plain
 * tags, with letters of any script.
 */
const NAME = new RegExp(String.raw`(?:\.\./)*(?:@?[${PLAIN}]+|\./?[${PLAIN}]+|\./(?=\[)|\.)`, 'uy');

/** `not` at the beginning of a group. */
const NEGATED_GROUP = /(?<=\(\s*)not\b/y;

export class ExpressionTokenizer extends Tokenizer {
  /** Whether brackets hold nothing, or more than one value: the library skips what follows it. */
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

  /** Called for what a group begins with. The library knows no `not` there and would read a name. */
  override readValueOrThrow(): ReturnType<Tokenizer['readValueOrThrow']> {
    this.skipBlank();
    NEGATED_GROUP.lastIndex = this.p;
    const negation = NEGATED_GROUP.test(this.input) ? this.readOperator() : undefined;
    return negation === undefined
      ? super.readValueOrThrow()
      : (negation as unknown as ReturnType<Tokenizer['readValueOrThrow']>);
  }

  /** A range is read as a filter, which counts its work and knows bounds. */
  override readGroupOrRange(): ReturnType<Tokenizer['readGroupOrRange']> {
    const token = super.readGroupOrRange();
    if (token === undefined || !TypeGuards.isRangeToken(token)) return token;
    const value = new ExpressionTokenizer('from | range: to').readFilteredValue();
    value.initial = new Expression([token.lhs]);
    for (const filter of value.filters) filter.args = [token.rhs];
    return value;
  }
}
