/** What becomes of an archive that could not be made: nothing of it is lost, as the rows' files are there, so it is tried longer than a document. */
import { ServiceError } from '@toolpress/contract';
import { MAX_ATTEMPTS, type Verdict, verdictOn } from './verdict.js';

/** How often an archive is begun with at most, when workers or gateways end under it: mostly for something else. */
export const MAX_ARCHIVE_ATTEMPTS = 10;
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** @param attempts how often it was begun with, this time included. */
export function archiveVerdictOn(error: unknown, attempts: number): Verdict {
  const first = verdictOn(error, 1);
  const code = error instanceof ServiceError ? error.code : undefined;
  if (!('again' in first)) return first;
  const most = code === 'deadline_exceeded' ? MAX_ATTEMPTS : MAX_ARCHIVE_ATTEMPTS;
  if (attempts >= most) return { fault: archiveLost(attempts).toData(), isServices: false };
  return { again: Math.min(PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS) };
}

export const archiveLost = (attempts: number): ServiceError =>
  new ServiceError(
    'internal',
    `The file of all rows was begun with ${attempts} times and not finished: workers ended over it, or it took too long. The rows’ own files are there. Call \`POST /api/batches/{id}/retry\` to have it made again; where that fails too, submit the rows in smaller batches.`,
  );
