/** Creates the routes of endpoints. Which way a request takes is decided here, once for each endpoint: open, of the operator, of a caller. */
import type { Router } from 'express';
import { type AuditParts, audited } from './audit/audited.js';
import {
  type CallerRequests,
  callerHandler,
  contextIn,
  type Handler,
  readInput,
  sendAnswer,
  untilAnswered,
} from './caller-requests.js';
import type { Endpoint, OpenEndpoint, OperatorEndpoint } from './endpoint.js';
import { createOnce, IDEMPOTENCY_KEY, idempotencyKeyOf } from './keyed-calls.js';
import { note } from './request-log.js';
import { sendData } from './respond.js';

export interface MountOptions extends CallerRequests, AuditParts {}

/** The name that the memory of the operator's requests counts for. */
const OPERATOR = 'operator';

export function mount(router: Router, endpoints: readonly Endpoint[], options: MountOptions): void {
  for (const endpoint of endpoints) {
    const isAudited = 'audit' in endpoint && typeof endpoint.audit === 'object';
    const handler: Handler = isAudited
      ? (request, response) => handlerOf(audited(endpoint, request, options), options)(request, response)
      : handlerOf(endpoint, options);
    const paths = [endpoint.path, ...(endpoint.alias === undefined ? [] : [endpoint.alias])];
    router[endpoint.method](paths.map(routeOf), handler);
  }
}

const routeOf = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

function handlerOf(endpoint: Endpoint, options: MountOptions): Handler {
  const name = `${endpoint.method.toUpperCase()} ${endpoint.path}`;
  if (endpoint.access === 'caller') return callerHandler(endpoint, name, options);
  return endpoint.access === 'operator'
    ? operatorHandler(endpoint, name, options)
    : openHandler(endpoint, name, options);
}

const openHandler =
  ({ handle }: OpenEndpoint, name: string, { memory }: MountOptions): Handler =>
  async (request, response) => {
    note(request, { endpoint: name });
    const context = contextIn(request, memory.share(OPERATOR));
    await sendData(response, await handle({ params: {}, query: {}, body: {} }, context));
  };

const operatorHandler =
  (endpoint: OperatorEndpoint<unknown, unknown, unknown>, name: string, options: MountOptions): Handler =>
  async (request, response) => {
    note(request, { endpoint: name });
    await options.operator.authenticate(request, options.callers);
    const context = contextIn(request, options.memory.share(OPERATOR));
    await untilAnswered(response, context, async () => {
      const input = await readInput(endpoint, request, options, context);
      const key = endpoint.method === 'post' ? request.get(IDEMPOTENCY_KEY) : undefined;
      const answer =
        key === undefined
          ? { data: await endpoint.handle(input, context), isReplay: false }
          : await createOnce(options, endpoint, input, idempotencyKeyOf(key), context);
      await sendAnswer(response, answer);
    });
  };
