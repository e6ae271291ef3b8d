/** Converts records of CSV to rows. Runs in a thread. */
import { type Json, type JsonObject, MAX_UPLOAD_LINE, ServiceError } from '@toolpress/contract';
import { parse } from 'csv-parse/sync';
import { called } from '../../../api/large-body-tasks.js';
import { FAULTY } from '../rows.js';
import type { Header, Place } from './header.js';

/** The largest size of the rows of a block in bytes of JSON. The names of the header are repeated in every row. */
const MAX_ROWS_BYTES = 8 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Complete records. */
export interface Block {
  header: Header;
  /** The number of the first line in the upload. */
  line: number;
  /** The byte that ends lines. */
  lineEnd: number;
}

/** Rows in the format of `rows.ts`. */
export interface BlockRows {
  rows: number;
  bytes: Uint8Array;
}

/** @param records in UTF-8. @throws ServiceError `invalid_parameter`, `body_too_large`. @public */
export function blockRows(records: Uint8Array, { header, line: first, lineEnd }: Block): BlockRows {
  const bytes = Buffer.from(records.buffer, records.byteOffset, records.length);
  const lines: Buffer[] = [];
  const lineBreak = String.fromCharCode(lineEnd);
  let size = 0;
  let line = first;
  let seen = 0;
  for (const { record, info } of parsed(bytes, header.delimiter, first, lineEnd)) {
    // The line on which the record ends; it may begin some lines before.
    for (; seen < info.bytes - 1; seen++) if (bytes[seen] === lineEnd) line += 1;
    const breaks = record.reduce((sum, cell) => sum + cell.split(lineBreak).length - 1, 0);
    const row = Buffer.from(`${rowOf(record, header, line - breaks)}\n`);
    size += row.length;
    if (row.length > MAX_UPLOAD_LINE || size > MAX_ROWS_BYTES) throw tooLarge(line);
    lines.push(row);
  }
  return { rows: lines.length, bytes: Buffer.concat(lines) };
}

const tooLarge = (line: number): ServiceError =>
  new ServiceError(
    'body_too_large',
    `The rows up to line ${line} are too large as JSON, which repeats the header in every row; shorten it.`,
  );

export const BLOCK_ROWS = called(import.meta.url, blockRows);

interface Parsed {
  record: string[];
  /** `bytes`: up to the end of the record. */
  info: { bytes: number };
}

function parsed(records: Buffer, delimiter: string, first: number, lineEnd: number): Parsed[] {
  try {
    return parse(records, {
      ...{ delimiter, info: true, record_delimiter: lineEnd === NEWLINE ? ['\r\n', '\n'] : ['\r'] },
      ...{ relax_column_count: true, relax_quotes: true },
      ...{ skip_empty_lines: true, skip_records_with_empty_values: true },
    }) as unknown as Parsed[];
  } catch {
    throw new ServiceError(
      'invalid_parameter',
      `The CSV has a quote that is not closed, in a record from line ${first} on.`,
    );
  }
}

/** Returns a line of `rows.ts`. */
function rowOf(record: readonly string[], { columns, root, hasOptions }: Header, line: number): string {
  if (record.slice(columns).some((cell) => cell !== ''))
    return `${line}${FAULTY}\thas ${record.length} cells, and the header ${columns}: put a cell with the separator in it in quotes.`;
  const row = root.members.map(([name, place]): [string, Json | undefined] => [
    name,
    valueAt(place, record, hasOptions && name !== 'data', name),
  ]);
  const given = row.filter((member): member is [string, Json] => member[1] !== undefined);
  return `${line}\t${JSON.stringify(Object.fromEntries(given))}`;
}

/** @param isOption whether empty cells are left out, so that the option of the batch applies. A password is never left out without a word. */
function valueAt(place: Place, record: readonly string[], isOption: boolean, name: string): Json | undefined {
  if ('column' in place) {
    const cell = record[place.column] ?? '';
    return isOption && cell === '' && !name.endsWith('_password') ? undefined : cell;
  }
  const members = place.members.flatMap(([member, below]): [string, Json][] => {
    const value = valueAt(below, record, isOption, member);
    return value === undefined ? [] : [[member, value]];
  });
  if (isOption && members.length === 0) return undefined;
  return place.isList ? members.map(([, value]) => value) : (Object.fromEntries(members) as JsonObject);
}
