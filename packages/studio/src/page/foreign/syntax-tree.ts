/** Reads expressions of other template languages. Their syntax is nearly the same, so one grammar reads all. */

export type Node =
  | { kind: 'text'; text: string }
  | { kind: 'number' | 'word'; text: string }
  | { kind: 'path'; base: string; steps: Step[] }
  | { kind: 'call'; name: string; on?: Node; given: Node[] }
  | { kind: 'not'; of: Node }
  | { kind: 'binary'; operator: string; left: Node; right: Node }
  | { kind: 'choice'; test: Node; yes: Node; no: Node };
/** A field by its name, or an index. */
export type Step = string | number;

/** An expression that can't be written as one of ours. Its message says why. */
export class Unclear extends Error {}

export interface Syntax {
  /** Whether arguments follow the name of a function after a space, as in Handlebars and Go. */
  hasHelpers: boolean;
  /** Whether a dot between spaces joins texts, as in PHP. */
  joinsByDot: boolean;
  /** Whether methods are called without brackets, as in Ruby. */
  hasBareMethods: boolean;
}

/** An open quote takes the rest of the text: it would otherwise be searched for its end from each quote in it. */
const TOKEN =
  /\s+|"(?:[^"\\]|\\.)*(?:"|\\?$)|'(?:[^'\\]|\\.)*(?:'|\\?$)|\d+(?:\.\d+)?|(?:\.\.\/)+|[$@:]?[\p{L}_][\p{L}\p{N}_]*|===|!==|\?->|->|::|=>|\?\?|\?:|\?\.|&&|\|\||[=!<>]=|<>|:=|[-+*/%~!<>|()[\]{}.,:?$@=]|./gsu;

const CLOSED_TEXT = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')$/s;

const WORDS = new Set(['true', 'false', 'null', 'nil', 'none', 'None', 'True', 'False', 'undefined', 'blank', 'empty']);
/** Methods of Ruby that take no arguments. */
const METHODS = new Set(
  'upcase downcase capitalize titleize strip reverse round floor ceil abs to_s html_safe'.split(' '),
);
const COMPARISONS = new Set(['==', '===', '!=', '!==', '<>', '<', '>', '<=', '>=', 'contains', 'in', 'is']);

/** Returns the tree of an expression. @throws Unclear. */
export function readExpression(text: string, syntax: Syntax): Node {
  const reader = new Reader(text, syntax);
  const node = reader.expression();
  if (reader.next !== undefined)
    throw new Unclear(
      `\`${reader.next}\` has no counterpart: compute the value before the call, and send it in the data`,
    );
  return node;
}

class Reader {
  private readonly tokens: string[];
  /** Whether blanks precede the token. */
  private readonly spaced: boolean[] = [];
  private at = 0;

  constructor(
    text: string,
    private readonly syntax: Syntax,
  ) {
    const all = text.match(TOKEN) ?? [];
    this.tokens = all.filter((token, index) => {
      if (/^\s/.test(token)) return false;
      this.spaced.push(/^\s/.test(all[index - 1] ?? ''));
      return true;
    });
  }

  get next(): string | undefined {
    return this.tokens[this.at];
  }

  private take(...tokens: string[]): string | undefined {
    const { next } = this;
    if (next === undefined || !tokens.includes(next)) return undefined;
    this.at += 1;
    return next;
  }

  private expect(token: string): void {
    if (this.take(token) === undefined) throw new Unclear('it can’t be read');
  }

  expression(): Node {
    const first = this.either();
    if (this.take('?')) {
      const yes = this.expression();
      this.expect(':');
      return { kind: 'choice', test: first, yes, no: this.expression() };
    }
    if (this.take('??', '?:')) return { kind: 'call', name: 'default', on: first, given: [this.expression()] };
    if (this.take('if')) {
      const test = this.either();
      this.expect('else');
      return { kind: 'choice', test, yes: first, no: this.expression() };
    }
    return first;
  }

  private chain(operators: readonly string[], name: (operator: string) => string, part: () => Node): Node {
    let left = part();
    for (let operator = this.take(...operators); operator !== undefined; operator = this.take(...operators))
      left = { kind: 'binary', operator: name(operator), left, right: part() };
    return left;
  }

  private either(): Node {
    return this.chain(
      ['or', '||'],
      () => 'or',
      () =>
        this.chain(
          ['and', '&&'],
          () => 'and',
          () => this.negation(),
        ),
    );
  }

  private negation(): Node {
    return this.take('not', '!') ? { kind: 'not', of: this.negation() } : this.comparison();
  }

  private comparison(): Node {
    const left = this.sum();
    const isNotIn = this.next === 'not' && this.tokens[this.at + 1] === 'in';
    if (isNotIn) this.at += 1;
    const operator = this.take(...COMPARISONS);
    if (operator === undefined) return left;
    if (operator === 'is') return this.test(left);
    const right = this.sum();
    if (operator === 'in') {
      const inside: Node = { kind: 'binary', operator: 'contains', left: right, right: left };
      return isNotIn ? { kind: 'not', of: inside } : inside;
    }
    return { kind: 'binary', operator: { '===': '==', '!==': '!=', '<>': '!=' }[operator] ?? operator, left, right };
  }

  /** Reads what follows `is` of Jinja and Twig. */
  private test(left: Node): Node {
    const isNegated = this.take('not') !== undefined;
    const name = this.take('defined', 'empty', 'null', 'none', 'even', 'odd');
    if (name === undefined) throw new Unclear('this test has no counterpart');
    if (name === 'even' || name === 'odd')
      throw new Unclear(`compare \`(number | modulo: 2) == ${name === 'odd' ? 1 : 0}\``);
    return (name === 'defined') === isNegated ? { kind: 'not', of: left } : left;
  }

  private sum(): Node {
    const operators = ['+', '-', '~', ...(this.syntax.joinsByDot ? ['.'] : [])];
    return this.chain(
      operators,
      (operator) => (operator === '.' ? '~' : operator),
      () =>
        this.chain(
          ['*', '/', '%'],
          (operator) => operator,
          () => this.filtered(),
        ),
    );
  }

  private filtered(): Node {
    let node = this.postfix();
    while (this.take('|')) {
      const name = this.name();
      const given = this.take('(') ? this.list(')') : this.take(':') ? this.list() : [];
      node = { kind: 'call', name, on: node, given };
    }
    return node;
  }

  private name(): string {
    const { next } = this;
    if (next === undefined || !/^[$@]?[\p{L}_]/u.test(next)) throw new Unclear('it can’t be read');
    this.at += 1;
    return next;
  }

  /** Reads arguments up to a bracket, or to the end of the filter. */
  private list(close?: string): Node[] {
    const given: Node[] = [];
    if (close !== undefined && this.take(close)) return given;
    do given.push(close === undefined ? this.postfix() : this.expression());
    while (this.take(','));
    if (close !== undefined) this.expect(close);
    return given;
  }

  private postfix(): Node {
    let node = this.primary();
    for (;;) {
      const isApart = (this.syntax.joinsByDot || this.syntax.hasHelpers) && this.spaced[this.at];
      const isDot = this.next === '.' && !isApart;
      if (isDot || this.next === '->' || this.next === '?.' || this.next === '?->') {
        this.at += 1;
        node = this.member(node);
      } else if (this.next === '[') {
        this.at += 1;
        node = stepped(node, this.index());
      } else if (this.next === '(' && node.kind === 'path' && node.steps.length === 0 && !this.spaced[this.at]) {
        this.at += 1;
        node = { kind: 'call', name: node.base, given: this.list(')') };
      } else break;
    }
    if (!this.syntax.hasHelpers || node.kind !== 'path' || node.steps.length > 0) return node;
    const given: Node[] = [];
    while (this.next !== undefined && /^(?:["'\d.(]|\$\p{L}|@?\p{L})/u.test(this.next) && this.next !== 'else')
      given.push(this.argument());
    return given.length === 0 ? node : { kind: 'call', name: node.base, given };
  }

  /** Reads an argument of a helper, which takes none itself. */
  private argument(): Node {
    let node = this.primary();
    while (this.next === '.' && !this.spaced[this.at]) {
      this.at += 1;
      node = this.member(node);
    }
    if (this.take('=')) throw new Unclear('named arguments have no counterpart');
    return node;
  }

  private member(node: Node): Node {
    const { next = '' } = this;
    if (/^\d+$/.test(next)) {
      this.at += 1;
      return stepped(node, Number(next));
    }
    const name = this.name();
    const isCall = this.next === '(' && !this.spaced[this.at];
    if (!isCall && this.syntax.hasBareMethods && METHODS.has(name)) return { kind: 'call', name, on: node, given: [] };
    if (!isCall) return stepped(node, name);
    this.at += 1;
    return { kind: 'call', name, on: node, given: this.list(')') };
  }

  private index(): Step {
    const { next = '' } = this;
    const isName = /^["':]/.test(next);
    if (!isName && !/^\d+$/.test(next)) throw new Unclear('an index must be a number or a quoted name');
    this.at += 1;
    this.expect(']');
    return isName ? next.replace(/^:|^["']|["']$/g, '') : Number(next);
  }

  private primary(): Node {
    const next = this.next ?? '';
    if (this.take('(')) {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (this.take('.')) {
      const isAlone = this.next === undefined || this.spaced[this.at] || !/^[\p{L}_]/u.test(this.next);
      return { kind: 'path', base: '.', steps: isAlone ? [] : [this.name()] };
    }
    if (this.take('$')) return { kind: 'path', base: '$', steps: [] };
    if (/^["']/.test(next)) {
      if (!CLOSED_TEXT.test(next)) throw new Unclear('its quote is not closed');
      this.at += 1;
      return { kind: 'text', text: next.slice(1, -1).replace(/\\(["'])/g, '$1') };
    }
    if (/^\d/.test(next) || (next === '-' && /^\d/.test(this.tokens[this.at + 1] ?? ''))) {
      const sign = this.take('-') ?? '';
      this.at += 1;
      return { kind: 'number', text: sign + this.tokens[this.at - 1] };
    }
    if (next.startsWith('../')) {
      this.at += 1;
      return { kind: 'path', base: next + this.name(), steps: [] };
    }
    const name = this.name();
    return WORDS.has(name) && this.next !== '('
      ? { kind: 'word', text: name }
      : { kind: 'path', base: name, steps: [] };
  }
}

function stepped(node: Node, step: Step): Node {
  if (node.kind !== 'path') throw new Unclear('a field of a computed value has no counterpart');
  return { ...node, steps: [...node.steps, step] };
}
