/** Files of NAME=value lines that a shell can source and that only their owner may read. */
import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';

/**
 * @param {string} path
 * @returns {Promise<Record<string, string>>} empty when there is no such file
 */
export async function readEnvFile(path) {
  const text = await readFile(path, 'utf8').catch((/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.matchAll(/^(\w+)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, unquote(value)]));
}

/**
 * Writes the whole file at once, mode 600: a reader sees the old one or the new one, never a part.
 *
 * @param {string} path
 * @param {Record<string, string>} values
 */
export async function writeEnvFile(path, values) {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${shellQuote(value)}\n`);
  const partial = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(partial, lines.join(''), { mode: 0o600, flag: 'wx' });
  await rename(partial, path);
}

/**
 * @param {string} value
 * @returns {string} as a shell takes it for one word; plain words stay as they are
 */
export function shellQuote(value) {
  return /^[\w./:@%+=,-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}

/** @param {string} word as {@link shellQuote} writes it */
function unquote(word) {
  return word.startsWith("'") ? word.slice(1, -1).replaceAll(String.raw`'\''`, "'") : word;
}
