/** Rows of batches that vary more than their data: a row may have options, over those of the batch's `input`. */

import { requestSchemas } from '../pdf/pdf-option.js';
import { OPTIONS } from '../pdf/pdf-options.js';
import { type Infer, type Json, type JsonObject, shape } from '../schema/schema.js';

const { filename, metadata, protect, e_invoice, attachments, locale, deliver_to } = requestSchemas(OPTIONS);

/** The options of a row. */
export const BatchRowOptions = shape({}, { filename, metadata, protect, e_invoice, attachments, locale, deliver_to });
export type BatchRowOptions = Infer<typeof BatchRowOptions>;

/** The options that a row may have beside `data`. */
export const ROW_OPTIONS = [
  'filename',
  'metadata',
  'protect',
  'e_invoice',
  'attachments',
  'locale',
  'deliver_to',
] as const;

const ROW_FIELDS: ReadonlySet<string> = new Set(['data', ...ROW_OPTIONS]);

/** Returns whether a row has options: it has the field `data`, and none but fields of such a row. Any other row is data. */
export const hasRowOptions = (row: JsonObject): boolean =>
  Object.hasOwn(row, 'data') && Object.keys(row).every((name) => ROW_FIELDS.has(name));

/** The members of `e_invoice` that give the invoice, each instead of the others. */
export const INVOICE_SOURCES = ['xml', 'invoice', 'invoice_from'] as const;

/** Returns the names of the options that a row has. A null counts as absent. */
export const optionsIn = (row: JsonObject): (keyof BatchRowOptions)[] =>
  ROW_OPTIONS.filter((name) => row[name] !== undefined && row[name] !== null);

/**
 * Returns the options of a row over those of the batch. Members of an object replace members of the same name; a text or a list replaces the
 * whole.
 *
 * @param shared the options of `input` that the row has, too.
 */
export const rowOptionsOver = (shared: JsonObject, row: JsonObject): JsonObject =>
  Object.fromEntries(
    optionsIn(row).map((name) => {
      const [of, own] = [shared[name], row[name] as Json];
      if (!(isObject(of) && isObject(own))) return [name, own];
      const given = withoutNulls(own);
      const isReplaced = INVOICE_SOURCES.some((source) => given[source] !== undefined);
      return [name, { ...(isReplaced && name === 'e_invoice' ? without(of, INVOICE_SOURCES) : of), ...given }];
    }),
  );

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutNulls = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));

const without = (value: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

const DIGITS_OF_ROW = 5;

/** Returns the number of a row as names of files have it: `00042`. @param row from 1. */
export const rowNumber = (row: number): string => String(row).padStart(DIGITS_OF_ROW, '0');

/**
 * Returns the name of a row's file, or its path, where another row has that name: with the row's number before the ending.
 *
 * @param attempt from 0, which leaves the name as it is. From 2 on it is added, because another row may be named like that, too.
 */
export function nameOfRow(name: string, row: number, attempt: number): string {
  if (attempt === 0) return name;
  return name.replace(/(?=\.[^./]*$|$)/, `-${rowNumber(row)}${attempt === 1 ? '' : `-${attempt}`}`);
}
