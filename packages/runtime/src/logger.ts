/**
 * Structured logs: one JSON object per line on standard output.
 *
 * Levels: `fatal`: the process ends; `error`: a fault of the service that needs attention; `warn`: a part is
 * unavailable or a setting is risky; `info`: start and stop, and one line per request; `debug`: for development. A
 * healthy system logs no errors. Bodies, templates, data and secrets are never passed to the logger, and are removed
 * from errors.
 */
import { type Logger, pino } from 'pino';
import { loggedError, reasonOf } from './logged-error.js';

export type { Logger };

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The maximum delay of a line in milliseconds. Lines are written together to save system calls. */
const FLUSH_MS = 50;
const BUFFERED_BYTES = 8 * 1024;

/** @param service the name in every line: `gateway`, `worker`. */
export function createLogger(service: string, level: LogLevel): Logger {
  const output = pino.destination({ sync: false, minLength: BUFFERED_BYTES });
  return pino(
    {
      level,
      base: { service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: withoutErrors },
      serializers: { err: (error: unknown) => error }, // `withoutErrors` has converted it
      hooks: { logMethod: withText, streamWrite: flushing(output) },
      // A second line of defense: these fields are never logged on purpose.
      redact: {
        paths: ['authorization', 'cookie', 'token', 'secret', 'password'].flatMap((name) => [name, `*.${name}`]),
        censor: '[secret]',
      },
    },
    output,
  );
}

/** Returns the function to call with each line. An idle process has no timer: flushing without lines is a system call, too. */
function flushing(output: ReturnType<typeof pino.destination>): (line: string) => string {
  let unwrittenBytes = 0;
  let isTimed = false;
  output.on('write', (bytes: number) => {
    unwrittenBytes -= bytes;
  });
  const flushSoon = (): void => {
    if (isTimed) return;
    isTimed = true;
    setTimeout(() => {
      isTimed = false;
      if (unwrittenBytes <= 0) return;
      output.flush();
      flushSoon(); // nothing is flushed while earlier lines are being written
    }, FLUSH_MS).unref();
  };
  return (line) => {
    unwrittenBytes += Buffer.byteLength(line);
    flushSoon();
    return line;
  };
}

/** Converts the errors in any field, because JSON would include all their properties. */
function withoutErrors(line: Record<string, unknown>): Record<string, unknown> {
  const errors = Object.entries(line).filter(([name, value]) => name === 'err' || value instanceof Error);
  return errors.length === 0
    ? line
    : { ...line, ...Object.fromEntries(errors.map(([name, error]) => [name, loggedError(error)])) };
}

/** Sets the text of lines that have an error but no text, because pino would use the error's message. */
function withText(this: Logger, args: Parameters<pino.LogFn>, method: pino.LogFn): void {
  const [first, ...rest] = args as unknown as [unknown, ...unknown[]];
  const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
  const text = rest.length > 0 || error === undefined ? rest : [reasonOf(error)];
  method.apply(this, [first, ...text] as unknown as Parameters<pino.LogFn>);
}
