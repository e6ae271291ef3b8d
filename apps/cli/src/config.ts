import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Something the operator can mend: shown without a stack. */
export class Problem extends Error {}

/** The service that is operated, and the token that it takes. */
export interface Target {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token: string;
  /** Where the token was found, for messages. */
  readonly tokenFrom: string;
}

/**
 * What is given wins over what `scripts/start` has left in its data folder, so that after it no setting is needed.
 *
 * @param url from the command line
 * @throws Problem when the address or the token is nowhere to be found
 */
export function findTarget(url: string | undefined, env: NodeJS.ProcessEnv = process.env): Target {
  const data = env.TOOLPRESS_DATA || fileURLToPath(new URL('../../../data', import.meta.url));
  const credentials = join(resolve(data), 'credentials.env');
  const kept = readCredentials(credentials);
  const found = url || env.BASE_URL || kept.BASE_URL || env.PUBLIC_URL;
  if (!found) throw new Problem('Which service? Start one with ./scripts/start, or name one with --url or BASE_URL.');
  const token = env.ADMIN_TOKEN || kept.ADMIN_TOKEN;
  if (!token) {
    throw new Problem(`There is no admin token: set ADMIN_TOKEN; ./scripts/start would keep one in ${credentials}.`);
  }
  const tokenFrom = env.ADMIN_TOKEN ? 'ADMIN_TOKEN of the environment' : credentials;
  return { url: found.replace(/\/+$/, ''), token, tokenFrom };
}

/** @returns the values of a file that a shell can source, as `scripts/start` writes it; empty when there is none */
function readCredentials(path: string): Record<string, string> {
  try {
    const lines = readFileSync(path, 'utf8').matchAll(/^(\w+)=(.*)$/gm);
    return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, unquote(value)]));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

const unquote = (word: string): string =>
  word.startsWith("'") ? word.slice(1, -1).replaceAll(String.raw`'\''`, "'") : word;
