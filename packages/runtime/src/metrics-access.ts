/** Who may read `/metrics`: everybody who reaches the port, or those with the token of `METRICS_TOKEN`. */
import { isIP } from 'node:net';
import { visibleToken } from './config.js';
import type { Logger } from './logger.js';
import { secretMatcher } from './secrets.js';

export const metricsOptional = {
  METRICS_TOKEN: visibleToken().description(
    'bearer token for `/metrics`, at least 24 visible characters; without it `/metrics` is open',
  ),
};

interface MetricsPort {
  port: number;
  host: string;
  token: string | undefined;
}

/**
 * Returns a function that says whether a request may read the metrics. Logs that everybody may, if that is so: a warning, unless only this
 * machine reaches the port.
 */
export function metricsAccess({ port, host, token }: MetricsPort, logger: Logger): (authorization?: string) => boolean {
  if (token === undefined) {
    const level = isLoopback(host) ? 'info' : 'warn';
    logger[level](
      { host, port },
      '/metrics is open to everybody who reaches this port; set METRICS_TOKEN, or block the path in front of it',
    );
    return () => true;
  }
  const isToken = secretMatcher(token);
  return (authorization = '') => isToken(/^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '');
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
