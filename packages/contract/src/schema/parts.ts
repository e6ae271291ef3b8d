/** The optional parts of the service, which operators can switch off by `PARTS`. */

export const GATEWAY_PARTS = ['jobs', 'webhooks', 'buckets', 'studio', 'mcp', 'gotenberg-forms', 'sign-in'] as const;
export type GatewayPart = (typeof GATEWAY_PARTS)[number];

/** All names of `PARTS`. */
export const PARTS: readonly string[] = GATEWAY_PARTS;
