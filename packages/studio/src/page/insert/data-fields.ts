/** What a template can print of its data: lists, and values with the filters that fit. */
import { labelOf } from '../data/labels.js';
import { openSections, scopesIn, valueAt } from '../editor/completion.js';

export interface Field {
  /** The name of the value, as in the data. */
  name: string;
  /** What stands above it. */
  label: string;
  /** The expression that prints it. */
  expression: string;
  /** Whether it stands on the right, as numbers do. */
  isNumber: boolean;
}

export interface ListFact {
  /** The expression of the list. */
  path: string;
  name: string;
  items: readonly unknown[];
}

type Values = Record<string, unknown>;

const MOST_DEPTH = 5;
/** The items of which a list's names are taken. */
const MOST_ITEMS = 50;
const SIMPLE = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;
/** Names that have a meaning of their own in a tag. */
const WORDS = new Set([
  'else',
  'let',
  'true',
  'false',
  'null',
  'empty',
  'blank',
  'and',
  'or',
  'not',
  'contains',
  'today',
  'now',
]);

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Returns the lists whose names are found at a position, those of the innermost section first. */
export function listsAt(html: string, at: number, data: unknown): ListFact[] {
  const byPath = new Map<string, ListFact>();
  for (const scope of scopesAt(html, at, data).reverse()) {
    for (const { path, name, value } of valuesOf(scope)) {
      if (Array.isArray(value) && !byPath.has(path)) byPath.set(path, { path, name, items: value });
    }
  }
  return [...byPath.values()];
}

/** Returns the values that are found at a position, those of the innermost section first. */
export function fieldsAt(html: string, at: number, data: unknown): Field[] {
  const byPath = new Map<string, Field>();
  for (const scope of scopesAt(html, at, data).reverse()) {
    if (isScalar(scope) && scope !== undefined)
      byPath.set('.', { name: '.', label: 'Item', expression: '.', isNumber: false });
    for (const { path, name, value } of valuesOf(scope)) {
      const isPrinted = isScalar(value) || (Array.isArray(value) && value.length > 0 && value.every(isScalar));
      if (isPrinted && !byPath.has(path))
        byPath.set(path, { ...fieldOf(name, path, [value], currencyOf(data, scope)), name: path });
    }
  }
  return [...byPath.values()];
}

const scopesAt = (html: string, at: number, data: unknown): unknown[] =>
  scopesIn(data, openSections(html.slice(0, at)));

/** Returns the value of a list's expression at a position; filters are left out. */
export function listAt(html: string, at: number, data: unknown, expression: string): ListFact {
  const [path = ''] = /^[\w$.-]+/.exec(expression) ?? [];
  const value =
    scopesAt(html, at, data)
      .map((scope) => valueAt(scope, path))
      .findLast(Array.isArray) ?? [];
  return { path: expression, name: path.split('.').at(-1) ?? path, items: value };
}

/** Returns the columns that a table over a list can have. A price and a quantity without an amount also give their product. */
export function columnsOf({ name, items }: ListFact, data: unknown): Field[] {
  const objects = items.filter(isObject).slice(0, MOST_ITEMS);
  if (objects.length === 0)
    return [
      {
        name: '.',
        label: labelOf(name),
        expression: '.',
        isNumber: items.every((item) => typeof item === 'number') && items.length > 0,
      },
    ];
  const names = [...new Set(objects.flatMap(Object.keys))];
  const columns = names.flatMap((key) => {
    const values = objects.filter((item) => Object.hasOwn(item, key)).map((item) => item[key]);
    const isPrinted = values.every(
      (value) => isScalar(value) || (Array.isArray(value) && value.length > 0 && value.every(isScalar)),
    );
    if (!isPrinted) return [];
    const own = pathOf([key]);
    if (values.length === objects.length) return [fieldOf(key, own, values, currencyOf(data, objects[0]))];
    // Another value of this name, outside of the list, would be printed for items without it.
    const field = fieldOf(key, own.startsWith('.') ? own : `.${own}`, values, currencyOf(data, objects[0]));
    return [{ ...field, expression: `${field.expression} | default: ""` }];
  });
  return [...columns, ...productOf(columns, currencyOf(data, objects[0]))];
}

function productOf(columns: readonly Field[], currency: string): Field[] {
  const price = columns.find(({ name }) => /^(?:unit_?)?price$/i.test(name));
  const quantity = columns.find(({ name }) => /^(?:quantity|qty|count|hours)$/i.test(name));
  if (
    price === undefined ||
    quantity === undefined ||
    columns.some(({ name }) => /^(?:amount|total|net|sum)$/i.test(name))
  )
    return [];
  const expression = `${price.name} | times: ${quantity.name} | money: ${currency}`;
  return [{ name: `${price.name} × ${quantity.name}`, label: 'Amount', expression, isNumber: true }];
}

/** Returns all values of an object with their paths. Items of lists have no path. */
function valuesOf(scope: unknown): { path: string; name: string; value: unknown }[] {
  const found: { path: string; name: string; value: unknown }[] = [];
  const visit = (value: unknown, names: string[]): void => {
    if (!isObject(value) || names.length >= MOST_DEPTH) return;
    for (const [name, inner] of Object.entries(value)) {
      found.push({ path: pathOf([...names, name]), name, value: inner });
      visit(inner, [...names, name]);
    }
  };
  visit(scope, []);
  return found;
}

/** Returns the path of names. Those of other characters are in brackets. */
function pathOf([first = '', ...rest]: readonly string[]): string {
  const begin = SIMPLE.test(first) ? (WORDS.has(first) ? `.${first}` : first) : `.[${quoted(first)}]`;
  return rest.reduce((path, name) => (SIMPLE.test(name) ? `${path}.${name}` : `${path}[${quoted(name)}]`), begin);
}

const quoted = (name: string): string => (name.includes('"') ? `'${name}'` : `"${name}"`);

const PLAIN = /(?:^|_|[a-z])(?:id|number|no|nr|code|year|zip|phone|ean|sku|iban|bic|page)$/i;
const RATE = /rate|percent|share/i;
const COUNT = /(?:^|_)count|quantity|qty|days|hours|pieces|weight|length|width|height/i;
const MONEY = /price|amount|total|net|gross|cost|sum|tax|vat|fee|pay|salary|balance|discount|earning|deduction/i;

/** Returns a value with the filter that fits all of its `values`. @param currency an expression. */
function fieldOf(name: string, path: string, values: readonly unknown[], currency: string): Field {
  const field = (filter: string, isNumber = false): Field => ({
    name,
    label: labelOf(name),
    expression: `${path}${filter}`,
    isNumber,
  });
  const given = values.filter((value) => value !== null && value !== '');
  const all = (test: (value: unknown) => boolean): boolean => given.length > 0 && given.every(test);
  if (given.some(Array.isArray)) return field(' | join: ", "');
  if (
    all((value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/.test(value))
  )
    return field(' | date: "medium"');
  const isAmount = all((value) => typeof value === 'string' && /^-?\d+\.\d{2}$/.test(value));
  if (
    !isAmount &&
    (PLAIN.test(name) ||
      !all((value) => typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,15}\.\d+$/.test(value))))
  )
    return field('');
  if (RATE.test(name))
    return field(all((value) => Math.abs(Number(value)) <= 1) ? ' | percent' : ' | percent: of: 100', true);
  if (isAmount || (MONEY.test(name) && !COUNT.test(name))) return field(` | money: ${currency}`, true);
  return field(' | number', true);
}

/** Returns the expression of the currency of amounts: that of the item or of the data, else a text. */
function currencyOf(data: unknown, item: unknown): string {
  for (const scope of [item, data]) {
    const found = valuesOf(scope).find(
      ({ name, value }) => /^currency(?:_?code)?$/i.test(name) && typeof value === 'string' && /^[A-Z]{3}$/.test(value),
    );
    if (found !== undefined) return found.path;
  }
  return '"EUR"';
}
