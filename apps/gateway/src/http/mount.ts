/** Turns endpoints into routes. The order is the same for all: who is it, what is sent, does it fit, then the handler. */
import { ServiceError, TOOLS, type ToolName, validate } from '@toolpress/contract';
import type { Request, Response, Router } from 'express';
import type { Caller, Tokens } from '../state/tokens.js';
import type { UsageCounters } from '../state/usage.js';
import { authenticateCaller, authenticateOperator } from './authenticate.js';
import type { Endpoint, Method, RequestContext } from './endpoint.js';
import { readJsonBody } from './json-body.js';
import { contextOf, note } from './request-log.js';
import { sendData } from './respond.js';

export interface MountOptions {
  adminToken: string;
  tokens: Tokens;
  usage: UsageCounters;
}

/** Mounts the endpoints, and on each of their paths an answer to all other methods. */
export function mount(router: Router, endpoints: readonly Endpoint[], options: MountOptions): void {
  const methodsByPath = new Map<string, Method[]>();
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), endpoint.method]);
    router[endpoint.method](path, async (request: Request, response: Response) => {
      note(request, { endpoint: `${endpoint.method.toUpperCase()} ${endpoint.path}` });
      await serve(endpoint, request, response, options);
    });
  }
  for (const [path, methods] of methodsByPath) {
    const allow = methods.map((method) => method.toUpperCase()).join(', ');
    router.all(path, () => {
      throw new ServiceError('method_not_allowed', `This path takes ${allow} only.`, { headers: { Allow: allow } });
    });
  }
}

async function serve(endpoint: Endpoint, request: Request, response: Response, options: MountOptions): Promise<void> {
  const context = contextOf(request);
  if (endpoint.access === 'open') {
    sendData(response, await endpoint.handle({ params: {}, query: {}, body: {} }, context));
  } else if (endpoint.access === 'operator') {
    authenticateOperator(request, options.adminToken);
    sendData(response, await endpoint.handle(await readInput(endpoint, request, response), context));
  } else {
    const caller = await authenticateCaller(request, options.tokens);
    note(request, { accountId: caller.accountId, tokenId: caller.tokenId });
    const input = await readInput(endpoint, request, response);
    const data = await endpoint.handle({ ...input, caller }, context);
    if (endpoint.tool !== undefined) charge(options.usage, caller, endpoint.tool, context);
    sendData(response, data, endpoint.tool);
  }
}

/**
 * Charges a success. The command is on its way to Redis before the answer is on its way to the caller, so a gateway that
 * dies charges what it has answered. The answer does not wait for Redis' reply: should Redis be lost in this moment, the
 * caller has a result that was not charged, never a charge without a result.
 */
function charge(usage: UsageCounters, { accountId }: Caller, tool: ToolName, { log }: RequestContext): void {
  const { actions } = TOOLS[tool];
  usage.charge(accountId, tool, actions).catch((error) => {
    log.warn({ err: error, accountId, tool, actions }, 'a success was not charged');
  });
}

async function readInput(endpoint: Exclude<Endpoint, { access: 'open' }>, request: Request, response: Response) {
  const { params, query, body } = endpoint;
  return {
    params: params && validate(params, request.params, 'path'),
    query: query && validate(query, request.query, 'query', { convert: true }),
    body: body && validate(body, await readJsonBody(request, response), 'body'),
  };
}
