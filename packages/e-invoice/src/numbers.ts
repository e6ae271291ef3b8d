/** Reads the schema of invoices: converts decimals that are given as texts to numbers, for templates, and finds the business terms of fields. */
import { Invoice } from '@toolpress/contract';

/** The part of a joi description that this module reads. */
interface Described {
  type?: string;
  keys?: Record<string, Described>;
  items?: Described[];
  flags?: { description?: string };
}

/** Cached, because describing a schema takes longer than walking it. */
let description: Described | undefined;

const described = (): Described => {
  description ??= Invoice.describe() as Described;
  return description;
};

export const asNumbers = (invoice: Invoice): Invoice => converted(invoice, described()) as Invoice;

/** Returns the business term of a field such as `lines[2].net_amount`. */
export function termOf(field: string): string {
  let at: Described | undefined = described();
  let term = '';
  for (const name of field.split('.')) {
    at = at?.keys?.[name.replace(/\[\d+\]$/, '')];
    term = at?.flags?.description?.split(':', 1)[0] ?? term;
    if (name.endsWith(']')) at = at?.items?.[0];
  }
  return term;
}

function converted(value: unknown, described: Described | undefined): unknown {
  if (described?.type === 'decimal' && typeof value === 'string') return Number(value);
  if (Array.isArray(value)) return value.map((item) => converted(item, described?.items?.[0]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, converted(part, described?.keys?.[name])]),
  );
}
