/** Jobs over HTTP. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Job,
  JobId,
  JobListQuery,
  JobQuery,
  JobRequest,
  type JobTool,
  type PdfRequest,
  pageOf,
  ServiceError,
  shape,
} from '@toolpress/contract';
import type { StoredFile } from '../accounts/billing/charges.js';
import type { Files } from '../accounts/files/files.js';
import type { Caller } from '../auth/tokens.js';
import { type Endpoint, forCaller, type RequestContext } from '../http/endpoint.js';
import { EventStream } from '../http/events.js';
import type { MountOptions } from '../http/mount.js';
import { type JobTools, presentedBy } from './job-tools.js';
import type { Jobs } from './jobs.js';
import { isOver, type Progress } from './progress.js';

export interface JobParts {
  jobs: Jobs;
  tools: JobTools;
  files: Files;
  progress: Progress;
}

/** How often it is looked whether a job is over that somebody waits for. */
const LOOK_EVERY_MS = 200;

const IdInPath = shape({ id: JobId });

export function jobEndpoints(parts: JobParts): Endpoint[] {
  const { jobs, files, progress } = parts;
  const found = async (caller: Caller, id: string, context: RequestContext): Promise<Job> => {
    const job = await jobs.find(caller.accountId, id, presentedBy(parts.tools, context));
    if (job === undefined) throw unknown(id);
    return job;
  };
  return [
    forCaller({
      method: 'post',
      path: '/api/jobs',
      id: 'submitJob',
      summary: 'Submits a PDF that nobody waits for; it is charged when it is done',
      body: JobRequest,
      answer: Job,
      locationOf,
      errors: ['queue_full'],
      handle: ({ body, caller }, { keyed }) => jobs.submit(caller, body, keyed),
    }),
    forCaller({
      method: 'get',
      path: '/api/jobs/{id}',
      id: 'getJob',
      summary: 'One job, with its result when it is done',
      params: IdInPath,
      query: JobQuery,
      answer: Job,
      errors: ['job_unknown'],
      handle: ({ params, query, caller }, context) =>
        untilOver(() => found(caller, params.id, context), query, context.signal),
    }),
    forCaller({
      method: 'get',
      path: '/api/jobs/{id}/events',
      id: 'watchJob',
      summary: 'One job as server-sent events: `progress` when its status changes, `end` when it is over',
      params: IdInPath,
      answer: Job,
      isEventStream: true,
      errors: ['job_unknown', 'overloaded'],
      async handle({ params: { id }, caller }, context) {
        const look = () => found(caller, id, context);
        await look();
        return new EventStream(progress.of(`${caller.accountId}/${id}`, look, context.signal));
      },
    }),
    forCaller({
      method: 'get',
      path: '/api/jobs',
      id: 'listJobs',
      summary: 'The jobs of the account, in the order in which they were submitted',
      query: JobListQuery,
      answer: pageOf(Job),
      handle: ({ query, caller }, context) => jobs.list(caller.accountId, query, presentedBy(parts.tools, context)),
    }),
    forCaller({
      method: 'delete',
      path: '/api/jobs/{id}',
      id: 'deleteJob',
      summary: 'Cancels a job that is not over; deletes one that is, with its file',
      params: IdInPath,
      answer: Job,
      errors: ['job_unknown'],
      async handle({ params: { id }, caller }, context) {
        const { accountId } = caller;
        const job = await found(caller, id, context);
        if (!isOver(job) && (await jobs.cancel(accountId, id))) return found(caller, id, context);
        let file: StoredFile | undefined;
        const over = await jobs.find(accountId, id, async (result, tool) => {
          file = parts.tools.get(tool)?.fileOf?.(result);
          return presentedBy(parts.tools, context)(result, tool);
        });
        if (file !== undefined) await files.remove(accountId, file.id).catch(unlessGone);
        await jobs.remove(accountId, id);
        return over ?? job;
      },
    }),
  ];
}

/** Looks at something until it is over, or has been waited for as long as was asked. */
export async function untilOver<Work extends { finished_at?: string; error?: unknown }>(
  look: () => Promise<Work>,
  { wait = 0 }: JobQuery,
  signal: AbortSignal,
): Promise<Work> {
  const until = Date.now() + wait * 1_000;
  for (;;) {
    const work = await look();
    if (isOver(work) || Date.now() >= until) return work;
    await sleep(Math.min(LOOK_EVERY_MS, Math.max(0, until - Date.now())), undefined, { signal });
  }
}

/** The endpoint of a tool, where its caller prefers not to wait. */
export const deferred =
  (jobs: Jobs): MountOptions['defer'] =>
  ({ method, path, id, summary, answer, tool }) => ({
    ...{ access: 'caller', method, path, id, summary, answer, locationOf },
    handle: ({ body, caller }, { keyed }) =>
      jobs.submit(caller, { tool: tool as JobTool, input: body as PdfRequest }, keyed),
  });

const locationOf = (job: unknown): string => `/api/jobs/${(job as Job).id}`;

function unlessGone(error: unknown): void {
  if (!(error instanceof ServiceError && error.status < 500)) throw error;
}

const unknown = (id: string): ServiceError => new ServiceError('job_unknown', `The account has no job \`${id}\`.`);
