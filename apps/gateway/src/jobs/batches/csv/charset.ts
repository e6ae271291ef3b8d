/** Converts received CSV to UTF-8: programs save it as UTF-8, with or without a byte order mark, UTF-16 or Windows-1252. */
import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { ServiceError } from '@toolpress/contract';

const WINDOWS = 'windows-1252';
/** The names of charsets in `Content-Type`, and what decodes them. */
const DECODED_AS: Readonly<Record<string, string>> = {
  ...{ 'utf-8': 'utf-8', utf8: 'utf-8', 'us-ascii': 'utf-8' },
  ...{ 'utf-16': 'utf-16le', 'utf-16le': 'utf-16le', 'utf-16be': 'utf-16be' },
  ...{ 'windows-1252': WINDOWS, cp1252: WINDOWS, 'iso-8859-1': WINDOWS, latin1: WINDOWS },
};
/** Byte order marks, and the charsets that they show. */
const MARKS: readonly (readonly [Buffer, string])[] = [
  [Buffer.of(0xef, 0xbb, 0xbf), 'utf-8'],
  [Buffer.of(0xff, 0xfe), 'utf-16le'],
  [Buffer.of(0xfe, 0xff), 'utf-16be'],
];
const LONGEST_MARK = 3;
const LAST_ASCII = 0x7f;

/** Returns the length of a character in UTF-8 by its first byte; 1 for a byte that begins none. */
const lengthOf = (first: number): number =>
  first < 0xc2 || first > 0xf4 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;

/**
 * Decodes the pieces of a text. A byte order mark decides its charset, then the name in `Content-Type`, then the first characters that are
 * not ASCII: they are either UTF-8 or Windows-1252.
 */
export class ToUtf8 {
  private decoder: TextDecoder | undefined;
  private isBegun = false;
  /** Bytes that are not decoded yet: the beginning of the text, or of a character. */
  private held = Buffer.of();
  private readonly named: string | undefined;

  /** @param charset the name in `Content-Type`. @throws ServiceError `media_type_unsupported`. */
  constructor(charset: string | undefined) {
    this.named = charset === undefined ? undefined : DECODED_AS[charset.toLowerCase()];
    if (charset !== undefined && this.named === undefined)
      throw new ServiceError('media_type_unsupported', 'The charset of CSV must be UTF-8, UTF-16 or Windows-1252.');
  }

  /** Returns the text so far, in UTF-8, without a byte order mark. @throws ServiceError `invalid_parameter`. */
  add(chunk: Buffer): Buffer {
    const bytes = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
    this.held = Buffer.of();
    if (this.isBegun || bytes.length >= LONGEST_MARK) return this.decoded(bytes);
    this.held = Buffer.from(bytes);
    return this.held.subarray(0, 0);
  }

  /** Returns the rest of the text. @throws ServiceError `invalid_parameter`. */
  end(): Buffer {
    const rest = this.decoded(this.held, true);
    return this.decoder === undefined ? rest : Buffer.concat([rest, this.with(this.decoder, Buffer.of(), false)]);
  }

  private decoded(bytes: Buffer, isLast = false): Buffer {
    if (!this.isBegun) {
      const [, marked] = MARKS.find(([mark]) => bytes.subarray(0, mark.length).equals(mark)) ?? [];
      const charset = marked ?? this.named;
      this.isBegun = true;
      if (charset !== undefined) this.decoder = new TextDecoder(charset, { fatal: true });
    }
    if (this.decoder !== undefined) return this.with(this.decoder, bytes);
    if (isAscii(bytes)) return bytes;
    return this.guessed(bytes, isLast);
  }

  /** Decides by the first character that is not ASCII. Waits for the rest of it. */
  private guessed(bytes: Buffer, isLast: boolean): Buffer {
    const at = bytes.findIndex((byte) => byte > LAST_ASCII);
    const character = bytes.subarray(at, at + lengthOf(bytes[at] ?? 0));
    if (character.length < lengthOf(bytes[at] ?? 0) && !isLast) {
      this.held = Buffer.from(bytes.subarray(at));
      return bytes.subarray(0, at);
    }
    this.decoder = isUtf8(character) ? new TextDecoder('utf-8', { fatal: true }) : new TextDecoder(WINDOWS);
    return this.with(this.decoder, bytes);
  }

  private with(decoder: TextDecoder, bytes: Buffer, stream = true): Buffer {
    try {
      return Buffer.from(decoder.decode(bytes, { stream }));
    } catch {
      throw new ServiceError(
        'invalid_parameter',
        'The CSV is partly UTF-8 and partly not: save it again as UTF-8, or name its charset, such as `Content-Type: text/csv; charset=windows-1252`.',
      );
    }
  }
}
