/**
 * The format of a batch's rows in the file store: parts of limited size, with one line of JSON per row. A row is parsed when it is rendered,
 * so an invalid row fails alone.
 *
 * Each line begins with the line number of the upload (empty for rows of a request) and a tab. A row of CSV that could not be read has
 * `FAULTY` before the tab, and the fault in place of JSON.
 */
import { MAX_BATCH_ROWS, MAX_UPLOAD_LINE, ServiceError } from '@toolpress/contract';
import { Bytes } from '@toolpress/runtime';

export const FAULTY = '!';

/** The smallest size of a part in bytes, except for the last one. */
export const PART_BYTES = 256 * 1024;
/** The largest number of lines. Blank lines are not rows, but take time. */
const MAX_LINES = 10 * MAX_BATCH_ROWS;

const TAB = 0x09;
const NEWLINE = 0x0a;
const NEWLINES = Buffer.of(NEWLINE);
const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === TAB || byte === 0x0d;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

export interface RowPart {
  /** The number of its first row, from 1. */
  first: number;
  bytes: Buffer;
}

/** Reads the rows of an upload, piece by piece. */
export interface RowReader {
  /** The number of rows so far. */
  readonly rows: number;
  /** The number of received bytes in memory. */
  readonly heldBytes: number;
  /** Adds received bytes. @returns a part when one is complete. @throws ServiceError for an upload that is refused as a whole. */
  add(chunk: Buffer): RowPart | undefined | Promise<RowPart | undefined>;
  /** Ends the input. @returns the last part, if there is one. */
  end(): RowPart | undefined | Promise<RowPart | undefined>;
}

/** Combines rows into parts. */
class RowParts {
  /** The number of rows so far. */
  rows = 0;
  private first = 1;
  /** The incomplete part. Rows are copied, so that they do not keep received chunks in memory. */
  private readonly begun = new Bytes(PART_BYTES + MAX_UPLOAD_LINE);

  get bytes(): number {
    return this.begun.length;
  }

  add(line: number | '', json: Uint8Array): void {
    for (const piece of [Buffer.from(`${line}\t`), json, NEWLINES]) this.begun.append(piece);
    this.rows += 1;
  }

  /** Returns a part when it is large enough or the last one; undefined otherwise. */
  take(isLast = false): RowPart | undefined {
    if (this.bytes === 0 || (this.bytes < PART_BYTES && !isLast)) return undefined;
    const part = { first: this.first, bytes: this.begun.take() };
    this.first = this.rows + 1;
    return part;
  }
}

/** Yields the parts of rows that came in a request. @param rows JSON. */
export function* partsOf(rows: readonly Uint8Array[]): Generator<RowPart> {
  const parts = new RowParts();
  for (const row of rows) {
    parts.add('', row);
    const part = parts.take(parts.rows === rows.length);
    if (part !== undefined) yield part;
  }
}

/** Splits received JSON lines into rows. Holds at most one part and one line. */
export class JsonLines implements RowReader {
  private readonly parts = new RowParts();
  private line = 1;
  private readonly begun = new Bytes(MAX_UPLOAD_LINE);

  get rows(): number {
    return this.parts.rows;
  }

  /** The number of received bytes in memory. */
  get heldBytes(): number {
    return this.parts.bytes + this.begun.length;
  }

  /**
   * Adds received bytes.
   *
   * @returns a part when one is complete.
   * @throws ServiceError `body_too_large` for a line that is too long, `invalid_parameter` for too many rows or lines.
   */
  add(chunk: Buffer): RowPart | undefined {
    for (let from = 0; ; ) {
      const end = chunk.indexOf(NEWLINE, from);
      const piece = chunk.subarray(from, end === -1 ? chunk.length : end);
      if (this.begun.length + piece.length > MAX_UPLOAD_LINE) throw this.tooLong();
      if (end === -1) {
        this.begun.append(piece);
        return this.parts.take();
      }
      this.endLine(piece);
      from = end + 1;
    }
  }

  /** Ends the input. @returns the last part, if there is one. */
  end(): RowPart | undefined {
    this.endLine(Buffer.of());
    return this.parts.take(true);
  }

  /** @param rest the rest of the line, after the bytes received before. */
  private endLine(rest: Buffer): void {
    const isWhole = this.begun.length === 0;
    if (!isWhole) this.begun.append(rest);
    const json = withoutBlanks(isWhole ? rest : this.begun.take(), this.line === 1);
    if (json.length > 0) this.parts.add(this.line, json);
    if (this.parts.rows > MAX_BATCH_ROWS) throw this.tooMany(`more than ${MAX_BATCH_ROWS} rows`);
    if (this.line > MAX_LINES) throw this.tooMany(`more than ${MAX_LINES} lines, most of them blank`);
    this.line += 1;
  }

  private tooLong(): ServiceError {
    const limit = `the limit of ${MAX_UPLOAD_LINE / 1024 / 1024} MiB`;
    const hint = 'each row is one line that ends with a newline';
    return new ServiceError('body_too_large', `Line ${this.line} is over ${limit}; ${hint}.`);
  }

  private tooMany(what: string): ServiceError {
    const hint = 'upload the rest separately, for another batch';
    return new ServiceError('invalid_parameter', `The upload has ${what}, from line ${this.line} on; ${hint}.`);
  }
}

/** Removes the byte order mark and trailing white space: a carriage return, or a blank line. */
function withoutBlanks(line: Buffer, isFirst: boolean): Buffer {
  const hasMark = isFirst && line.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  let end = line.length;
  while (end > 0 && isBlank(line[end - 1])) end -= 1;
  return line.subarray(hasMark ? BYTE_ORDER_MARK.length : 0, end);
}

/** Splits a part into rows for `read-row.ts`. */
export function splitRows(part: Buffer): Buffer[] {
  const rows: Buffer[] = [];
  for (let from = 0; from < part.length; ) {
    const end = part.indexOf(NEWLINE, from);
    rows.push(part.subarray(from, end));
    from = end + 1;
  }
  return rows;
}
