/** The Model Context Protocol: `/mcp`. */
import type { Part } from '../part.js';
import { MCP_PATH, mcpEndpoint } from './endpoint.js';

export const part: Part = (core) => ({
  corsPaths: [MCP_PATH],
  mount: (app, endpoints) => void app.post(MCP_PATH, mcpEndpoint({ ...core, endpoints })),
});
