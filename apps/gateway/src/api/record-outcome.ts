/** The outcome of a request or a job as an argument of `complete-record.lua`. */
import type { Completion } from './charging.js';

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
