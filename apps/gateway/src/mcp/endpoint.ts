/**
 * The Model Context Protocol at `POST /mcp` (streamable HTTP, stateless). Each message is one request with its own token, so any gateway
 * can answer it. The protocol’s library is loaded with the first message.
 */
import { isDeeperThan, ServiceError } from '@toolpress/contract';
import type { Request, RequestHandler, Response } from 'express';
import { receiveJson } from '../api/body.js';
import { admitCaller } from '../api/caller-requests.js';
import type { Endpoint } from '../api/endpoint.js';
import { countJson, parseJson } from '../api/json.js';
import { isLarge, LARGE_BYTES } from '../api/large-bodies.js';
import type { MountOptions } from '../api/mount.js';
import { note } from '../api/request-log.js';
import { checkOrigin, type KnownOrigins } from '../auth/same-origin.js';

export const MCP_PATH = '/mcp';

/** The deepest nesting of a message. Fields have lower limits of their own; the protocol’s library overflows the stack at some thousand levels. */
const MAX_MESSAGE_DEPTH = 1_000;

export interface McpOptions extends KnownOrigins {
  endpoints: readonly Endpoint[];
  mounting: MountOptions;
  /** The version of the service. */
  version: string;
}

/** Returns the handler of messages. GET and DELETE have no handler and are answered 405: there are no streams and no sessions. */
export function mcpEndpoint(options: McpOptions): RequestHandler {
  const { endpoints, mounting, publicUrl, version } = options;
  let loading: Promise<ReturnType<typeof import('./server.js')['mcpServer']>> | undefined;
  return async (request: Request, response: Response) => {
    note(request, { endpoint: `POST ${MCP_PATH}` });
    checkOrigin(request, options); // a name of another site may lead to this service (DNS rebinding)
    await admitCaller(request, response, mounting, mounting.concurrency, async (caller, context) => {
      const { memory, signal } = context;
      const bytes = (await receiveJson(request, { limit: LARGE_BYTES, memory, signal })) ?? Buffer.alloc(0);
      const counts = countJson(bytes);
      const message = parseJson(bytes, counts);
      if (Array.isArray(message))
        throw new ServiceError('invalid_parameter', 'Send one JSON-RPC message in a request, not a list of messages.');
      if (typeof message === 'object' && message !== null && isDeeperThan(MAX_MESSAGE_DEPTH, message))
        throw new ServiceError(
          'invalid_parameter',
          `The message must be nested at most ${MAX_MESSAGE_DEPTH.toLocaleString('en')} levels deep.`,
        );
      loading ??= import('./server.js').then(({ mcpServer }) =>
        mcpServer({ endpoints, calls: mounting, publicUrl, version }),
      );
      await (await loading)({ request, response, message, isLarge: isLarge(bytes, counts), caller, context });
    });
  };
}
