/** Makes lines of the services' logs readable on a terminal. */

/** By rising weight, as pino names them. */
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

/** Fields of every line, which say nothing new here. */
const COMMON = new Set(['level', 'time', 'service', 'pid', 'msg', 'err', 'hostname']);

/**
 * @param {string} service that wrote the line, in the words of the terminal
 * @param {string} line as the service wrote it: JSON of pino, or plain text
 * @param {string} least the lightest level to show: `warn`, `info`
 * @returns {string | undefined} one line without control characters; undefined when it is too light to be shown
 */
export function readableLine(service, line, least) {
  const entry = parse(line);
  if (entry === undefined) return line.trim() === '' ? undefined : `${service}: ${plain(line)}`;
  const level = String(entry['level']);
  if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return undefined;
  const details = Object.entries(entry)
    .filter(([name]) => !COMMON.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const error = /** @type {{ message?: unknown } | undefined} */ (entry['err']);
  if (error?.message !== undefined) details.unshift(`(${error.message})`);
  const time = String(entry['time'] ?? '').slice(11, 19);
  return plain([time, `${service}:`, level, entry['msg'], ...details].filter(Boolean).join(' '));
}

/** @param {string} line */
export const isLogEntry = (line) => line.startsWith('{');

/**
 * @param {string} line
 * @returns {Record<string, unknown> | undefined}
 */
function parse(line) {
  if (!isLogEntry(line)) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** @param {string} text a log may carry what strangers sent: it must not command the terminal */
function plain(text) {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
