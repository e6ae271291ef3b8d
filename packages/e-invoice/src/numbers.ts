/** The invoice's data as templates have it: decimals that were given as texts are numbers, as the computed ones are. */
import { Invoice } from '@toolpress/contract';

/** What is read here of a joi description. */
interface Described {
  type?: string;
  keys?: Record<string, Described>;
  items?: Described[];
}

/** Describing a schema takes longer than walking it. */
let description: Described | undefined;

export function asNumbers(invoice: Invoice): Invoice {
  description ??= Invoice.describe() as Described;
  return converted(invoice, description) as Invoice;
}

function converted(value: unknown, described: Described | undefined): unknown {
  // Decimals are all that may be one thing or another.
  if (described?.type === 'alternatives' && typeof value === 'string') return Number(value);
  if (Array.isArray(value)) return value.map((item) => converted(item, described?.items?.[0]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, converted(part, described?.keys?.[name])]),
  );
}
