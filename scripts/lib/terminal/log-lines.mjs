/** Formats log lines of the services for the terminal. */

/** pino's levels in ascending order. */
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

/** @param {string} line */
export const isLogEntry = (line) => line.startsWith('{');

/**
 * @param {string} name of the service @param {string} line JSON of pino, or plain text
 * @param {string} least the lightest level to show: `warn`, `info`
 * @returns one line without control characters; undefined when its level is too low
 */
export function readableLine(name, line, least) {
  let entry;
  try {
    entry = JSON.parse(isLogEntry(line) ? line : '');
  } catch {
    return line.trim() === '' ? undefined : `${name}: ${plain(line)}`;
  }
  const { level, time = '', msg, err, service: _, pid: __, hostname: ___, ...more } = entry;
  if (LEVELS.indexOf(String(level)) < LEVELS.indexOf(least)) return undefined;
  const inWords = (/** @type {unknown} */ value) => (typeof value === 'string' ? value : JSON.stringify(value));
  const details = Object.entries(more).map(([key, value]) => `${key}=${inWords(value)}`);
  if (err?.message !== undefined) details.unshift(`(${err.message})`);
  return plain([String(time).slice(11, 19), `${name}:`, level, msg, ...details].filter(Boolean).join(' '));
}

/** @param {string} text may contain input of callers, which must not control the terminal */
const plain = (text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
