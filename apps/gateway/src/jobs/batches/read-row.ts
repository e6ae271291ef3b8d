/** Parses the rows of a batch, large ones in a thread. */
import {
  BatchRowOptions,
  boundedDepth,
  hasRowOptions,
  type Json,
  type JsonObject,
  jsonText,
  MAX_JSON_DEPTH,
  ManyObjects,
  optionsIn,
  type PdfRequest,
  passOn,
  RawJson,
  ROW_OPTIONS,
  rawOf,
  requestFault,
  rowOptionsOver,
  ServiceError,
  validate,
  WithRaw,
} from '@toolpress/contract';
import { Moved } from '@toolpress/runtime/peer';
import { type JsonCounts, parseJson } from '../../api/json.js';
import type { BodyOwner, LargeBodies } from '../../api/large-bodies.js';
import { called, countUnlessLarge } from '../../api/large-body-tasks.js';
import type { DataMembers } from '../../shared/document-data.js';
import { FAULTY } from './rows.js';

const TAB = 0x09;
/** The number of objects in options from which a row is checked in a thread. */
const MANY_OBJECTS = 100;

/** Divides a row, see `rows.ts`. @returns the number of its line in the upload, empty for a row of a request; and its JSON, or its fault. */
function divided(row: Uint8Array): { line: string; isFaulty: boolean; text: Uint8Array } {
  const tab = row.indexOf(TAB);
  const prefix = Buffer.from(row.subarray(0, tab)).toString();
  const isFaulty = prefix.endsWith(FAULTY);
  return { line: isFaulty ? prefix.slice(0, -FAULTY.length) : prefix, isFaulty, text: row.subarray(tab + 1) };
}

/** Parses a row of `rows_from`, which is a record's ID. */
export const readRecordId = (row: Buffer): string => JSON.parse(row.toString('utf8', row.indexOf(TAB) + 1)) as string;

/**
 * Parses a row.
 *
 * @param counts the names and values of the row with its line number.
 * @throws ServiceError `invalid_json`, or `invalid_parameter` for a row that is not an object or nested too deep. The message names the
 *   line of the upload, if there is one.
 */
export function readRow(row: Uint8Array, counts?: JsonCounts): JsonObject {
  const { line, isFaulty, text } = divided(row);
  const subject = line === '' ? 'The row' : `Line ${line}`;
  if (isFaulty) throw new ServiceError('invalid_parameter', `${subject} ${Buffer.from(text).toString()}`);
  const value = parseJson(text, counts, { line: subject }) as Json;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ServiceError('invalid_parameter', `${subject} must be an object, such as \`{"name": "Ada"}\`.`);
  try {
    return boundedDepth(value);
  } catch {
    throw new ServiceError('invalid_parameter', `${subject} must be nested at most ${MAX_JSON_DEPTH} levels deep.`);
  }
}

/** What a row holds: the members that it adds to `data`, and its options over those of the batch. */
export interface RowContent extends DataMembers {
  options?: BatchRowOptions;
}

/** The request that all rows of a batch share. */
type Shared = Partial<Omit<PdfRequest, 'data'>>;

/**
 * Parses a row, a large one in a thread.
 *
 * @param shared the request that the row's options are laid over.
 * @throws ServiceError as `readRow`; `invalid_parameter` for options that are invalid, alone or with the others. Messages name the line of
 *   the upload, if there is one.
 */
export async function readParts(
  row: Buffer,
  shared: Shared,
  largeBodies: LargeBodies,
  owner: BodyOwner,
): Promise<RowContent> {
  const counts = countUnlessLarge(row);
  const parsed = counts && readRow(row, counts);
  const isHere =
    parsed &&
    !(
      hasRowOptions(parsed) &&
      // `requestFault` reads the e-invoice.
      ['e_invoice' as const, ...optionsIn(parsed)].some((name) => shared[name] instanceof RawJson)
    );
  try {
    if (isHere) return partsOf(parsed, row, shared, MANY_OBJECTS);
  } catch (error) {
    if (!(error instanceof ManyObjects)) throw error;
  }
  const own = Buffer.from(row); // the row is a part of a larger buffer
  const json = jsonText(combined(shared));
  return largeBodies.call(LARGE_ROW, [new Moved(own, own), json], own.length + json.length, owner);
}

/** Parses a large row. @param shared the fields of `combined` as JSON. @throws ServiceError as `readParts`. @public */
export function largeRow(row: Uint8Array, shared: string): WithRaw<RowContent> {
  const { members, hasInvoice, options } = partsOf(readRow(row), row, JSON.parse(shared) as Shared);
  const passed = passOn(BatchRowOptions, options ?? {});
  return new WithRaw({ members: rawOf(members), hasInvoice, ...(options && { options: passed.value }) }, [
    ['members'],
    ...passed.raw.map((path) => ['options', ...path]),
  ]);
}

const LARGE_ROW = called(import.meta.url, largeRow);

/** The fields of a request that are checked together, or that options of a row are laid over. */
const combined = ({ html, ...shared }: Shared): Shared => ({
  ...Object.fromEntries(COMBINED.flatMap((name) => (shared[name] === undefined ? [] : [[name, shared[name]]]))),
  ...(html !== undefined && { html: '' }),
});
const COMBINED = [...ROW_OPTIONS, 'conformance', 'tagged', 'tags'] as const;

/** @param mostObjects as in `validate`. */
function partsOf(value: JsonObject, row: Uint8Array, shared: Shared, mostObjects?: number): RowContent {
  if (!hasRowOptions(value)) return membersOf(value);
  try {
    const { data } = value;
    if (typeof data !== 'object' || data === null || Array.isArray(data)) throw noData();
    const given = rowOptionsOver(shared as unknown as JsonObject, value);
    checkPasswords(value['protect']);
    const options = validate(BatchRowOptions, given, 'row', mostObjects === undefined ? {} : { mostObjects });
    const fault = requestFault({ ...combined(shared), ...options, data } as PdfRequest);
    if (fault !== undefined) throw new ServiceError('invalid_parameter', `${fault}.`);
    return { ...membersOf(data), options };
  } catch (error) {
    const { line } = divided(row);
    throw error instanceof ServiceError && line !== '' ? error.withMessage(`Line ${line}: ${error.message}`) : error;
  }
}

/** An empty password, or null, counts as none in a request. In a row it is a person without one, whose file would open without a password. */
function checkPasswords(protect: Json | undefined): void {
  if (typeof protect !== 'object' || protect === null || Array.isArray(protect)) return;
  const empty = ['user_password', 'owner_password'].find((name) => protect[name] === '' || protect[name] === null);
  if (empty !== undefined)
    throw new ServiceError('invalid_parameter', `\`protect.${empty}\` must not be empty; leave it out for none.`);
}

const noData = (): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    '`data` must be an object; a row with only this field, or with options beside it, is read as `{"data": {…}}`. Write a row of data with a field `data` as `{"data": {"data": …}}`.',
  );

const membersOf = (members: JsonObject): DataMembers => ({ members, hasInvoice: Object.hasOwn(members, 'invoice') });
