/** The handlers and options that a worker passes to `consume`. */
import type { AssemblyJob, RenderReply, StoredFont } from '@toolpress/contract';
import type { Logger } from '@toolpress/runtime';

/** A handler throws this to move its job to the slow queue. It does not count as a failure. */
export class Postponed extends Error {
  override readonly name = 'Postponed';
  constructor() {
    super('the job is moved to the slow queue');
  }
}

/**
 * A job of a newer protocol, or in a format that this version does not know. A handler throws it with the reason, for
 * the log. Redis stores only a fixed text, because the reason may quote the document.
 */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
}

export interface RenderContext {
  /** How long the caller still waits, in milliseconds. */
  remainingMs: number;
  /** How long the job has waited for a worker, in milliseconds, earlier attempts included. */
  waitedMs: number;
  /** 1 for the first attempt; more after failures. */
  attempt: number;
  /** Whether a worker tries the job again when the handler throws. */
  mayBeRepeated: boolean;
  /** The account of the document. */
  accountId: string;
  /** The account's own fonts. */
  fonts: readonly StoredFont[];
  /** Whether the handler may throw `Postponed`, because the job is not in the slow queue yet. */
  mayBePostponed: boolean;
  /** Whether it is a background document, which is rendered after all others. */
  isBackground?: boolean;
  /** Aborted when the caller has gone. Only for a document that stops then. */
  signal?: AbortSignal;
  /** Aborted when this worker ends, so that a job that only waits is given to another worker. */
  closing: AbortSignal;
  /** The id of a file that is already recorded, see `ConsumeOptions.newFileId`. */
  fileId?: string;
  /**
   * Must be awaited before a file with another id is stored. If a process dies later, a sweep deletes the file unless
   * an account has claimed it.
   */
  noteFile(fileId: string): Promise<void>;
  /** Sends the file to the gateway, which answers with it when the reply says that it is stored. Absent when the gateway does not need it. */
  sendFile?(file: SentFile): void;
  /** The logger of the job, with the ids of job and request in every line. */
  log: Logger;
}

/** A file that the gateway receives while it is stored. */
export interface SentFile {
  id: string;
  bytes: Buffer;
}

/** A job as it was sent, which only the thread that renders it reads. */
export interface SentDocument {
  /** The `RenderJob` as JSON. */
  readonly content: string;
  readonly requestId: string;
  /** The parent span in W3C Trace Context format. */
  readonly traceparent?: string;
}

/**
 * Renders one job. A caller's mistake is returned as data. An exception means an infrastructure failure: any worker
 * retries the job, unless it is `NotUnderstood`.
 */
export type RenderHandler = (document: SentDocument, context: RenderContext) => Promise<RenderReply>;

export interface AssemblyContext {
  /** 1 for the first attempt; more after failures. */
  attempt: number;
  accountId: string;
  /** See `RenderContext`. */
  noteFile(fileId: string): Promise<void>;
  log: Logger;
  /** Aborted when no gateway waits for the file any longer, or this worker ends and another takes the job. */
  signal: AbortSignal;
}

/** Combines the files of a batch. See `RenderHandler` for results and exceptions. */
export type AssemblyHandler = (job: AssemblyJob, context: AssemblyContext) => Promise<RenderReply>;

export interface RenderConsumer {
  /**
   * Takes no new job, waits for active jobs, and disconnects. If Redis does not accept the last results within three
   * seconds, another worker renders those documents again.
   */
  close(): Promise<void>;
  /** Says whether Redis answers. */
  isConnected(): boolean;
  /** Returns the jobs of a dead worker to their queues. @throws the error of Redis. */
  returnJobsOf(workerId: string): Promise<void>;
}

export interface ConsumeOptions {
  /** The time in milliseconds after which a closing worker gives its jobs to others. Absent: it waits for all. */
  endsWithinMs?: number;
  /** The id of this worker. Other workers use it to find the jobs of a dead worker. */
  id?: string;
  /** The number of jobs that this process runs concurrently. */
  concurrency: number;
  /** The number of additional jobs of the slow queue; default: `concurrency`. */
  slowConcurrency?: number;
  /** Says whether an account's documents are currently slow, so that its jobs are moved to the slow queue. */
  slowAccounts?: { has(accountId: string): boolean };
  /** Combines files, one job at a time. Without it, this process takes no such jobs. */
  assemble?: AssemblyHandler;
  logger: Logger;
  /** How long a connected worker may be silent before it loses its jobs, in milliseconds. */
  lockMs?: number;
  /** Returns the id of the file that most jobs store. It is recorded as unclaimed when a job is taken. */
  newFileId?: () => string;
  /** Deletes an unused file: another worker has taken the job, or the caller has gone. */
  discard?: (fileId: string) => Promise<void>;
}
