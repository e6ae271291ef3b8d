/** What every app begins with. */
import { Shutdown } from './lifecycle.js';
import { createLogger, type Logger, type LogLevel } from './logger.js';
import { createMetrics } from './metrics.js';
import { startTracing, type Tracing } from './tracing/tracing.js';

export interface AppSurroundings {
  readonly logger: Logger;
  /** Begun by signals and by exceptions that nobody caught; what the app opens is added to it. */
  readonly shutdown: Shutdown;
  readonly tracing: Tracing;
  readonly metrics: ReturnType<typeof createMetrics>;
}

/**
 * Opens an app's log, its traces and its metrics, and has it end in order.
 *
 * @param service `gateway` or `worker`.
 * @param endLimitMs how long its end may take.
 */
export async function openApp(
  service: string,
  version: string,
  config: { LOG_LEVEL: LogLevel; OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined },
  endLimitMs: number,
): Promise<AppSurroundings> {
  const logger = createLogger(service, config.LOG_LEVEL);
  const shutdown = new Shutdown(logger, endLimitMs);
  shutdown.onSignals();
  shutdown.onUncaught();
  const tracing = await startTracing({ endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, service, version, logger });
  shutdown.add('tracing', () => tracing.close());
  return { logger, shutdown, tracing, metrics: createMetrics(service, version) };
}
