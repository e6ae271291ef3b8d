/** Writes expressions of other template languages as ours. */
import { filterByForeignName } from '@toolpress/template/foreign-filters';
import { datePattern } from './date-patterns.js';
import type { Scope } from './scope.js';
import { type Node, readExpression, type Syntax, Unclear } from './syntax-tree.js';

export interface Written {
  text: string;
  /** Why the result may differ; undefined if it doesn't. */
  doubt?: string | undefined;
  /** Whether the value is printed without escaping. */
  isRaw?: boolean;
}

/** Filters that mean the same with as many arguments, by their names here. */
const SAME: Readonly<Record<string, readonly number[]>> = {
  upcase: [0],
  downcase: [0],
  capitalize: [0],
  title: [0],
  size: [0],
  strip: [0],
  lstrip: [0],
  rstrip: [0],
  abs: [0],
  floor: [0],
  ceil: [0],
  first: [0],
  last: [0],
  reverse: [0],
  newline_to_br: [0],
  strip_html: [0],
  url_encode: [0],
  json: [0],
  markdown: [0],
  t: [0],
  uniq: [0],
  join: [0, 1],
  default: [1],
  round: [0, 1],
  append: [1],
  prepend: [1],
  replace: [2],
  remove: [1],
  split: [1],
  times: [1],
  plus: [1],
  minus: [1],
  divided_by: [1],
  modulo: [1],
  map: [1],
  sum: [0, 1],
  at_least: [1],
  at_most: [1],
};
/** Filters whose result may differ, and what to look at. */
const DOUBTS: Readonly<Record<string, string>> = {
  number: 'separators are those of Locale in the options',
  money: 'the currency is its argument, and the format is that of Locale in the options',
  percent: '`0.19` is 19 % here; for `19`, add `of: 100`',
  truncate: 'the number of characters includes the `...`',
  slice: 'it takes a place and a count of characters',
  sort: 'look at the order',
  title: 'look at the letters',
  where: 'it takes a field and a value',
  pad: 'it pads the beginning',
};
const ESCAPING = /^(?:e|h|escape|htmlspecialchars|force_?escape|tostring|string|str|to_s)$/i;
const RAW = /^(?:raw|safe|noescape|html_safe|safestring|unescape)$/i;
const DATES = /^(?:date|strftime|format|date_?format|format_?date|todatestring|isoformat|l)$/i;
const FILES = /^(?:asset|url|static|image_url|image_tag|asset_path|asset_url|mix|vite)$/;
const FORMATTED = /^(?:s?printf)$/;
const TEXTS = /^(?:__|trans|t|translate|_|gettext|lang)$/;
const OPERATORS: Readonly<Record<string, string>> = {
  '*': 'times',
  '/': 'divided_by',
  '%': 'modulo',
  '-': 'minus',
  '+': 'plus',
  '~': 'append',
};
const HELPERS: Readonly<Record<string, string>> = {
  eq: '==',
  ne: '!=',
  neq: '!=',
  gt: '>',
  lt: '<',
  ge: '>=',
  gte: '>=',
  le: '<=',
  lte: '<=',
  and: 'and',
  or: 'or',
};

/** Returns an expression as ours. @throws Unclear. */
export function written(text: string, scope: Scope, syntax: Syntax, isCondition = false): Written {
  const writer = new Writer(scope);
  const node = readExpression(text, syntax);
  const result = isCondition ? writer.condition(node) : writer.value(node);
  return { text: result, doubt: writer.doubt, isRaw: writer.isRaw };
}

/** Returns tags that print a choice between two values; undefined for other expressions. @throws Unclear. */
export function writtenChoice(text: string, scope: Scope, syntax: Syntax): Written | undefined {
  const node = readExpression(text, syntax);
  if (node.kind !== 'choice') return undefined;
  const writer = new Writer(scope);
  const printed = (one: Node): string =>
    one.kind === 'text' ? one.text.replaceAll('[[', '&#91;[') : `[[${writer.value(one)}]]`;
  const test = writer.condition(node.test);
  return { text: `[[#if ${test}]]${printed(node.yes)}[[else]]${printed(node.no)}[[/if]]`, doubt: writer.doubt };
}

const quoted = (text: string): string => (text.includes('"') ? `'${text.replaceAll("'", "\\'")}'` : `"${text}"`);

/** Returns the opposite of a condition. */
export function negated(condition: string): string {
  const [, inner] = /^not ([^()\s]+)$/.exec(condition) ?? [];
  return inner ?? `not ${/^[^\s()]+$/.test(condition) ? condition : `(${condition})`}`;
}

class Writer {
  doubt: string | undefined;
  isRaw = false;

  constructor(private readonly scope: Scope) {}

  /** Writes what is printed, looped over or assigned: a value with filters. */
  value(node: Node): string {
    switch (node.kind) {
      case 'text':
        return quoted(node.text);
      case 'number':
        return node.text;
      case 'word':
        return (
          { nil: 'null', none: 'null', None: 'null', undefined: 'null', True: 'true', False: 'false' }[node.text] ??
          node.text
        );
      case 'path':
        return this.scope.resolve(node.base, node.steps);
      case 'call':
        return this.call(node);
      case 'binary':
        return this.computed(node.operator, node.left, node.right);
      case 'choice':
        throw new Unclear('write `[[#if …]]…[[else]]…[[/if]]` around what depends on it');
      case 'not':
        throw new Unclear('conditions are for `[[#if …]]`');
    }
  }

  /** Writes an argument or a side of a comparison. Filters need parentheses. */
  private operand(node: Node): string {
    const text = this.value(node);
    return text.includes(' | ') ? `(${text})` : text;
  }

  private argument(node: Node): string {
    const text = this.value(node);
    if (text.includes(' | '))
      throw new Unclear('an argument can’t have filters: set a variable before, as in `[[let name = …]]`');
    return text;
  }

  condition(node: Node): string {
    if (node.kind === 'not') return negated(this.condition(node.of));
    if (node.kind === 'call' && node.on === undefined) {
      const operator = HELPERS[node.name];
      const [left, ...right] = node.given;
      if (operator !== undefined && left !== undefined && right.length > 0)
        return this.condition(right.reduce((all, one) => ({ kind: 'binary', operator, left: all, right: one }), left));
      if ((node.name === 'not' || node.name === 'empty') && left !== undefined) return negated(this.condition(left));
      if (node.name === 'isset' && left !== undefined) return this.condition(left);
    }
    if (node.kind !== 'binary') return this.operand(node);
    const { operator, left, right } = node;
    if (operator === 'and' || operator === 'or') {
      const sides = [left, right].map((side) => {
        const text = this.condition(side);
        const isOther = side.kind === 'binary' && ['and', 'or'].includes(side.operator) && side.operator !== operator;
        return isOther ? `(${text})` : text;
      });
      return sides.join(` ${operator} `);
    }
    if (operator in OPERATORS) return this.operand(node);
    return `${this.operand(left)} ${operator} ${this.operand(right)}`;
  }

  private computed(operator: string, left: Node, right: Node): string {
    if (operator === 'or' && right.kind !== 'binary') return `${this.value(left)} | default: ${this.argument(right)}`;
    let filter = OPERATORS[operator];
    if (filter === undefined) throw new Unclear('conditions are for `[[#if …]]`');
    if (operator === '+' && (left.kind === 'text' || right.kind === 'text' || isJoined(left))) filter = 'append';
    else if (operator === '+') this.doubt ??= 'for texts, write `append` instead of `plus`';
    return `${this.value(left)} | ${filter}: ${this.argument(right)}`;
  }

  private call({ name, on, given }: Extract<Node, { kind: 'call' }>): string {
    const [first, ...rest] = given;
    if (TEXTS.test(name)) {
      const text = on ?? first;
      if (text?.kind !== 'text' || (on === undefined && rest.length > 0))
        throw new Unclear('write `[["text" | t]]`, with named arguments');
      return `${quoted(text.text)} | t`;
    }
    if (FILES.test(name))
      throw new Unclear('write the path of the file, such as `images/logo.png`, and add the file in Options');
    if (FORMATTED.test(name)) return this.formatted(on === undefined ? given : [on, ...given]);
    if (name === 'number_format' && (on ?? first) !== undefined)
      return this.number(on ?? (first as Node), on ? given : rest);
    if (name === 'format' && on?.kind === 'text') return this.formatted([on, ...given]);
    if (DATES.test(name)) return this.date(on, given);
    if (name === 'default' && on !== undefined && first !== undefined)
      return `${this.value(on)} | default: ${this.argument(first)}`;
    // Functions and methods of other languages are filters here: `strtoupper($name)`, `name.toUpperCase()`.
    const value = on ?? first;
    if (value === undefined) throw new Unclear(`there is no function \`${name}\`: compute the value before the call`);
    return this.filtered(name, value, on === undefined ? rest : given);
  }

  private filtered(name: string, value: Node, given: readonly Node[]): string {
    if (ESCAPING.test(name)) return this.value(value);
    if (RAW.test(name)) {
      this.isRaw = true;
      return this.value(value);
    }
    if (name === 'toFixed') return this.number(value, given);
    const ours = Object.hasOwn(SAME, name) || Object.hasOwn(DOUBTS, name) ? name : filterByForeignName(name);
    if (ours === undefined)
      throw new Unclear(
        `there is no \`${name}\`: use a filter of the template language, or compute the value before the call`,
      );
    if (ours === 'size' && value.kind === 'path' && given.length === 0) return `${this.value(value)}.size`;
    if (!SAME[ours]?.includes(given.length)) this.doubt ??= DOUBTS[ours] ?? `look at the arguments of \`${ours}\``;
    if (ours === 'money' && given.length === 0) {
      this.doubt = 'replace `EUR` by your currency';
      return `${this.value(value)} | money: "EUR"`;
    }
    const listed = given.map((one) => this.argument(one)).join(', ');
    return `${this.value(value)} | ${ours}${listed && `: ${listed}`}`;
  }

  /** Writes `printf("%.2f", value)`. */
  private formatted([pattern, value, ...more]: readonly Node[]): string {
    const digits = pattern?.kind === 'text' ? /^%(?:\.(\d+))?[fd]$/.exec(pattern.text)?.[1] : undefined;
    if (value === undefined || digits === undefined || more.length > 0)
      throw new Unclear('write the text and the values with a tag each, and `number: 2` for decimal places');
    this.doubt ??= DOUBTS['number'];
    return `${this.value(value)} | number: ${digits}`;
  }

  private number(value: Node, [digits, ...separators]: readonly Node[]): string {
    if (separators.length > 0) this.doubt ??= DOUBTS['number'];
    return `${this.value(value)} | number: ${digits === undefined ? 0 : this.argument(digits)}`;
  }

  /** Writes `value | date("d.m.Y")`, `date("d.m.Y", strtotime(value))` and `value.strftime("%d.%m.%Y")`. */
  private date(on: Node | undefined, given: readonly Node[]): string {
    const isMethod = on !== undefined;
    const format = given.find((one) => one.kind === 'text');
    const value = on ?? given.find((one) => one !== format);
    if (value === undefined) throw new Unclear('write `[[today | date]]`, or send the date in the data');
    const inner =
      value.kind === 'call' && /^(?:strtotime|moment|parse|Date)$/.test(value.name) ? value.given[0] : value;
    if (inner === undefined) throw new Unclear('send the date in the data');
    if (format?.kind !== 'text') {
      if (!isMethod || given.length > 0) this.doubt ??= 'look at the format';
      return `${this.value(inner)} | date`;
    }
    const pattern = datePattern(format.text);
    if (pattern === undefined) throw new Unclear('its pattern is written differently, as in `date: "dd.MM.yyyy"`');
    return `${this.value(inner)} | date: ${quoted(pattern)}`;
  }
}

const isJoined = (node: Node): boolean =>
  node.kind === 'binary' &&
  node.operator === '+' &&
  (node.left.kind === 'text' || node.right.kind === 'text' || isJoined(node.left));
