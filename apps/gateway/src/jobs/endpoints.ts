/** The endpoints of jobs. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  anyOf,
  type ErrorCode,
  JOB_TOOLS,
  Job,
  JobId,
  JobListQuery,
  JobQuery,
  JobRequest,
  type JobTool,
  pageOf,
  ServiceError,
  shape,
} from '@toolpress/contract';
import type Joi from 'joi';
import type { Files } from '../accounts/files/files.js';
import type { StoredFile } from '../api/charging.js';
import { type Endpoint, type ForAgents, forCaller, type RequestContext } from '../api/endpoint.js';
import { EventStream } from '../api/events.js';
import type { MountOptions } from '../api/mount.js';
import { toolScopes } from '../api/scopes.js';
import type { Caller } from '../auth/callers.js';
import { type JobTools, presentedBy } from './job-tools.js';
import type { Jobs } from './jobs.js';
import { isOver, type Progress } from './progress.js';

export interface JobParts {
  jobs: Jobs;
  tools: JobTools;
  files: Files;
  progress: Progress;
}

/** The interval in milliseconds at which a request with `wait` checks whether its job has ended. */
const POLL_EVERY_MS = 200;

const IdInPath = shape({ id: JobId });

const CREATE_JOB: ForAgents = {
  name: 'create_job',
  title: 'Create a PDF job',
  lines: [
    'Prints a PDF in the background and answers the job’s id immediately. Costs 3 actions for each begun 50 pages when it is done.',
    `\`tool\` is ${anyOf(JOB_TOOLS)}, and \`input\` has the arguments of that tool.`,
    'Use it for long documents; then call get_job with the `id` and `wait`.',
  ],
  hints: { destructiveHint: false },
};

const GET_JOB: ForAgents = {
  name: 'get_job',
  title: 'Get a PDF job',
  lines: [
    'Returns a job: `queued`, `working`, `done` with `result`, `failed` with `error`, or `cancelled`. Free.',
    '`wait` holds the call for up to 60 seconds until the job ends.',
    'Download the PDF from `result.download_url`.',
  ],
  hints: { readOnlyHint: true },
};

const CANCEL_JOB: ForAgents = {
  name: 'cancel_job',
  title: 'Cancel a PDF job',
  lines: [
    'Cancels a job that has not ended. Free.',
    'A job that has ended is deleted together with its PDF.',
    'Returns the job’s last state.',
  ],
  hints: { idempotentHint: true },
};

export function jobEndpoints(parts: JobParts): Endpoint[] {
  return [
    forCaller({
      method: 'post',
      path: '/api/jobs',
      id: 'submitJob',
      audit: 'work',
      summary: 'Submits an asynchronous PDF job; it is charged when it is done',
      scopes: ({ tool, input }) => toolScopes(parts.tools.get(tool) ?? { tool }, input),
      agents: CREATE_JOB,
      body: JobRequest,
      answer: Job,
      locationOf,
      errors: ['connection_unknown', 'variable_unknown', 'queue_full'],
      async handle({ body, caller }, context) {
        await parts.tools.get(body.tool)?.check?.({ body: body.input, caller }, context);
        return parts.jobs.submit(caller, body, context.keyed);
      },
    }),
    ...watchEndpoints({
      ...{ name: 'Job', path: '/api/jobs/{id}', params: IdInPath, answer: Job, unknown: 'job_unknown' },
      get: 'One job, with its result when it is done',
      agents: GET_JOB,
      watch: 'A job as server-sent events: `progress` when its status changes, `end` when it ends',
      ...{ find: (caller, id, context) => found(parts, caller, id, context), progress: parts.progress },
    }),
    forCaller({
      method: 'get',
      path: '/api/jobs',
      id: 'listJobs',
      summary: 'The jobs of the account, in order of submission',
      query: JobListQuery,
      answer: pageOf(Job),
      handle: ({ query, caller }, context) =>
        parts.jobs.list(caller.accountId, query, presentedBy(parts.tools, context)),
    }),
    forCaller({
      method: 'delete',
      path: '/api/jobs/{id}',
      id: 'deleteJob',
      audit: 'work',
      summary: 'Cancels an open job, or deletes a finished one with its file',
      agents: CANCEL_JOB,
      params: IdInPath,
      answer: Job,
      errors: ['job_unknown'],
      handle: ({ params: { id }, caller }, context) => deleted(parts, caller, id, context),
      cancel: ({ params: { id }, caller }, context) => cancelled(parts, caller, id, context),
    }),
  ];
}

async function found({ jobs, tools }: JobParts, caller: Caller, id: string, context: RequestContext): Promise<Job> {
  const job = await jobs.find(caller.accountId, id, presentedBy(tools, context));
  if (job === undefined) throw unknown(id);
  return job;
}

/** Cancels an open job. Returns its last state, as of a job that has ended. */
async function cancelled(parts: JobParts, caller: Caller, id: string, context: RequestContext): Promise<Job> {
  await parts.jobs.cancel(caller.accountId, id);
  return found(parts, caller, id, context);
}

/** Cancels an open job, or deletes a finished one. Returns its last state. */
async function deleted(parts: JobParts, caller: Caller, id: string, context: RequestContext): Promise<Job> {
  const { jobs, tools, files } = parts;
  const { accountId } = caller;
  const job = await found(parts, caller, id, context);
  if (!isOver(job) && (await jobs.cancel(accountId, id))) return found(parts, caller, id, context);
  let file: StoredFile | undefined;
  const over = await jobs.find(accountId, id, async (result, tool) => {
    file = tools.get(tool)?.fileOf?.(result);
    return presentedBy(tools, context)(result, tool);
  });
  if (file !== undefined) await files.remove(accountId, file.id).catch(unlessGone);
  await jobs.remove(accountId, id);
  return over ?? job;
}

interface Watched<Work> {
  name: 'Job' | 'Batch';
  path: `/${string}`;
  params: Joi.ObjectSchema<{ id: string }>;
  answer: Joi.AnySchema;
  unknown: ErrorCode;
  /** The summaries of the endpoints. */
  get: string;
  watch: string;
  agents?: ForAgents;
  /** @throws ServiceError `unknown`. */
  find(caller: Caller, id: string, context: RequestContext): Promise<Work>;
  progress: Progress;
}

/** Returns the two endpoints that show one job or batch: as an answer, which can wait for its end, and as events. */
export function watchEndpoints<Work extends { finished_at?: string; error?: unknown }>({
  name,
  path,
  params,
  answer,
  unknown: code,
  get,
  watch,
  agents,
  find,
  progress,
}: Watched<Work>): Endpoint[] {
  return [
    forCaller({
      method: 'get',
      path,
      id: `get${name}`,
      summary: get,
      ...(agents && { agents }),
      params,
      query: JobQuery,
      answer,
      errors: [code],
      handle: ({ params: { id }, query, caller }, context) =>
        untilOver(() => find(caller, id, context), query, context.signal),
    }),
    forCaller({
      method: 'get',
      path: `${path}/events`,
      id: `watch${name}`,
      summary: watch,
      params,
      answer,
      isEventStream: true,
      errors: [code, 'overloaded'],
      async handle({ params: { id }, caller }, context) {
        const look = () => find(caller, id, context);
        await look();
        return new EventStream(progress.of(`${caller.accountId}/${id}`, look, context.signal));
      },
    }),
  ];
}

/** Returns a job or batch when it has ended, or after `wait` seconds. */
async function untilOver<Work extends { finished_at?: string; error?: unknown }>(
  look: () => Promise<Work>,
  { wait = 0 }: JobQuery,
  signal: AbortSignal,
): Promise<Work> {
  const until = Date.now() + wait * 1_000;
  for (;;) {
    const work = await look();
    if (isOver(work) || Date.now() >= until) return work;
    await sleep(Math.min(POLL_EVERY_MS, Math.max(0, until - Date.now())), undefined, { signal });
  }
}

/** Returns the asynchronous variant of a tool's endpoint, for callers that send `Prefer: respond-async`. */
export const deferred =
  (jobs: Jobs): MountOptions['defer'] =>
  (endpoint) => {
    const { method, path, id, summary, answer, tool, check } = endpoint;
    return {
      ...{ access: 'caller', method, path, id, summary, answer, locationOf },
      scopes: (body) => toolScopes(endpoint, body),
      async handle({ body, caller }, context) {
        await check?.({ body, caller }, context);
        return jobs.submit(caller, { tool: tool as JobTool, input: body as JobRequest['input'] }, context.keyed);
      },
    };
  };

const locationOf = (job: unknown): string => `/api/jobs/${(job as Job).id}`;

function unlessGone(error: unknown): void {
  if (!(error instanceof ServiceError && error.status < 500)) throw error;
}

const unknown = (id: string): ServiceError => new ServiceError('job_unknown', `The account has no job \`${id}\`.`);
