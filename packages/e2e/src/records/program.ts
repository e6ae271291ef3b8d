/** Servers of records that run from a folder, which a variable names. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  eventually,
  freePort,
  hasPostgres,
  type StartedProcess,
  startPostgres,
  startProcess,
  type TestPostgres,
} from '@toolpress/testkit';

type FolderVariable = 'TOOLPRESS_NOCODB' | 'TOOLPRESS_DIRECTUS';

/** Returns the folder that a variable names. @param file a path in the folder, which shows that the server is in it. */
export function folderOf(variable: FolderVariable, file: string): string | undefined {
  const folder = process.env[variable];
  return folder && existsSync(join(folder, file)) ? resolve(folder) : undefined;
}

/** Returns why a server cannot be started; undefined if it can. All of these servers need a PostgreSQL. */
export function missingFolder(variable: FolderVariable, file: string): string | undefined {
  if (folderOf(variable, file) === undefined) return `${variable} names none`;
  return hasPostgres() ? undefined : 'PostgreSQL is not installed';
}

/** Returns the Node.js of a folder, which may be newer than that of the tests. */
export function nodeOf(folder: string): string {
  const own = join(folder, 'node_modules', 'node', 'bin', 'node');
  return existsSync(own) ? own : process.execPath;
}

export const versionOf = (folder: string, name: string): string =>
  (JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as { version: string }).version;

/** The folder for the files of a server, its port, and a way to remove both. */
export interface Place {
  url: string;
  port: number;
  /** An empty folder. */
  data: string;
  /** Runs a program until the server's `path` answers. */
  serve(command: string, args: readonly string[], env: Record<string, string>, path: string): Promise<void>;
  stop(): Promise<void>;
}

/** @param folder the working directory of the server. */
export async function placeFor(folder: string): Promise<Place> {
  const data = await mkdtemp(join(tmpdir(), 'toolpress-records-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let server: StartedProcess | undefined;
  return {
    url,
    port,
    data,
    async serve(command, args, env, path) {
      const started = startProcess(command, args, { env, cwd: folder });
      server = started;
      const answered = eventually(async () => {
        const { ok } = await fetch(url + path);
        if (!ok) throw new Error(`${path} does not answer 2xx`);
      });
      const gone = started.ended.then(() => {
        throw new Error(`${command} ended:\n${started.output().slice(-4_000)}`);
      });
      gone.catch(() => undefined);
      await Promise.race([answered, gone]);
    },
    async stop() {
      await server?.end('SIGTERM');
      await rm(data, { recursive: true, force: true });
    },
  };
}

export const DATABASE_PASSWORD = 'passwordOfTheDatabase';

/** Starts a PostgreSQL with an empty database `records` of the role `records`. */
export async function emptyDatabase(): Promise<TestPostgres> {
  const database = await startPostgres();
  database.sql(`CREATE ROLE records LOGIN SUPERUSER PASSWORD '${DATABASE_PASSWORD}'`);
  database.sql('CREATE DATABASE records OWNER records');
  return database;
}
