/** The common start of both apps. */
import { Shutdown } from './lifecycle.js';
import { createLogger, type Logger, type LogLevel } from './logger.js';
import { createMetrics } from './metrics.js';
import { startTracing, type Tracing } from './tracing/tracing.js';

export interface AppSurroundings {
  readonly logger: Logger;
  /** Runs on signals and uncaught exceptions. The app adds the resources that it opens. */
  readonly shutdown: Shutdown;
  readonly tracing: Tracing;
  readonly metrics: ReturnType<typeof createMetrics>;
}

/**
 * Opens an app's log, traces and metrics, and installs its shutdown.
 *
 * @param service `gateway` or `worker`.
 * @param endLimitMs the time limit of the shutdown, in milliseconds.
 */
export async function openApp(
  service: string,
  version: string,
  config: {
    LOG_LEVEL: LogLevel;
    OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
    OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  },
  endLimitMs: number,
): Promise<AppSurroundings> {
  const logger = createLogger(service, config.LOG_LEVEL);
  const shutdown = new Shutdown(logger, endLimitMs);
  shutdown.onSignals();
  shutdown.onUncaught();
  const tracing = await startTracing({
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    service,
    version,
    logger,
  });
  shutdown.add('tracing', () => tracing.close());
  return { logger, shutdown, tracing, metrics: createMetrics(service, version) };
}
