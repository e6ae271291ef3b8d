/**
 * Structured logs, one JSON object a line on standard output.
 *
 * Levels: `fatal` the process ends; `error` a fault of the service that somebody should look at; `warn` a part is unavailable
 * or a setting is risky; `info` life of the process and one line a request; `debug` for development.
 * A healthy system logs no error. Bodies, templates, data and secrets are never handed to the logger; what errors carry of
 * them does not pass it.
 */
import { type Logger, pino } from 'pino';
import { loggedError, reasonOf } from './logged-error.js';

export type { Logger };

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Lines are written together, a system call for many instead of one for each; none waits longer than this. */
const FLUSH_MS = 50;
const BUFFERED_BYTES = 8 * 1024;

/** @param service the name that stands in every line: `gateway`, `worker`. */
export function createLogger(service: string, level: LogLevel): Logger {
  const output = pino.destination({ sync: false, minLength: BUFFERED_BYTES });
  if (level !== 'silent') setInterval(() => output.flush(), FLUSH_MS).unref();
  return pino(
    {
      level,
      base: { service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: withoutErrors },
      serializers: { err: (error: unknown) => error }, // `withoutErrors` has been by
      hooks: { logMethod: withText },
      // A second line of defence: nothing logs these on purpose.
      redact: {
        paths: ['authorization', 'cookie', 'token', 'secret', 'password'].flatMap((name) => [name, `*.${name}`]),
        censor: '[secret]',
      },
    },
    output,
  );
}

/** An error is logged in its closed form wherever it stands: left alone, JSON would have all that it carries. */
function withoutErrors(line: Record<string, unknown>): Record<string, unknown> {
  const errors = Object.entries(line).filter(([name, value]) => name === 'err' || value instanceof Error);
  return errors.length === 0
    ? line
    : { ...line, ...Object.fromEntries(errors.map(([name, error]) => [name, loggedError(error)])) };
}

/** A line without a text of its own would get the error's. */
function withText(this: Logger, args: Parameters<pino.LogFn>, method: pino.LogFn): void {
  const [first, ...rest] = args as unknown as [unknown, ...unknown[]];
  const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
  const text = rest.length > 0 || error === undefined ? rest : [reasonOf(error)];
  method.apply(this, [first, ...text] as unknown as Parameters<pino.LogFn>);
}
