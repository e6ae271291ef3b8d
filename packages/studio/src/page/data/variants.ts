/** Sets of sample data that try a template: made of another set by one press. */
import { Digits, type Exact, JSON_NOTATION, readExact, written } from './exact-value.js';

export interface Variant {
  /** The name of the set. */
  name: string;
  label: string;
  change(data: Exact): Exact;
}

const ROWS = 200;
/** Two words as long as they occur: one that has to break, and one that has to wrap. */
const LONG = 'Wolfeschlegelsteinhausenbergerdorff & Donaudampfschifffahrtsgesellschaft';
const NAMES =
  /name|title|company|firm|contact|person|description|item|product|article|street|city|project|subject|recipient|customer/i;

export const VARIANTS: readonly Variant[] = [
  { name: 'long-names', label: 'Long names', change: (data) => changed(data, longer) },
  { name: 'no-items', label: 'No items', change: (data) => changed(data, (value) => (isRows(value) ? [] : undefined)) },
  {
    name: '200-rows',
    label: '200 rows',
    change: (data) => changed(data, (value) => (isRows(value) ? repeated(value) : undefined)),
  },
];

/** Returns the text of a variant. @throws SyntaxError for text that is no JSON. */
export const variantOf = ({ change }: Variant, text: string): string => written(change(readExact(text)), JSON_NOTATION);

type Change = (value: Exact, name: string) => Exact | undefined;

/** Changes the values for which `change` returns others, from the outside in. */
function changed(value: Exact, change: Change, name = ''): Exact {
  const other = change(value, name);
  if (other !== undefined) return other;
  if (Array.isArray(value)) return value.map((item) => changed(item, change, name));
  if (!(value instanceof Map)) return value;
  return new Map([...value].map(([key, item]) => [key, changed(item, change, key)]));
}

const longer: Change = (value, name) =>
  typeof value === 'string' && NAMES.test(name) && /\p{L}{2}/u.test(value) && !/^\w+:/.test(value)
    ? `${value} ${LONG}`
    : undefined;

const isRows = (value: Exact): value is Exact[] => Array.isArray(value) && value.some((item) => item instanceof Map);

const repeated = (rows: Exact[]): Exact[] =>
  Array.from({ length: ROWS }, (_, index) => numbered(rows[index % rows.length] ?? null, index + 1));

/** A position counts on; all else is as in the item. */
const numbered = (row: Exact, number: number): Exact =>
  row instanceof Map
    ? new Map(
        [...row].map(([name, value]) => [
          name,
          /^(?:pos|position|line)$/i.test(name) && value instanceof Digits ? new Digits(String(number)) : value,
        ]),
      )
    : row;
