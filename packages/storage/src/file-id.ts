/**
 * The id of a stored file: its moment of expiry, its kind and random bits: 128 for a PDF, 124 for other kinds, whose first digit says
 * what they are. No table of files is needed, and an id can't be guessed. Ids are lower case, so that file systems that ignore case
 * can't confuse two.
 */
import { randomBytes } from 'node:crypto';

/** Milliseconds since 1970 in base 36: nine digits last until the year 5188. */
const EXPIRY_DIGITS = 9;
const LATEST_EXPIRY = 36 ** EXPIRY_DIGITS - 1;
const RANDOM_BYTES = 16;
/** Length of an id, characters. */
export const FILE_ID_LENGTH = EXPIRY_DIGITS + 2 * RANDOM_BYTES;

/** What files there are, by their endings. */
export const FILE_KINDS = {
  pdf: { contentType: 'application/pdf', letter: '' },
  xml: { contentType: 'application/xml', letter: 'x' },
  zip: { contentType: 'application/zip', letter: 'z' },
  /** What a target of the HTTP request tool sent, of any type. It is served as bytes. */
  bin: { contentType: 'application/octet-stream', letter: 'o' },
} as const;
export type FileKind = keyof typeof FILE_KINDS;

const LETTERS = new Map<string | undefined, FileKind>(
  Object.entries(FILE_KINDS).map(([kind, { letter }]) => [letter, kind as FileKind]),
);
const WELL_FORMED = new RegExp(`^[0-9a-z]{${EXPIRY_DIGITS}}[0-9a-f${[...LETTERS.keys()].join('')}][0-9a-f]{31}$`);

/** The prefix of all files, with one folder per day (UTC) of expiry. */
export const FILES_PREFIX = 'pdf';

/**
 * Makes the id of a new file.
 *
 * @throws RangeError when `expiresAt` is not a date between 1970 and 5188.
 */
export function newFileId(expiresAt: Date, kind: FileKind = 'pdf'): string {
  const moment = expiresAt.getTime();
  if (!(moment >= 0 && moment <= LATEST_EXPIRY)) throw new RangeError('A file needs an expiry after 1970.');
  const { letter } = FILE_KINDS[kind];
  const random = randomBytes(RANDOM_BYTES).toString('hex');
  return moment.toString(36).padStart(EXPIRY_DIGITS, '0') + letter + random.slice(letter.length);
}

/** Returns a function that makes ids of PDFs that expire after this time in seconds. */
export const pdfIds = (ttl: number) => (): string => newFileId(new Date(Date.now() + ttl * 1_000));

/** What a file is, by its well-formed id. */
export const fileKind = (id: string): FileKind => LETTERS.get(id[EXPIRY_DIGITS]) ?? 'pdf';

/** The moment of expiry of an id, to the millisecond; undefined when the id is not well-formed. */
export function fileExpiry(id: string): Date | undefined {
  return WELL_FORMED.test(id) ? new Date(Number.parseInt(id.slice(0, EXPIRY_DIGITS), 36)) : undefined;
}

/** The day (UTC, `YYYY-MM-DD`) that a file of this moment of expiry is filed under. */
export function expiryDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The day that a well-formed id is filed under. */
export function dayOf(id: string): string {
  const expiry = fileExpiry(id);
  if (!expiry) throw new TypeError('not a file id');
  return expiryDay(expiry);
}

/** The file's key in the store: `pdf/<expiry day>/<id>.<kind>`. */
export function fileKey(id: string): string {
  return `${FILES_PREFIX}/${dayOf(id)}/${id}.${fileKind(id)}`;
}

/** The prefix of all files that stay until they are removed. */
export const KEPT_PREFIX = 'kept';

/** The key of such a file: `kept/<account>/<32 hexadecimal digits>`. */
export function keptKey(name: string): string {
  if (!/^\w+\/[0-9a-f]{32}$/.test(name)) throw new TypeError('not the name of a file that is kept');
  return `${KEPT_PREFIX}/${name}`;
}
