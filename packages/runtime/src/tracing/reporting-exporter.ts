import type { SpanExporter } from '@opentelemetry/sdk-trace-node';
import { reasonOf } from '../logged-error.js';
import type { Logger } from '../logger.js';

/** @returns the exporter, which says once when spans can't be delivered, and once when they can again. */
export function reportingExporter(exporter: SpanExporter, logger: Logger): SpanExporter {
  let away = false;
  const report = (problem: Error | undefined): void => {
    if (problem !== undefined && !away) logger.warn({ reason: reasonOf(problem) }, 'the collector of traces is away');
    else if (problem === undefined && away) logger.info('the collector of traces is back');
    away = problem !== undefined;
  };
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        // 0 is success in OpenTelemetry's words
        report(result.code === 0 ? undefined : (result.error ?? new Error('not delivered')));
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
