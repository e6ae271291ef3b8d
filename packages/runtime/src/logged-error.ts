/**
 * Errors as the log may have them: a closed list of fields, and of messages only what quotes nobody.
 *
 * Errors carry what they were about: a Redis error its command with all arguments, an error of a URL the URL, one of V8's
 * JSON parser the text around the fault. Any of it may be a customer's document.
 */

export interface LoggedError {
  /** The class. */
  type: string;
  code?: string;
  /** Absent where the whole text is meant for a caller, and may quote him. */
  message?: string;
  /** Where it was thrown: a call a line, without the message. */
  stack?: string;
  cause?: LoggedError;
}

/** An error may be its own cause. */
const MAX_CAUSES = 5;
const MAX_MESSAGE = 1_000;
const MAX_FRAMES = 10;
/** Of longer ones no more is looked at. */
const MAX_READ = 4_000;
/** No error of a library has a longer one; what is no code, such as a text of a caller's, is left out. */
const CODE = /^[A-Za-z0-9_.-]{1,60}$/;
const FRAME = /^ {4}at (?:[\w$.<>#[\] ]+ \()?(?:file:\/\/|node:|\/|<anonymous>)[^\s()]*\)?$/;

/** @param error whatever was thrown. */
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

/** @returns the reason in one line, for logs: the message of the error or of its cause, else its code or class. */
export function reasonOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? withoutQuotes(error) : typeof error;
  // A connection that failed at each address of its name has no text of its own.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  const own = errorText(error) || codeOf(error);
  if (own) return own;
  return error.cause === undefined || depth === MAX_CAUSES ? error.constructor.name : reasonOf(error.cause, depth + 1);
}

/** @returns what of the message may be logged; undefined when nothing may. */
function errorText(error: Error & { syscall?: unknown }): string | undefined {
  if (error.name === 'ServiceError' || error.name === 'ValidationError') return undefined; // written for callers
  if (error instanceof SyntaxError) return `syntax error${/ at position \d+/.exec(error.message)?.[0] ?? ''}`;
  // Errors of system calls name files and addresses, which are ours: callers' targets are put in other words by `outbound`.
  return typeof error.syscall === 'string' ? cut(error.message) : withoutQuotes(error.message);
}

function codeOf(error: Error & { code?: unknown }): string | undefined {
  return typeof error.code === 'string' && CODE.test(error.code) ? error.code : undefined;
}

/** What stands between marks of quotation is anybody's, and may hold such marks itself: it ends with the last of them. */
const QUOTED = /(?:["`“«]|(?<![\p{L}\p{N}])['‘]).*(?:["`”»]|['’](?![\p{L}\p{N}]))/su;
const UNCLOSED = /(?:["`“«]|(?<![\p{L}\p{N}])['‘]).*/su;
const URLS = /(?:[a-z][a-z0-9+.-]*:\/\/|data:)\S*/gi;

const withoutQuotes = (message: string): string =>
  cut(message.slice(0, MAX_READ).replace(QUOTED, '…').replace(UNCLOSED, '…').replace(URLS, '(URL)'));

/** In one line. Ids of files are as good as the file. */
const cut = (message: string): string =>
  message
    .slice(0, MAX_MESSAGE)
    .replace(/\s+/g, ' ')
    .replace(/[0-9a-z]{9}[0-9a-f]{32}/g, '(file)');

/** A stack begins with the message, of any number of lines. */
function framesOf({ stack = '', message }: Error): string {
  const begin = stack.indexOf(message);
  const calls = begin < 0 ? stack : stack.slice(begin + message.length);
  return calls
    .split('\n')
    .slice(-MAX_FRAMES)
    .filter((line) => FRAME.test(line))
    .join('\n');
}
