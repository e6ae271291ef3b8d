/** Completes the record of an idempotency key or a job, in the step that charges it or creates its job or batch. */

/** The record of an idempotency key or a job, completed in the same step as the charge. */
export interface Completion {
  key: string;
  /** The encrypted digest of the request under an idempotency key. */
  request: string;
  /** The outcome of a job, or the location of a request's result. A record with this field is complete. */
  place: string;
  value: string;
  lifeMs: number;
  /** The hour of the record's expiry, and its size in Redis in bytes. */
  endsIn: string;
  bytes: number;
  /** The only owner that may complete the record. Absent when any request may. */
  owner?: string;
  /** The row of a batch. Its record is a field of the hash `key`. */
  row?: CompletedRow;
}

export interface CompletedRow {
  field: string;
  /** The key of the batch, which counts the row. */
  batch: string;
  /** The key of the leases, and the row's member, which is released unless the batch must be completed. */
  leases: string;
  member: string;
}

/** The outcome of a request or a job as an argument of `complete-record.lua`. */
export interface RecordOutcome {
  request: string;
  place: string;
  value: string;
  life_ms: number;
  ends_in: string;
  bytes: number;
}

export const recordOutcome = ({ request, place, value, lifeMs, endsIn, bytes }: Completion): RecordOutcome => ({
  ...{ request, place, value, life_ms: Math.ceil(lifeMs), ends_in: endsIn, bytes },
});

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
