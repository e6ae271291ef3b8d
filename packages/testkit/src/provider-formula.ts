/** Evaluates formulas of the hosted provider as its documentation says, for the double: the part that filters of records need. */

export type Cell = string | number | boolean | null | Date | readonly string[];

/** A formula that the provider rejects. */
export class FormulaError extends Error {}

type Value = string | number | Date | null;
type Evaluate = (cells: Readonly<Record<string, Cell>>, id: string) => Value;

const TOKEN =
  /\s*(?:(?<text>"(?:\\[\s\S]|[^"\\])*")|(?<field>\{(?:\\[\s\S]|[^}\\])+\})|(?<number>-?\d+(?:\.\d+)?)|(?<name>[A-Z_]+)|(?<sign>!=|<=|>=|[=<>&(),]))/uy;

interface Token {
  kind: string;
  image: string;
}

function tokensOf(formula: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN.source, TOKEN.flags);
  while (pattern.lastIndex < formula.length) {
    const { groups = {} } = pattern.exec(formula) ?? {};
    const [kind, image] = Object.entries(groups).find(([, each]) => each !== undefined) ?? [];
    if (kind === undefined || image === undefined) throw new FormulaError('Invalid formula');
    tokens.push({ kind, image });
  }
  return tokens;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
const unescaped = (image: string): string =>
  image.slice(1, -1).replace(/\\([\s\S])/gu, (_, letter: string) => ESCAPES[letter] ?? letter);

/** In formulas, boxes are numbers, and lists are joined texts: of linked records their names, which are not their IDs. */
function cellValue(cell: Cell | undefined): Value {
  if (cell === undefined) return null;
  if (typeof cell === 'boolean') return Number(cell);
  if (!Array.isArray(cell)) return cell as Value;
  return cell.map((each: string) => (/^rec\w{14}$/.test(each) ? `Name of ${each.slice(-3)}` : each)).join(', ');
}

const textOf = (value: Value): string =>
  value === null ? '' : value instanceof Date ? value.toISOString() : String(value);
const isTrue = (value: Value): boolean => value !== null && value !== 0 && value !== '';

/** An error inside a formula. The record is then not found. */
const BROKEN = new Error('#ERROR');
const dateOf = (value: Value): number => {
  if (value instanceof Date) return value.getTime();
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) throw BROKEN;
  return time;
};

function areEqual(one: Value, other: Value): boolean {
  if (one === null || other === null) return !isTrue(one) && !isTrue(other);
  return one === other;
}

function isLess(one: Value, other: Value): boolean {
  const [a, b] = [one ?? 0, other ?? 0];
  if (typeof a !== 'number' || typeof b !== 'number') throw BROKEN;
  return a < b;
}

const COMPARISONS: Readonly<Record<string, (one: Value, other: Value) => boolean>> = {
  '=': areEqual,
  '!=': (one, other) => !areEqual(one, other),
  '<': isLess,
  '>': (one, other) => isLess(other, one),
  '<=': (one, other) => !isLess(other, one),
  '>=': (one, other) => !isLess(one, other),
};

const FUNCTIONS: Readonly<Record<string, (values: Value[], id: string) => Value>> = {
  AND: (values) => Number(values.every(isTrue)),
  OR: (values) => Number(values.some(isTrue)),
  NOT: ([value = null]) => Number(!isTrue(value)),
  BLANK: () => null,
  RECORD_ID: (_, id) => id,
  LOWER: ([value = null]) => textOf(value).toLowerCase(),
  FIND: ([part = null, text = null]) => textOf(text).indexOf(textOf(part)) + 1,
  IS_BEFORE: ([one = null, other = null]) => Number(dateOf(one) < dateOf(other)),
  IS_AFTER: ([one = null, other = null]) => Number(dateOf(one) > dateOf(other)),
};

/** Returns a filter. @param fields the names of the table. @throws FormulaError. */
export function filterOf(
  formula: string,
  fields: ReadonlySet<string>,
): (cells: Record<string, Cell>, id: string) => boolean {
  const tokens = tokensOf(formula);
  let at = 0;
  const take = (image: string): void => {
    if (tokens[at++]?.image !== image) throw new FormulaError(`Invalid formula: ${image} is missing`);
  };
  function operand(): Evaluate {
    const { kind, image } = tokens[at++] ?? { kind: '', image: '' };
    if (kind === 'text') return () => unescaped(image);
    if (kind === 'number') return () => Number(image);
    if (kind === 'field') {
      const name = unescaped(image);
      if (!fields.has(name)) throw new FormulaError(`Unknown field names: ${name.toLowerCase()}`);
      return (cells) => cellValue(cells[name]);
    }
    const work = FUNCTIONS[image];
    if (kind !== 'name' || work === undefined) throw new FormulaError(`Invalid formula at ${image}`);
    take('(');
    const values: Evaluate[] = [];
    while (tokens[at]?.image !== ')') {
      if (values.length > 0) take(',');
      values.push(expression());
    }
    take(')');
    return (cells, id) =>
      work(
        values.map((each) => each(cells, id)),
        id,
      );
  }
  function joined(): Evaluate {
    let left = operand();
    while (tokens[at]?.image === '&') {
      at += 1;
      const [one, other] = [left, operand()];
      left = (cells, id) => textOf(one(cells, id)) + textOf(other(cells, id));
    }
    return left;
  }
  function expression(): Evaluate {
    const left = joined();
    const compare = COMPARISONS[tokens[at]?.image ?? ''];
    if (compare === undefined) return left;
    at += 1;
    const right = joined();
    return (cells, id) => Number(compare(left(cells, id), right(cells, id)));
  }
  const whole = formula === '' ? () => 1 : expression();
  if (at < tokens.length) throw new FormulaError(`Invalid formula at ${tokens[at]?.image}`);
  return (cells, id) => {
    try {
      return isTrue(whole(cells, id));
    } catch (error) {
      if (error === BROKEN) return false;
      throw error;
    }
  };
}
