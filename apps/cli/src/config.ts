import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Something the person at the terminal can mend: shown without a stack. */
export class Problem extends Error {}

/** The service that is called, and the token that it takes. */
export interface Target {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token: string;
  /** Where the token was found, for messages. */
  readonly tokenFrom: string;
}

/** `ADMIN_TOKEN` is the operator's, `API_TOKEN` an account's. */
export type TokenName = 'ADMIN_TOKEN' | 'API_TOKEN';

/**
 * What is given wins over what `scripts/start` has left in its data folder, so that after it no setting is needed.
 *
 * @param url from the command line
 * @throws Problem when the address is nowhere to be found
 */
export function findUrl(url: string | undefined, env: NodeJS.ProcessEnv = process.env): string {
  const found =
    url || env.TOOLPRESS_URL || env.BASE_URL || readCredentials(credentialsOf(env)).BASE_URL || env.PUBLIC_URL;
  if (found) return found.replace(/\/+$/, '');
  throw new Problem('Which service? Start one with ./scripts/start, or name one with --url or BASE_URL.');
}

/**
 * As `findUrl`, with the token.
 *
 * @param tokenFile from the command line
 * @throws Problem when the address or the token is nowhere to be found
 */
export function findTarget(
  url: string | undefined,
  name: TokenName,
  tokenFile?: string,
  env: NodeJS.ProcessEnv = process.env,
): Target {
  const found = findUrl(url, env);
  if (tokenFile !== undefined) return { url: found, token: readToken(tokenFile), tokenFrom: tokenFile };
  const credentials = credentialsOf(env);
  const token = env[name] || readCredentials(credentials)[name];
  if (token) return { url: found, token, tokenFrom: env[name] ? `${name} of the environment` : credentials };
  const what = name === 'ADMIN_TOKEN' ? 'admin token: set' : 'API token: name its file with --token-file, or set';
  throw new Problem(`There is no ${what} ${name}; ./scripts/start would keep one in ${credentials}.`);
}

const credentialsOf = (env: NodeJS.ProcessEnv): string =>
  join(resolve(env.TOOLPRESS_DATA || fileURLToPath(new URL('../../../data', import.meta.url))), 'credentials.env');

function readToken(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new Problem(`The token can't be read: ${(error as Error).message}`);
  }
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
