/**
 * The Model Context Protocol at `POST /mcp` (streamable HTTP, stateless). Each message is one request with its own token, so any gateway
 * can answer it. The protocol’s library is loaded with the first message.
 */
import { ServiceError } from '@toolpress/contract';
import type { Request, RequestHandler, Response } from 'express';
import { receiveJson } from '../api/body.js';
import { admitCaller } from '../api/caller-requests.js';
import type { CorsOrigins } from '../api/cors.js';
import type { Endpoint } from '../api/endpoint.js';
import { parseJson } from '../api/json.js';
import { LARGE_BYTES } from '../api/large-bodies.js';
import type { MountOptions } from '../api/mount.js';
import { note } from '../api/request-log.js';

export const MCP_PATH = '/mcp';

export interface McpOptions {
  endpoints: readonly Endpoint[];
  mounting: MountOptions;
  /** The public address without a trailing slash. */
  publicUrl: string;
  /** The origins whose pages may send messages, besides that of the service. */
  corsOrigins?: CorsOrigins | undefined;
  /** The version of the service. */
  version: string;
}

/** Returns the handler of messages. GET and DELETE have no handler and are answered 405: there are no streams and no sessions. */
export function mcpEndpoint(options: McpOptions): RequestHandler {
  const { endpoints, mounting, publicUrl, version } = options;
  let loading: Promise<ReturnType<typeof import('./server.js')['mcpServer']>> | undefined;
  return async (request: Request, response: Response) => {
    note(request, { endpoint: `POST ${MCP_PATH}` });
    checkOrigin(request, options);
    await admitCaller(request, response, mounting, mounting.concurrency, async (caller, context) => {
      const { memory, signal } = context;
      const bytes = await receiveJson(request, { limit: LARGE_BYTES, memory, signal });
      const message = parseJson(bytes ?? Buffer.alloc(0));
      if (Array.isArray(message))
        throw new ServiceError('invalid_parameter', 'Send one JSON-RPC message in a request, not a list of messages.');
      loading ??= import('./server.js').then(({ mcpServer }) =>
        mcpServer({ endpoints, calls: mounting, publicUrl, version }),
      );
      await (await loading)({ request, response, message, caller, context });
    });
  };
}

/**
 * Refuses messages from pages of other sites: a name of theirs may lead to this service (DNS rebinding). Programs send no `Origin`.
 *
 * @throws ServiceError `origin_forbidden`.
 */
function checkOrigin(request: Request, { publicUrl, corsOrigins = [] }: McpOptions): void {
  const origin = request.get('origin');
  if (origin === undefined || corsOrigins === '*' || corsOrigins.includes(origin)) return;
  if (publicUrl !== '' && origin === new URL(publicUrl).origin) return;
  throw new ServiceError(
    'origin_forbidden',
    'Pages of this origin may not call the service. The operator allows origins by `CORS_ORIGINS`.',
  );
}
