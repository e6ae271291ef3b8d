/**
 * The throughput statistics of the service: what all its processes did, counted in Redis in slots of ten seconds, for a page that people
 * look at. It is no account of anything: what a dying process has not yet sent is missing.
 */
import type { ErrorCode } from '@toolpress/contract';

/** What is counted. A closed set, so that a slot stays small. */
export type ThroughputCounter = 'requests' | 'pdfs' | `error:${ErrorCode}`;

/** What is timed: a PDF request as its caller sees it, waiting for a worker, rendering. */
export const THROUGHPUT_TIMINGS = ['request', 'wait', 'render'] as const;
export type ThroughputTiming = (typeof THROUGHPUT_TIMINGS)[number];

export const SLOT_SECONDS = 10;
/** What the page shows, and some slots more. */
export const SHOWN_SECONDS = 3_600;
export const KEPT_SECONDS = SHOWN_SECONDS + 10 * SLOT_SECONDS;

/** The key of a slot is this and its number: seconds since 1970 by the clock of Redis, divided by the slot's length. */
export const SLOT_KEY = 'toolpress:throughput:';

/** Upper bounds of the buckets in which durations are counted, seconds. The last one is the longest deadline there is. */
export const BOUNDS: readonly number[] = [
  0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 7.5, 10,
  15, 20, 30, 45, 60, 90, 120, 180, 300,
];

/** @returns the bucket of a duration; what is longer than all goes into the last. */
export const boundOf = (seconds: number): number => BOUNDS.find((bound) => seconds <= bound) ?? LONGEST;

const LONGEST = Math.max(...BOUNDS);
