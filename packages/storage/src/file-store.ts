/** What the service needs of a place for files, whatever holds them. */
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

export interface OpenedFile {
  /** The PDF from its beginning. It has to be read to its end or destroyed; it may fail while it is read. */
  stream: Readable;
  sizeBytes: number;
  filename?: string | undefined;
  /** The header to serve it with: a download under its name, or `inline` when it has none. */
  contentDisposition: string;
}

/**
 * A store of PDFs that expire. Every method that talks to the store throws ServiceError `unavailable` (503, with
 * `Retry-After`) when the store is away, full or refuses us, and works again as soon as the store does. No call waits
 * longer than some 10 s for a store that is silent.
 */
export interface FileStore {
  /**
   * Makes the folder, or the bucket and its lifecycle rule, where missing. It may run any number of times and in several
   * processes at once.
   */
  prepare(): Promise<void>;

  /** Resolves when the store answers within 2 s; throws ServiceError `unavailable` otherwise. */
  check(): Promise<void>;

  /**
   * Stores a PDF. It becomes visible whole or not at all.
   *
   * @param options.expiresAt the file can be read until this moment (millisecond precision) and is deleted after it.
   * @param options.filename any text: the name to download the file under. What can't stand in a file name becomes `_`.
   * @returns the id of the new file: 41 characters of `[0-9a-z]`, unguessable.
   */
  put(bytes: Uint8Array, options: { expiresAt: Date; filename?: string | undefined }): Promise<string>;

  /**
   * Reads a whole file into memory.
   *
   * @returns its bytes, and the name that `sign` wants to be told, if it does.
   * @throws ServiceError `file_unknown` (404), or `file_expired` (410), which the id alone decides.
   */
  read(id: string): Promise<{ bytes: Buffer; filename?: string | undefined }>;

  /**
   * Opens a file for streaming.
   *
   * @throws ServiceError `file_unknown` (404), or `file_expired` (410), which the id alone decides.
   */
  open(id: string): Promise<OpenedFile>;

  /** Deletes a file that nobody shall have; one that is not there is gone already. */
  remove(id: string): Promise<void>;

  /**
   * Makes a signed link to a file, without asking the store: a presigned URL of the object store, or for the folder
   * `<publicUrl>/files/<id>.pdf?expires=<unix seconds>&signature=<hmac>`.
   *
   * @param options.ttlSeconds a whole number of seconds from now; cut to the file's own expiry and to 7 days, which is
   *   the most that S3 signs for.
   * @param options.filename the name given to `put`: an object store gets it in the link, the folder knows it.
   * @throws ServiceError `file_unknown` for what is no id, `file_expired`.
   * @throws Error when the store was created without what it needs to sign.
   */
  sign(id: string, options: { ttlSeconds: number; filename?: string | undefined }): Promise<SignedLink>;

  /**
   * Checks the query parameters of a signed link to this service.
   *
   * @throws ServiceError `link_forged` (403) when either of the two is missing or anything was altered, `file_expired`
   *   (410) when the link's time is over, `file_unknown` (404) for what is no id. With S3 we never issue such
   *   parameters, so any are forged.
   */
  verifyLink(id: string, link: LinkParameters): void;

  /**
   * Deletes the files that have expired at `now`, and what crashed writes left behind. It walks the days of expiry up
   * to today only.
   *
   * @returns how many files were deleted.
   */
  sweep(now: Date): Promise<number>;

  /** Gives up the connections to the store. */
  close(): Promise<void>;
}
