/** W3C Trace Context: the header that carries a span's identity from process to process. */
import { isSpanContextValid, type SpanContext } from '@opentelemetry/api';

const FORM = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;

/** @returns the span that a header names; undefined when it names none. Whoever sends it may be hostile. */
export function spanContextOf(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = FORM.exec(traceparent ?? '') ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(context) ? context : undefined;
}

export const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${(traceFlags & 1).toString().padStart(2, '0')}`;
