/**
 * Converts errors for the log: a fixed list of fields, and messages without quotations.
 *
 * Errors contain their subject: a Redis error its command with all arguments, a URL error the URL, an error of V8's
 * JSON parser the text around the fault. Any of it may be part of a customer's document.
 */

export interface LoggedError {
  /** The name of the error's class. */
  type: string;
  code?: string;
  /** Absent if the text is for a caller and may quote the request. */
  message?: string;
  /** The stack without the message, one call per line. */
  stack?: string;
  cause?: LoggedError;
}

/** The limit of nested causes. An error may be its own cause. */
const MAX_CAUSES = 5;
const MAX_MESSAGE = 1_000;
const MAX_FRAMES = 10;
/** The number of characters that are read of a message. */
const MAX_READ = 4_000;
/** The pattern of error codes. Any other text, such as input of a caller, is omitted. */
const CODE = /^[A-Za-z0-9_.-]{1,60}$/;
const FRAME = /^ {4}at (?:[\w$.<>#[\] ]+ \()?(?:file:\/\/|node:|\/|<anonymous>)[^\s()]*\)?$/;

/** Converts a thrown value for the log. */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const { cause } = error;
  const code = codeOf(error);
  const message = errorText(error);
  const stack = framesOf(error);
  return {
    type: error.constructor.name,
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    ...(stack === '' ? {} : { stack }),
    ...(cause === undefined || depth === MAX_CAUSES ? {} : { cause: loggedError(cause, depth + 1) }),
  };
}

/** Returns the reason in one line for the log: the message of the error or of its cause, else its code or class. */
export function reasonOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? withoutQuotes(error) : typeof error;
  // A connection that failed at each address of a name has no message.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  const own = errorText(error) || codeOf(error);
  if (own) return own;
  return error.cause === undefined || depth === MAX_CAUSES ? error.constructor.name : reasonOf(error.cause, depth + 1);
}

/** Returns the part of the message that may be logged, if any. */
function errorText(error: Error & { syscall?: unknown }): string | undefined {
  if (error.name === 'ServiceError' || error.name === 'ValidationError') return undefined; // their messages are for callers
  if (error instanceof SyntaxError) return `syntax error${/ at position \d+/.exec(error.message)?.[0] ?? ''}`;
  // Errors of system calls name our files and addresses. `outbound` rewrites errors of callers' targets.
  return typeof error.syscall === 'string' ? cut(error.message) : withoutQuotes(error.message);
}

function codeOf(error: Error & { code?: unknown }): string | undefined {
  return typeof error.code === 'string' && CODE.test(error.code) ? error.code : undefined;
}

/** Matches quoted text, which may be input. It may contain quotation marks itself, so it ends at the last one. */
const QUOTED = /(?:["`“«]|(?<![\p{L}\p{N}])['‘]).*(?:["`”»]|['’](?![\p{L}\p{N}]))/su;
const UNCLOSED = /(?:["`“«]|(?<![\p{L}\p{N}])['‘]).*/su;
const URLS = /(?:[a-z][a-z0-9+.-]*:\/\/|data:)\S*/gi;

const withoutQuotes = (message: string): string =>
  cut(message.slice(0, MAX_READ).replace(QUOTED, '…').replace(UNCLOSED, '…').replace(URLS, '(URL)'));

/** Shortens a message to one line. Removes file ids, which would give access to the files. */
const cut = (message: string): string =>
  message
    .slice(0, MAX_MESSAGE)
    .replace(/\s+/g, ' ')
    .replace(/[0-9a-z]{9}[0-9a-f]{32}/g, '(file)');

/** Returns the calls of the stack, which begins with the message. */
function framesOf({ stack = '', message }: Error): string {
  const begin = stack.indexOf(message);
  const calls = begin < 0 ? stack : stack.slice(begin + message.length);
  return calls
    .split('\n')
    .slice(-MAX_FRAMES)
    .filter((line) => FRAME.test(line))
    .join('\n');
}
