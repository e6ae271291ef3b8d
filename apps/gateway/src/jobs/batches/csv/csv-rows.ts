/** Reads rows from CSV piece by piece. Records are only separated here; threads parse them, block by block. */
import { MAX_BATCH_ROWS, MAX_UPLOAD_BYTES, MAX_UPLOAD_LINE, ServiceError } from '@toolpress/contract';
import { Bytes } from '@toolpress/runtime';
import { Moved } from '@toolpress/runtime/peer';
import type { BodyOwner, LargeBodies } from '../../../api/large-bodies.js';
import { PART_BYTES, type RowPart, type RowReader } from '../rows.js';
import { BLOCK_ROWS } from './block.js';
import { ToUtf8 } from './charset.js';
import { DELIMITER_BYTES, delimiterOf, type Header, MAX_HEADER_BYTES, namedDelimiter, readHeader } from './header.js';
import { lineEndOf, RecordEnds } from './records.js';

const MEBIBYTE = 1024 * 1024;

export class CsvRows implements RowReader {
  rows = 0;
  private readonly text: ToUtf8;
  /** Text without a complete block: first the header, then records. */
  private readonly begun = new Bytes(PART_BYTES + MAX_UPLOAD_LINE);
  /** The length of the complete records in `begun`. */
  private whole = 0;
  private header: Header | undefined;
  private ends: RecordEnds | undefined;
  private lineEnd = 0;
  /** The separator that a line before the header names. */
  private delimiter: string | undefined;
  /** The line on which `begun` begins. */
  private line = 1;
  private storedBytes = 0;
  /** The number of bytes in lines before the header. */
  private skipped = 0;

  /** @param charset the name in `Content-Type`. @throws ServiceError `media_type_unsupported`. */
  constructor(
    charset: string | undefined,
    private readonly largeBodies: Pick<LargeBodies, 'call'>,
    private readonly owner: BodyOwner,
  ) {
    this.text = new ToUtf8(charset);
  }

  get heldBytes(): number {
    return this.begun.length;
  }

  add(chunk: Buffer): Promise<RowPart | undefined> | undefined {
    this.take(this.text.add(chunk));
    return this.whole >= PART_BYTES ? this.part() : undefined;
  }

  async end(): Promise<RowPart | undefined> {
    this.take(this.text.end());
    if (this.header === undefined) this.take(Buffer.from('\n')); // a header without rows may have no line break
    if (this.header === undefined) throw new ServiceError('invalid_parameter', 'The CSV must begin with a header.');
    this.whole = this.begun.length; // the last record may have no line break, or a quote that is not closed
    return this.part();
  }

  private take(text: Buffer): void {
    this.begun.append(text);
    const records = this.header === undefined ? this.readHeader() : text;
    const before = this.begun.length - records.length;
    const end = this.ends?.scan(records) ?? -1;
    if (end !== -1) this.whole = before + end;
    if (this.begun.length - this.whole > MAX_UPLOAD_LINE) throw this.tooLong();
  }

  /** Reads the header once it is complete. @returns the text after it. */
  private readHeader(): Buffer {
    const text = this.begun.take();
    // Blank lines are not copied one by one: there may be as many as bytes.
    for (let from = 0; ; ) {
      const rest = text.subarray(from);
      const lineEnd = lineEndOf(rest);
      const end = lineEnd === undefined ? -1 : new RecordEnds(DELIMITER_BYTES, lineEnd).scan(rest, true);
      if (Math.max(end, this.skipped) > MAX_HEADER_BYTES) throw this.headerTooLong();
      if (end === -1 || lineEnd === undefined) {
        if (rest.length > MAX_HEADER_BYTES) throw this.headerTooLong();
        this.begun.append(rest);
        return Buffer.of();
      }
      const line = rest.subarray(0, end).toString();
      from += end;
      this.line += line.split(String.fromCharCode(lineEnd)).length - 1;
      const named = this.line === 2 ? namedDelimiter(line) : undefined;
      this.delimiter ??= named;
      this.skipped += end;
      if (named !== undefined || line.trim() === '') continue;
      this.header = readHeader(line, this.delimiter ?? delimiterOf(line));
      this.lineEnd = lineEnd;
      this.ends = new RecordEnds([this.header.delimiter.charCodeAt(0)], lineEnd);
      const records = Buffer.from(text.subarray(from));
      this.begun.append(records);
      return records;
    }
  }

  /** Returns the rows of the complete records. */
  private async part(): Promise<RowPart | undefined> {
    const { header, line } = this;
    const text = this.begun.take();
    const records = Buffer.from(text.subarray(0, this.whole));
    this.begun.append(text.subarray(this.whole));
    this.whole = 0;
    if (header === undefined || records.length === 0) return undefined;
    for (const byte of records) if (byte === this.lineEnd) this.line += 1;
    const { length } = records;
    const block = { header, line, lineEnd: this.lineEnd };
    const found = await this.largeBodies.call(BLOCK_ROWS, [new Moved(records, records), block], length, this.owner);
    if (found.rows === 0) return undefined;
    const first = this.rows + 1;
    this.rows += found.rows;
    this.storedBytes += found.bytes.length;
    if (this.rows > MAX_BATCH_ROWS) throw this.tooMany();
    if (this.storedBytes > MAX_UPLOAD_BYTES) throw this.tooLarge();
    return { first, bytes: Buffer.from(found.bytes.buffer, found.bytes.byteOffset, found.bytes.length) };
  }

  private tooLong(): ServiceError {
    const hint = 'each row ends with a line break outside of quotes';
    return new ServiceError(
      'body_too_large',
      `The record on line ${this.line} or after it is over the limit of ${MAX_UPLOAD_LINE / MEBIBYTE} MiB; ${hint}.`,
    );
  }

  private tooMany(): ServiceError {
    const hint = 'upload the rest separately, for another batch';
    return new ServiceError(
      'invalid_parameter',
      `The upload has more than ${MAX_BATCH_ROWS} rows, up to line ${this.line - 1}; ${hint}.`,
    );
  }

  private tooLarge(): ServiceError {
    return new ServiceError(
      'body_too_large',
      `The rows are over the limit of ${MAX_UPLOAD_BYTES / MEBIBYTE} MiB as JSON, which repeats the header in every row; upload them in parts, or shorten the header.`,
    );
  }

  private headerTooLong(): ServiceError {
    return new ServiceError(
      'invalid_parameter',
      `The first line of the CSV must be a header of at most ${MAX_HEADER_BYTES / 1024} KiB.`,
    );
  }
}
