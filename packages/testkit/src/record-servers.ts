/** A real PostgreSQL of a test file's own, by Debian's packages, and a real PocketBase. Both listen on loopback only. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { eventually } from './eventually.js';
import { freePort, startProcess } from './processes.js';

export interface TestPostgres {
  readonly port: number;
  /** The version, such as 15.18. */
  readonly version: string;
  /** Runs SQL as the superuser. @returns the values of the rows, a row per line. @throws Error with the server's message. */
  sql(text: string, database?: string): string;
  /** What the server has logged. */
  log(): string;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

/** Returns the folder with `postgres` and `initdb`; undefined if there is none. */
function binaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => ['postgres', 'initdb', 'psql'].every((name) => existsSync(join(folder, name))));
}

export const hasPostgres = (): boolean => binaries() !== undefined;

/** @param tls PEM of a certificate, to serve TLS. */
export async function startPostgres(tls?: { key: string; cert: string }): Promise<TestPostgres> {
  const bin = binaries() ?? '';
  // PostgreSQL refuses to run as root, and Debian's package creates this user.
  const isRoot = process.getuid?.() === 0;
  const as = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--'] : [];
  const folder = await mkdtemp(join(tmpdir(), 'toolpress-postgres-'));
  const port = await freePort();
  const give = (path: string): void => {
    if (!isRoot) return;
    const [uid = 0, gid = 0] = ['-u', '-g'].map((kind) =>
      Number(spawnSync('id', [kind, 'postgres']).stdout.toString()),
    );
    chownSync(path, uid, gid);
  };
  give(folder);
  const data = join(folder, 'data');
  const run = (program: string, args: readonly string[], input?: string): string => {
    const [command = '', ...rest] = [...as, join(bin, program), ...args];
    const { status, stdout, stderr } = spawnSync(command, rest, { cwd: folder, input, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program}: ${stderr}`);
    return stdout;
  };
  run('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '-E',
    'UTF8',
    '--locale=C',
  ]);
  const settings = [`listen_addresses=127.0.0.1`, `port=${port}`, `unix_socket_directories=${folder}`, 'fsync=off'];
  if (tls !== undefined) {
    for (const [name, text] of Object.entries({ 'server.key': tls.key, 'server.crt': tls.cert })) {
      await writeFile(join(folder, name), text, { mode: 0o600 });
      give(join(folder, name));
      chmodSync(join(folder, name), 0o600);
    }
    settings.push(
      'ssl=on',
      `ssl_key_file=${join(folder, 'server.key')}`,
      `ssl_cert_file=${join(folder, 'server.crt')}`,
    );
  }
  const [command = '', ...args] = [
    ...as,
    join(bin, 'postgres'),
    '-D',
    data,
    ...settings.flatMap((each) => ['-c', each]),
  ];
  const server = startProcess(command, args, { cwd: folder });
  await server.waitFor(/ready to accept connections/, 60_000);
  return {
    port,
    version: versionIn(run('postgres', ['--version'])),
    log: server.output,
    sql(text, database = 'postgres') {
      const to = ['-h', folder, '-p', String(port), '-U', 'postgres', '-d', database];
      return run('psql', [...to, '-v', 'ON_ERROR_STOP=1', '-qtAX', '-f', '-'], text);
    },
    async stop() {
      await server.end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the version in a program's output; an empty string if there is none. */
const versionIn = (output: string): string => /\d+\.[\d.]+/.exec(output)?.[0] ?? '';

export interface TestPocketBase {
  readonly url: string;
  readonly version: string;
  /** A token of a superuser. */
  readonly token: string;
  /** Calls the API as the superuser. */
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** Returns the path of PocketBase: `TOOLPRESS_POCKETBASE`, or `pocketbase` in the search path; undefined if there is none. */
export function findPocketBase(): string | undefined {
  const named = process.env['TOOLPRESS_POCKETBASE'];
  const paths = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'pocketbase'));
  return [...(named ? [named] : []), ...paths].find((path) => existsSync(path));
}

export async function startPocketBase(program: string): Promise<TestPocketBase> {
  const folder = await mkdtemp(join(tmpdir(), 'toolpress-pocketbase-'));
  const [email, password] = ['test@example.com', 'password-of-the-test'];
  // Migrations are written beside this folder.
  const data = join(folder, 'data');
  const { status, stderr } = spawnSync(program, ['superuser', 'upsert', email, password, '--dir', data]);
  if (status !== 0) throw new Error(String(stderr));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = startProcess(program, ['serve', `--http=127.0.0.1:${port}`, '--dir', data], { cwd: folder });
  await eventually(async () => void (await fetch(`${url}/api/health`)));
  let token = '';
  const call: TestPocketBase['call'] = async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: token },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  };
  const signedIn = await call('POST', '/api/collections/_superusers/auth-with-password', { identity: email, password });
  token = String(signedIn['token']);
  return {
    url,
    token,
    call,
    version: versionIn(String(spawnSync(program, ['--version']).stdout)),
    async stop() {
      await server.end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
