/** Completes the record of an idempotency key atomically with the creation of a job or a batch. */
import type { RecordOutcome } from './record-outcome.js';

/** The Lua files that scripts need to complete a record. */
export const COMPLETES = ['api/release-input', 'api/complete-record'] as const;

/** Returns the keys and the outcome with which a script completes the record. */
export type KeyedAnswer = (answer: object) => { touched: string[]; record?: RecordOutcome };

/** The value for requests without an idempotency key. */
export const NO_KEY: KeyedAnswer = () => ({ touched: [] });

/** Thrown when another request has already completed the record. */
export class DoneBefore extends Error {
  override readonly name = 'DoneBefore';
  /** @param fields the fields of the record, as the script returns them. */
  constructor(readonly fields: string[]) {
    super('another request with the same idempotency key was accepted');
  }
}
