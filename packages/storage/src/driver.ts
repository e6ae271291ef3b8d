import type { OpenedFile } from './file-store.js';

/** When a signed link begins and ends, in whole seconds since 1970. */
export interface LinkPeriod {
  from: number;
  until: number;
}

export type StoredFile = Pick<OpenedFile, 'stream' | 'sizeBytes' | 'filename'>;

export interface WholeFile {
  bytes: Buffer;
  /** What `link` wants to be told, if anything. */
  filename?: string | undefined;
}

/**
 * What a kind of store has to be able to do. Drivers get well-formed ids only and know nothing of expiry; they may throw
 * anything, which then counts as the store being away.
 */
export interface Driver {
  prepare(): Promise<void>;
  /** Rejects unless the store can be read and written. */
  check(): Promise<void>;
  write(id: string, bytes: Uint8Array, filename: string | undefined): Promise<void>;
  /** Resolves with undefined when the store is there but the file is not. */
  open(id: string): Promise<StoredFile | undefined>;
  /** As `open`, with all of the file in memory. */
  read(id: string): Promise<WholeFile | undefined>;

  /** Makes a link to the file, without asking the store. */
  link(id: string, period: LinkPeriod, filename: string | undefined): Promise<string>;
  /** Whether we signed this link, to the letter. */
  isOurs(id: string, expires: string, signature: string): boolean;

  /** The days of expiry (`YYYY-MM-DD`) that something is filed under. */
  days(): Promise<string[]>;
  /** The ids filed under a day; one may come twice. */
  idsOf(day: string): AsyncIterable<string>;
  /** Deletes files of one day, and says how many there were. */
  remove(ids: readonly string[]): Promise<number>;
  /** Called by a sweep when it has been through the days that are over. */
  tidy(now: Date, daysOver: readonly string[]): Promise<void>;

  close(): void;
}
