import { createMetrics } from '@toolpress/runtime';
import { serviceOf } from './app.js';
import type { Endpoint } from './http/endpoint.js';
import { openApiDocument } from './http/openapi/document.js';
import { apiMarkdown } from './http/openapi/markdown.js';
import { version } from './version.js';

/** The text of `docs/api.md` as the code has it. */
export const currentApiMarkdown = (): string => apiMarkdown(openApiDocument(allEndpoints(), '', version));

/** Endpoints that are only described, never called: they need no parts. */
export function allEndpoints(): Endpoint[] {
  const none = undefined as never;
  return serviceOf({
    redis: none,
    revocations: { isSubscribed: () => false, onRevoked: () => undefined, close: () => undefined },
    charges: none,
    masterKeys: { current: Buffer.alloc(32), previous: [] },
    queue: none,
    store: none,
    storeGate: none,
    outbound: none,
    providerOutbound: none,
    providerUrl: 'https://provider.example',
    largeBodies: none,
    memory: none,
    metrics: createMetrics('gateway', version),
    watch: none,
    logger: none,
    tracing: none,
    adminToken: '',
    publicUrl: '',
    signedUrlTtl: 0,
    deadlineMs: 0,
    isStopping: () => false,
    version,
  }).endpoints;
}
