/** How the record of an idempotency key is completed in the step that takes a job or a batch over: both are there, or neither. */

/** The Lua functions of scripts that complete a record. */
export const COMPLETES = ['release-input', 'complete-record'] as const;

/** Makes of an answer what the script is given to complete the record: keys, and the values of `complete-idempotency-key.lua`. */
export type KeyedAnswer = (answer: object) => { touched: string[]; values: (string | number)[] };

/** Without an idempotency key. */
export const NO_KEY: KeyedAnswer = () => ({ touched: [], values: ['', '', '', '', '', ''] });

/** Thrown when the record is complete already: another request under the key was taken over. */
export class DoneBefore extends Error {
  override readonly name = 'DoneBefore';
  /** @param fields of the record, as the script returns them. */
  constructor(readonly fields: string[]) {
    super('another request with the same idempotency key was taken over');
  }
}
