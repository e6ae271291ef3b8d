/** Why a page was replaced: it had printed its share of documents, something went wrong in it, or memory had grown. */
export const RECYCLE_REASONS = ['jobs', 'fault', 'memory'] as const;
export type RecycleReason = (typeof RECYCLE_REASONS)[number];

/** What the browser tells about its life to those who count. */
export interface BrowserWatch {
  launched(): void;
  /** A browser that was launched is gone. */
  ended(): void;
  recycled(reason: RecycleReason): void;
}
