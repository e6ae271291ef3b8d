/** The file store and its drivers: what the service needs and what a driver has to provide. */
import type { Readable } from 'node:stream';

/** The two query parameters of a link that the gateway itself signed. */
export interface LinkParameters {
  expires?: string | undefined;
  signature?: string | undefined;
}

export interface SignedLink {
  url: string;
  /** The moment the link really ends: never after the file's own expiry. */
  expiresAt: Date;
}

/** Offsets of the first and the last byte of a part, within the file. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface OpenedFile {
  /** The file, or the part of it that was asked for. It has to be read to its end or destroyed; it may fail while it is read. */
  stream: Readable;
  /** The size of the whole file. */
  sizeBytes: number;
  storedAt: Date;
  filename?: string | undefined;
  /** The header to serve it with: a download under its name; `inline` for a PDF that has none. */
  contentDisposition: string;
}

/**
 * A store of files that expire, and of a few files that stay. Every method that talks to the store throws ServiceError `unavailable` (503, with
 * `Retry-After`) when the store is unavailable, full or refuses access, and works again as soon as the store does. The
 * reason is `store_unavailable` unless a single file is the cause. No call waits longer than some 10 s for a silent store.
 */
export interface FileStore {
  /**
   * Creates the folder, or the bucket and its lifecycle rule, where missing. It may run any number of times and in several
   * processes at once.
   */
  prepare(): Promise<void>;

  /** Resolves when the store answers within 2 s; throws ServiceError `unavailable` otherwise. */
  check(): Promise<void>;

  /**
   * Stores a file. It becomes visible whole or not at all.
   *
   * @param id of `newFileId`, of no other file: it says what the file is, and until when it can be read; then it is deleted.
   * @param options.filename any text: the name to download the file under. Characters not allowed in a file name become `_`.
   */
  put(id: string, bytes: Uint8Array, options?: { filename?: string | undefined }): Promise<void>;

  /**
   * Stores a file as it comes: of any length, and never whole in memory. It becomes visible whole or not at all.
   *
   * @param id and options as of `put`.
   * @param pieces when they fail, nothing is stored, and this throws what they did.
   * @returns how many bytes they were.
   */
  putStream(
    id: string,
    pieces: AsyncIterable<Uint8Array>,
    options?: { filename?: string | undefined },
  ): Promise<number>;

  /**
   * Reads a whole file into memory.
   *
   * @throws ServiceError `file_unknown` (404), or `file_expired` (410), which the id alone decides.
   */
  read(id: string): Promise<Buffer>;

  /**
   * Opens a file for streaming, whole or in part.
   *
   * @throws ServiceError `file_unknown` (404), or `file_expired` (410), which the id alone decides.
   */
  open(id: string, range?: ByteRange): Promise<OpenedFile>;

  /** Deletes files, 1,000 at most; one that does not exist counts as deleted. */
  remove(...ids: string[]): Promise<void>;

  /**
   * Makes a signed link to a file, without asking the store: a presigned URL of an object store that callers reach, else
   * `<publicUrl>/files/<id>.<kind>?expires=<unix seconds>&signature=<hmac>`.
   *
   * @param options.ttlSeconds a whole number of seconds from now; cut to the file's own expiry and to 7 days, which is
   *   the most that S3 signs for.
   * @param options.filename the name given to `put`: an object store gets it in its link, the gateway reads it from the store.
   * @throws ServiceError `file_unknown` for an invalid id, `file_expired`.
   * @throws Error when the store was created without what it needs to sign.
   */
  sign(id: string, options: { ttlSeconds: number; filename?: string | undefined }): Promise<SignedLink>;

  /**
   * Checks the query parameters of a signed link to this service.
   *
   * @throws ServiceError `link_forged` (403) when either of the two is missing or anything was altered, `file_expired`
   *   (410) when the link's time is over, `file_unknown` (404) for what is no id. Links of object stores are not
   *   checked here.
   */
  verifyLink(id: string, link: LinkParameters): void;

  /**
   * Deletes the files that have expired at `now`, and what crashed writes left behind. It walks the days of expiry up
   * to today only.
   *
   * @returns how many files were deleted.
   */
  sweep(now: Date): Promise<number>;

  /**
   * Stores a file that stays until it is removed; it has no download link.
   *
   * @param name `<account>/<32 hexadecimal digits>`, of no other file.
   */
  keep(name: string, bytes: Uint8Array): Promise<void>;

  /** Reads such a file. Resolves with undefined when there is none of this name. */
  readKept(name: string): Promise<Buffer | undefined>;

  /** Deletes such a file; one that does not exist counts as deleted. */
  removeKept(name: string): Promise<void>;

  /** Closes the connections to the store. */
  close(): Promise<void>;
}

/** When a signed link begins and ends, in whole seconds since 1970. */
export interface LinkPeriod {
  from: number;
  until: number;
}

export type StoredFile = Pick<OpenedFile, 'stream' | 'sizeBytes' | 'storedAt' | 'filename'>;

/**
 * One kind of store. Drivers get well-formed ids only and know nothing of expiry; any error counts as the store
 * being unavailable.
 */
export interface Driver {
  prepare(): Promise<void>;
  /** Rejects unless the store can be read and written. */
  check(): Promise<void>;
  write(id: string, bytes: Uint8Array, filename: string | undefined): Promise<void>;
  /** As `write`, from pieces of any size. When they fail, nothing is left. @returns how many bytes they were. */
  writeStream(id: string, pieces: AsyncIterable<Uint8Array>, filename: string | undefined): Promise<number>;
  /** Resolves with undefined when the store is available but the file does not exist. */
  open(id: string, range?: ByteRange): Promise<StoredFile | undefined>;
  /** As `open`, with all of the file in memory. */
  read(id: string): Promise<Buffer | undefined>;

  /** The same for files that stay, by the key under which they are stored. */
  keep(key: string, bytes: Uint8Array): Promise<void>;
  readKept(key: string): Promise<Buffer | undefined>;
  removeKept(key: string): Promise<void>;

  /** Makes a link to the file at the store itself, without asking it. Resolves with undefined when callers can't reach the store. */
  link?(id: string, period: LinkPeriod, filename: string | undefined): Promise<string | undefined>;

  /** The days of expiry (`YYYY-MM-DD`) that something is filed under. */
  days(): Promise<string[]>;
  /** The ids filed under a day; one may come twice. */
  idsOf(day: string): AsyncIterable<string>;
  /** Deletes files of one day, and says how many there were. */
  remove(ids: readonly string[]): Promise<number>;
  /** Called by a sweep after the days that are over. */
  tidy(now: Date, daysOver: readonly string[]): Promise<void>;

  close(): void;
}
