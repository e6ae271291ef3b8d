/** Simulates a reader who pastes commands from a page: a folder as after `git clone`, the service of `scripts/start`, a terminal. */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  freePort,
  PROVIDER_TOKEN,
  type ProviderDouble,
  startProcess,
  startProviderDouble,
  TARGET_ADDRESS,
  type TestService,
  testFont,
} from '@toolpress/testkit';
import { run } from '../clients/surroundings.js';
import { startServiceIn } from '../comparison/web.js';
import { type Command, ROOT } from './blocks.js';

export interface Reader {
  readonly service: TestService;
  readonly provider: ProviderDouble;
  /** The variables that the pages use, from `data/credentials.env` of `scripts/start`. */
  readonly env: Readonly<Record<'BASE_URL' | 'API_TOKEN' | 'ADMIN_TOKEN' | 'PROVIDER_TOKEN', string>>;
  newFolder(): string;
  /** Returns a new folder in which the client is installed. */
  newProject(): string;
  /** Returns a new folder with the project. */
  clone(): string;
  /**
   * Runs commands one after the other in one shell, until one fails.
   *
   * @returns what each has printed
   * @throws when one ends with an error, or the service answered one, with what was printed
   */
  paste(commands: readonly Command[], folder: string): Promise<string[]>;
  stop(): Promise<void>;
}

/**
 * The web answers everything with a small JSON. The provider's double has a record under any id, and the account has connections to it and to
 * the sample base.
 */
export async function startReader(): Promise<Reader> {
  const provider = await startProviderDouble();
  const root = mkdtempSync(join(tmpdir(), 'toolpress-reader-'));
  const samplePort = await freePort();
  const program = join(ROOT, 'scripts/lib/service/sample-base.mjs');
  const sampleBase = startProcess(process.execPath, [program, String(samplePort), join(root, 'sample-base.tar.gz')]);
  const { service, stop } = await startServiceIn(
    () => ({ type: 'application/json', body: Buffer.from('{"ok":true}') }),
    {
      TABLEBASE_API_URL: provider.apiUrl,
      OUTBOUND_ALLOW: `127.0.0.1,${TARGET_ADDRESS}`,
      RECORD_HOSTS: `127.0.0.1:${samplePort}`,
    },
  );
  // The pages on records begin where docs/accounts.md ends.
  const connection = { provider: 'tablebase', token: PROVIDER_TOKEN };
  await service.call('/api/connections/sales', { method: 'PUT', body: connection });
  await service.call('/api/connections/sample', {
    method: 'PUT',
    body: { provider: 'postgres', url: `postgres://sample@127.0.0.1:${samplePort}?sslmode=disable`, token: 'sample' },
  });
  // The pages read it all at the same time, and it is loaded at the first request.
  const order = { base_id: 'sample', table_id: 'orders', record_id: 'ord_1', _connections: { tablebase: 'sample' } };
  while ((await service.call('/api/tablebase/get-record', { body: order })).status !== 200);
  const env = {
    BASE_URL: service.url,
    API_TOKEN: service.token,
    ADMIN_TOKEN: service.adminToken,
    PROVIDER_TOKEN,
  };
  const programs = mkdtempSync(join(root, 'bin-'));
  // As it is pasted, but for the exit code: an error of the service must not go unseen.
  writeFileSync(join(programs, 'curl'), `#!/bin/sh\nPATH=\${PATH#*:} exec curl --fail-with-body "$@"\n`);
  chmodSync(join(programs, 'curl'), 0o755);

  const newFolder = () => mkdtempSync(join(root, 'folder-'));
  function newProject(): string {
    const folder = newFolder();
    mkdirSync(join(folder, 'node_modules/@toolpress'), { recursive: true });
    symlinkSync(join(ROOT, 'packages/client'), join(folder, 'node_modules/@toolpress/client'));
    symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'));
    return folder;
  }
  function clone(): string {
    const folder = newFolder();
    for (const name of ['apps', 'node_modules', 'packages', 'scripts', 'package.json'])
      symlinkSync(join(ROOT, name), join(folder, name));
    cpSync(join(ROOT, 'samples'), join(folder, 'samples'), { recursive: true });
    mkdirSync(join(folder, 'data'));
    const credentials = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(folder, 'data/credentials.env'), credentials.join(''));
    writeFileSync(join(folder, 'brand-bold.woff2'), testFont('BrandBold', { format: 'woff2' }));
    return folder;
  }

  async function paste(commands: readonly Command[], folder: string): Promise<string[]> {
    const outputs = commands.map((_, index) => join(folder, `data/output-${index}`));
    const session = commands.map(({ text }, index) => `{\n${text}} > '${outputs[index]}'\n`);
    writeFileSync(join(folder, 'data/session.sh'), `set -e -o pipefail\n${session.join('')}`);
    const printed = () => outputs.map((file) => readFileSync(file, { encoding: 'utf8', flag: 'a+' }));
    const path = `${programs}:${process.env['PATH']}`;
    await run('bash', ['data/session.sh'], { cwd: folder, env: { ...env, PATH: path } }).catch((error: Error) => {
      throw new Error(`${error.message}${printed().join('\n')}`);
    });
    return printed();
  }

  return {
    service,
    provider,
    env,
    newFolder,
    newProject,
    clone,
    paste,
    async stop() {
      await stop();
      await sampleBase.end();
      await provider.target.close();
      rmSync(root, { recursive: true });
    },
  };
}
