export { CALLS_WAITING, type QueueLimits } from './admission.js';
export { consume } from './consume.js';
export {
  type AssemblyContext,
  type AssemblyHandler,
  type ConsumeOptions,
  NotUnderstood,
  Postponed,
  type RenderConsumer,
  type RenderContext,
  type RenderHandler,
  type SentDocument,
  type SentFile,
} from './consume-options.js';
export {
  type Announcement,
  type AnnounceOptions,
  announceWorker,
  type Heartbeat,
  readWorkers,
  type WorkerSeen,
} from './heartbeats.js';
export { BLOCKING, BLOCKING_ASSEMBLY, DEADLY, DEADLY_ASSEMBLY } from './job-runner.js';
export { Payload, writePayload } from './payload.js';
export { PayloadOpener, PayloadSealer, rowKey } from './payload-secrets.js';
export { type QueueState, type QueueView, viewQueues } from './queue-view.js';
export { filesKey, UNCLAIMED_FILES, unclaimedFile } from './queues.js';
export { runScheduledJobs, type ScheduledJob, type ScheduledJobs } from './scheduled-jobs.js';
export { RenderQueue, type SubmitOptions } from './submit.js';
export { CLAIMED_WITHIN_SECONDS, noteFile, sweepUnclaimedFiles } from './unclaimed-files.js';
