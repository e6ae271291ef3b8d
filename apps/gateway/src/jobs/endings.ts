/** The encrypted end of a job. */
import type { ErrorData, Json } from '@toolpress/contract';
import { type SecretBox, SecretUnreadable } from '../shared/secret-box.js';

export interface Ending {
  /** The time of the end, ISO 8601. Absent for a row, and when the record can't be decrypted. */
  at?: string;
  result?: Json;
  error?: ErrorData;
}

/** The status is not encrypted, so it can be read even when the master key is lost. @param context see `RecordPlace`. */
export function endingOf(box: SecretBox, value: string, context: string): Ending {
  try {
    return JSON.parse(box.open(value, context).toString()) as Ending;
  } catch (error) {
    if (error instanceof SecretUnreadable) return { error: unreadable('The result of the job') };
    throw error;
  }
}

/** Returns the error for data whose master key the operator no longer configures. */
export const unreadable = (what: string): ErrorData => ({
  code: 'internal',
  message: `${what} can’t be decrypted: its encryption key was removed. Submit the document again if you need it.`,
});
