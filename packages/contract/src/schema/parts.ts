/** The optional parts of the service, which operators can switch off by `PARTS`. */

export const GATEWAY_PARTS = [
  'jobs',
  'webhooks',
  'buckets',
  'credentials',
  'studio',
  'mcp',
  'oauth',
  'gotenberg-forms',
  'sign-in',
] as const;
export type GatewayPart = (typeof GATEWAY_PARTS)[number];

export const WORKER_PARTS = ['paged', 'standards', 'accessibility', 'e-invoice', 'gotenberg-forms', 'jobs'] as const;
export type WorkerPart = (typeof WORKER_PARTS)[number];

/** All names of `PARTS`. Gateways and workers have their own halves of some parts. */
export const PARTS: readonly string[] = [...new Set([...GATEWAY_PARTS, ...WORKER_PARTS])];
