/** Checks the messages of a PostgreSQL server before `pg` reads them. `pg` trusts their lengths and counts. */
import { ServiceError } from '@toolpress/contract';
import { providerBroken } from '../../provider-errors.js';

/** The largest size in bytes of all messages of one session. */
const MAX_SESSION_BYTES = 10 * 1024 * 1024;
/** The largest size in bytes of a message that is not a row. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** The largest number of messages of one session. */
const MAX_MESSAGES = 20_000;
/** The type and the length, which does not include the type. */
const HEADER_BYTES = 5;
/** The parts of a column's description after its name. */
const COLUMN_BYTES = 18;

const ROW = 'D';
/**
 * Messages that answer a login and queries: authentication, parameters, key, ready, notices, errors, notifications, and the steps of a
 * statement.
 */
const EXPECTED = new Set(['R', 'S', 'K', 'Z', 'N', 'E', 'A', '1', '2', '3', 'n', 't', 's', 'I', 'T', ROW, 'C']);

/** Collects the bytes of a server into messages, and passes on those that are well-formed. */
export class MessageReader {
  private chunks: Buffer[] = [];
  private held = 0;
  /** The number of bytes from which there is something to read. */
  private needed = HEADER_BYTES;
  private received = 0;
  private messages = 0;
  /** The number of columns of the current result; -1 before the first one. */
  private columns = -1;

  /** @param deliver receives one whole message at a time. Returns whether to continue. */
  constructor(private readonly deliver: (message: Buffer) => boolean) {}

  /** @throws ServiceError `response_too_large`; `response_invalid` for a malformed or unexpected message. */
  push(bytes: Buffer): void {
    this.received += bytes.length;
    if (this.received > MAX_SESSION_BYTES) throw tooLarge();
    this.chunks.push(bytes);
    this.held += bytes.length;
    if (this.held < this.needed) return;
    const all = this.chunks.length === 1 ? bytes : Buffer.concat(this.chunks);
    let offset = 0;
    this.needed = HEADER_BYTES;
    while (all.length - offset >= HEADER_BYTES) {
      const size = sizeOf(all, offset);
      if (all.length - offset < size) {
        this.needed = size;
        break;
      }
      const message = all.subarray(offset, offset + size);
      this.check(message);
      if (!this.deliver(message)) return;
      offset += size;
    }
    this.chunks = [all.subarray(offset)];
    this.held = all.length - offset;
  }

  private check(message: Buffer): void {
    this.messages += 1;
    if (this.messages > MAX_MESSAGES) throw unexpected();
    const type = typeOf(message, 0);
    const body = message.subarray(HEADER_BYTES);
    if (type === 'T') this.columns = columnsOf(body);
    else if (type === ROW) checkRow(body, this.columns);
    else if (type === 'E' || type === 'N') checkFields(body);
  }
}

const tooLarge = (): ServiceError =>
  new ServiceError('response_too_large', 'The provider’s answer is larger than 10 MiB.');

export const unexpected = (cause?: unknown): ServiceError =>
  providerBroken('it sent an unexpected message of PostgreSQL', cause);

const typeOf = (bytes: Buffer, offset: number): string => String.fromCharCode(bytes[offset] ?? 0);

/** Returns the size of a message in bytes, with its header. */
function sizeOf(bytes: Buffer, offset: number): number {
  const type = typeOf(bytes, offset);
  const size = 1 + bytes.readUInt32BE(offset + 1);
  if (!EXPECTED.has(type) || size < HEADER_BYTES) throw unexpected();
  if (type === ROW && size > MAX_SESSION_BYTES) throw tooLarge();
  if (type !== ROW && size > MAX_MESSAGE_BYTES) throw unexpected();
  return size;
}

/** Checks the fields of an error or notice: each is a letter and a text that ends with NUL, and a NUL follows the last one. */
function checkFields(body: Buffer): void {
  let offset = 0;
  while (body[offset] !== 0) {
    const end = body.indexOf(0, offset + 1);
    if (end === -1) throw unexpected();
    offset = end + 1;
  }
  if (offset !== body.length - 1) throw unexpected();
}

function columnsOf(body: Buffer): number {
  const columns = countOf(body);
  let offset = 2;
  for (let index = 0; index < columns; index += 1) {
    const end = body.indexOf(0, offset);
    if (end === -1) throw unexpected();
    offset = end + 1 + COLUMN_BYTES;
  }
  if (offset !== body.length) throw unexpected();
  return columns;
}

function checkRow(body: Buffer, columns: number): void {
  if (countOf(body) !== columns) throw unexpected();
  let offset = 2;
  for (let index = 0; index < columns; index += 1) {
    if (offset + 4 > body.length) throw unexpected();
    const length = body.readInt32BE(offset);
    if (length < -1) throw unexpected();
    offset += 4 + Math.max(0, length);
  }
  if (offset !== body.length) throw unexpected();
}

function countOf(body: Buffer): number {
  const count = body.length < 2 ? -1 : body.readInt16BE(0);
  if (count < 0) throw unexpected();
  return count;
}
