/**
 * The Model Context Protocol at `POST /mcp` (streamable HTTP, stateless). Each message is one request with its own token, so any gateway
 * can answer it. The protocol’s library is loaded with the first message.
 */
import type { Request, RequestHandler, Response } from 'express';
import { receiveJson } from '../api/body.js';
import { admitCaller } from '../api/caller-requests.js';
import type { Endpoint } from '../api/endpoint.js';
import { LARGE_BYTES } from '../api/large-body-tasks.js';
import type { MountOptions } from '../api/mount.js';
import { note } from '../api/request-log.js';
import { checkOrigin, type KnownOrigins } from '../auth/same-origin.js';
import { readMessage } from './message.js';

export const MCP_PATH = '/mcp';

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
      loading ??= import('./server.js').then(({ mcpServer }) =>
        mcpServer({ endpoints, calls: mounting, publicUrl, version }),
      );
      const { outside, answer } = await loading;
      const owner = { account: caller.accountId, signal };
      const message = await readMessage(bytes, outside, mounting.largeBodies, owner);
      await answer({ ...message, request, response, caller, context });
    });
  };
}
