/**
 * Jobs and batches as tasks: the extension `io.modelcontextprotocol/tasks` of the revision 2026-07-28. They are in Redis, so a task outlives
 * the gateway that began it.
 */
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type Batch, isErrorCode, type Job, shape, text } from '@toolpress/contract';
import type { CallerEndpoint, Endpoint } from '../api/endpoint.js';
import type { Calls } from './calls.js';
import { withNextStep } from './next-steps.js';
import { resultOf } from './results.js';
import type { McpTool, McpTools } from './tools.js';

export const TASKS = 'io.modelcontextprotocol/tasks';

type Work = Pick<Job, 'id' | 'created_at' | 'finished_at' | 'error'> & { status: Job['status'] | Batch['status'] };

type Members = Record<string, unknown>;

type CallersEndpoint = CallerEndpoint<unknown, unknown, unknown>;

/** The endpoints of jobs, or of batches. */
interface Kind {
  get: McpTool['endpoint'];
  /** Never deletes. */
  cancel: McpTool['endpoint'];
}

/** Returns what can be a task: the work that tools create, with the endpoints that read and cancel it. */
export function kindsOf(tools: McpTools, endpoints: readonly Endpoint[]): Kind[] {
  const at = (path: string, method: string) =>
    endpoints.find((one) => one.path === `${path}/{id}` && one.method === method) as CallersEndpoint | undefined;
  return [...tools.values()].filter(createsWork).flatMap(({ endpoint: { path } }) => {
    const [get, remove] = [at(path, 'get'), at(path, 'delete')];
    return get && remove?.cancel ? [{ get, cancel: { ...remove, handle: remove.cancel } }] : [];
  });
}

export const createsWork = ({ endpoint }: McpTool): boolean =>
  endpoint.tool === undefined && endpoint.locationOf !== undefined;

/** Returns whether the client takes a task instead of the result of a call. */
export function takesTasks({ mcpReq: { envelope } }: ServerContext): boolean {
  const meta = envelope as { [CLIENT_CAPABILITIES_META_KEY]?: { extensions?: Members } } | undefined;
  return meta?.[CLIENT_CAPABILITIES_META_KEY]?.extensions?.[TASKS] !== undefined;
}

/** The params of all methods of tasks. The others are not looked at. */
const Params = shape({ taskId: text().max(100) }).unknown();

/** The interval in milliseconds at which a client should ask. */
const POLL_EVERY_MS = 1_000;

export function serveTasks(server: Server, kinds: readonly Kind[], calls: Calls): void {
  const handle = (method: string, answer: (kind: Kind, params: { id: string }) => Promise<Members>): void =>
    server.setRequestHandler(method, { params: Params }, async ({ taskId: id }, context) => {
      if (!takesTasks(context))
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } });
      const kind = kinds.find(({ get: { params } }) => params?.validate({ id }).error === undefined);
      if (kind === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no task \`${id}\`.`);
      return answer(kind, { id });
    });
  handle('tasks/get', async ({ get }, params) => wholeTask(await calls.read(get, { params })));
  handle('tasks/cancel', async ({ cancel }, params) => {
    await calls.read(cancel, { params });
    return {};
  });
  // No task asks for input.
  handle('tasks/update', async ({ get }, params) => {
    await calls.read(get, { params });
    return {};
  });
}

/** Returns the answer to a call that created work. */
export const createdTask = (work: unknown): CallToolResult =>
  ({ resultType: 'task', ...taskOf(work as Work) }) as unknown as CallToolResult;

const STATUS: Readonly<Record<Work['status'], 'working' | 'completed' | 'cancelled'>> = {
  queued: 'working',
  working: 'working',
  assembling: 'working',
  done: 'completed',
  // The protocol's `failed` is for faults of the protocol.
  failed: 'completed',
  cancelled: 'cancelled',
};

const taskOf = ({ id, status, created_at: createdAt, finished_at: lastUpdatedAt = createdAt }: Work) => ({
  taskId: id,
  status: STATUS[status],
  statusMessage: status,
  ...{ createdAt, lastUpdatedAt },
  ttlMs: null,
  pollIntervalMs: POLL_EVERY_MS,
});

async function wholeTask(work: Work): Promise<Members> {
  const task = taskOf(work);
  if (task.status !== 'completed') return task;
  const { status, error } = work;
  if (status === 'failed' && error !== undefined) {
    const { code, message } = error;
    const known = isErrorCode(code) ? code : 'internal';
    const content = [{ type: 'text', text: withNextStep({ code: known, message, headers: {} }) }];
    return { ...task, result: { content, isError: true, _meta: { error: { code } } } };
  }
  return { ...task, result: await resultOf(work) };
}
