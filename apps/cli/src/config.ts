import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** An error that the user can fix. It is shown without a stack. */
export class Problem extends Error {}

/** The address of the service and the token for it. */
export interface Target {
  /** The address without a slash at its end. */
  readonly url: string;
  readonly token: string;
  /** The source of the token, for messages. */
  readonly tokenFrom: string;
}

/** `ADMIN_TOKEN` is the operator's, `API_TOKEN` an account's. */
export type TokenName = 'ADMIN_TOKEN' | 'API_TOKEN';

/**
 * Finds the service's address. The command line and the environment have precedence over the data folder of
 * `scripts/start`.
 *
 * @param url from the command line
 * @throws Problem when no address is found
 */
export function findUrl(url: string | undefined, env: NodeJS.ProcessEnv = process.env): string {
  const found =
    url || env.TOOLPRESS_URL || env.BASE_URL || readCredentials(credentialsOf(env)).BASE_URL || env.PUBLIC_URL;
  if (found) return found.replace(/(?<!\/)\/+$/, '');
  throw new Problem('No service address: start the service with ./scripts/start, or set --url or BASE_URL.');
}

/**
 * Finds the service's address, as `findUrl` does, and the token.
 *
 * @param tokenFile from the command line
 * @throws Problem when no address or no token is found, or when the token and its file are both set
 */
export function findTarget(
  url: string | undefined,
  name: TokenName,
  tokenFile?: string,
  env: NodeJS.ProcessEnv = process.env,
): Target {
  const found = findUrl(url, env);
  const file = tokenFile ?? env[`${name}_FILE`];
  if (file) {
    if (tokenFile === undefined && env[name]) throw new Problem(`${name} and ${name}_FILE are both set; set only one.`);
    return { url: found, token: readToken(file), tokenFrom: file };
  }
  const credentials = credentialsOf(env);
  const token = env[name] || readCredentials(credentials)[name];
  if (token) return { url: found, token, tokenFrom: env[name] ? `${name} of the environment` : credentials };
  const what = name === 'ADMIN_TOKEN' ? 'admin token: set' : 'API token: name its file with --token-file, or set';
  throw new Problem(`No ${what} ${name}; ./scripts/start stores one in ${credentials}.`);
}

/** Returns the coming release: its admin token is `COMING_ADMIN_TOKEN`, or that of the running service. */
export function comingTarget(url: string, running: Target, env: NodeJS.ProcessEnv = process.env): Target {
  const token = env.COMING_ADMIN_TOKEN;
  const own = token ? { token, tokenFrom: 'COMING_ADMIN_TOKEN of the environment' } : {};
  return { ...running, url: url.replace(/(?<!\/)\/+$/, ''), ...own };
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

/**
 * Returns the values of a file that a shell can source, as `scripts/start` writes it; none when the file does not
 * exist.
 */
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
