/** Failures of the file store: the error that callers get, and the lines in the log. */
import { ServiceError } from '@toolpress/contract';
import { type Logger, reasonOf } from '@toolpress/runtime';

/**
 * Codes of the system and of S3 for a single file that the store cannot have. Ids and headers are alike for all files, so any other
 * refusal concerns the store itself: a full disk or bucket, a quota, missing rights, a fault of the server.
 */
const OF_THE_FILE: ReadonlySet<unknown> = new Set([
  'EFBIG',
  'ENAMETOOLONG',
  'EntityTooLarge',
  'KeyTooLongError',
  'MetadataTooLarge',
]);

/** Returns whether a file or a fault of this code is the cause, so that waiting for the store would not help. */
function isOfTheFile(cause: unknown): boolean {
  if (cause instanceof TypeError || cause instanceof RangeError) return true;
  return cause instanceof Error && OF_THE_FILE.has((cause as NodeJS.ErrnoException).code);
}

/**
 * Returns the error that a caller gets while the store is unavailable. The cause, for the log, contains what the message must not.
 */
export const storeUnavailable = (cause: unknown): ServiceError =>
  new ServiceError('unavailable', 'The service’s file store is unavailable; try again in a moment.', {
    cause,
    reason: isOfTheFile(cause) ? undefined : 'store_unavailable',
    headers: { 'Retry-After': '1' },
  });

/** `writes` fail alone when the store is full. */
type Kind = 'reads' | 'writes';

const LINES = {
  reads: { begin: 'the file store is unavailable', end: 'the file store is available again' },
  writes: { begin: 'the file store rejects writes', end: 'the file store accepts writes again' },
} as const satisfies Record<Kind, { begin: string; end: string }>;

/** The shortest time between two warnings in milliseconds, for a store that fails now and then. */
const WARN_EVERY_MS = 10_000;

/** Logs the begin and the end of an outage, not each call that fails. */
export class OutageLog {
  private readonly state = {
    // A store that has not answered since the start is reported by `prepareStore`.
    reads: { isWatched: false, isFailing: false, warnedAt: Number.NEGATIVE_INFINITY },
    writes: { isWatched: true, isFailing: false, warnedAt: Number.NEGATIVE_INFINITY },
  };

  /** @param logger the default logs nothing. */
  constructor(private readonly logger?: Logger) {}

  /**
   * Runs a call of the store. Its errors become a ServiceError `unavailable` with that cause.
   *
   * @param kind undefined for removals, which a full store does and a read-only one does not.
   */
  async watch<Result>(kind: Kind | undefined, call: () => Promise<Result>): Promise<Result> {
    try {
      const result = await call();
      if (kind !== undefined) this.worked(kind);
      return result;
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      const unavailable = storeUnavailable(error);
      if (kind !== undefined && unavailable.reason !== undefined) this.failed(kind, error);
      throw unavailable;
    }
  }

  private worked(kind: Kind): void {
    const state = this.state[kind];
    state.isWatched = true;
    if (!state.isFailing) return;
    state.isFailing = false;
    this.logger?.info(LINES[kind].end);
  }

  private failed(kind: Kind, cause: unknown): void {
    const state = this.state[kind];
    const now = performance.now();
    if (!state.isWatched || state.isFailing || now - state.warnedAt < WARN_EVERY_MS) return;
    Object.assign(state, { isFailing: true, warnedAt: now });
    this.logger?.warn({ reason: reasonOf(cause) }, LINES[kind].begin);
  }
}
