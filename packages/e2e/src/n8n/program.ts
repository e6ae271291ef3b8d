/** A real n8n with the node, run by its commands. It keeps all files in one folder, listens on loopback and sends no telemetry. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from '../clients/surroundings.js';
import { ROOT } from '../examples/blocks.js';
import { nodeOf } from '../records/program.js';

const VERSION = '2.41.1';
const PACKAGE = join(ROOT, 'packages/n8n-nodes-toolpress');

/** Returns the folder of an n8n: that in `TOOLPRESS_N8N`, or in CI one that is installed once. */
export async function n8nFolder(): Promise<string | undefined> {
  const named = process.env['TOOLPRESS_N8N'];
  if (named !== undefined) return resolve(named);
  if (process.env['CI'] !== 'true') return undefined;
  const folder = join(homedir(), '.cache/toolpress', `n8n-${VERSION}`);
  await mkdir(folder, { recursive: true });
  await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `n8n@${VERSION}`]);
  return folder;
}

export interface N8n {
  /** The folder of the installed packages. */
  readonly folder: string;
  readonly data: string;
  /** Runs a command. Returns its output, also when it fails. */
  command(...args: string[]): Promise<string>;
  /** Imports a workflow and executes it. */
  execute(workflow: Workflow): Promise<string>;
  stop(): Promise<void>;
}

export interface Workflow {
  id: string;
  nodes: object[];
  connections: object;
}

/** Prepares an n8n that has the package as npm publishes it, and the credentials of an account. */
export async function prepareN8n(folder: string, credentials: { baseUrl: string; apiToken: string }): Promise<N8n> {
  const data = await mkdtemp(join(tmpdir(), 'toolpress-n8n-'));
  const node = nodeOf(folder);
  const env = {
    ...{ N8N_USER_FOLDER: data, N8N_LISTEN_ADDRESS: '127.0.0.1', N8N_DIAGNOSTICS_ENABLED: 'false' },
    ...{ N8N_VERSION_NOTIFICATIONS_ENABLED: 'false', N8N_TEMPLATES_ENABLED: 'false', N8N_RUNNERS_ENABLED: 'false' },
    ...{ N8N_ENCRYPTION_KEY: 'key-of-the-test', N8N_DEFAULT_BINARY_DATA_MODE: 'default', N8N_LOG_LEVEL: 'info' },
  };
  const command = (...args: string[]): Promise<string> =>
    run(node, [join(folder, 'node_modules/n8n/bin/n8n'), ...args], { cwd: data, env, everything: true }).catch(
      (error: Error) => error.message,
    );
  const file = async (name: string, content: unknown): Promise<string> => {
    await writeFile(join(data, name), JSON.stringify(content));
    return `--input=${join(data, name)}`;
  };
  await installNode(join(data, '.n8n/nodes/node_modules/n8n-nodes-toolpress'), data);
  const account = { id: 'account', name: 'Account', type: 'toolpressApi', data: credentials };
  await command('import:credentials', await file('credentials.json', [account]));
  return {
    ...{ folder, data, command },
    async execute(workflow) {
      await command('import:workflow', await file('workflow.json', [{ name: workflow.id, active: false, ...workflow }]));
      return command('execute', `--id=${workflow.id}`, '--rawOutput');
    },
    stop: () => rm(data, { recursive: true, force: true }),
  };
}

/** Installs the package from its archive, which has only the published files. */
async function installNode(to: string, data: string): Promise<void> {
  await run(process.execPath, [join(PACKAGE, 'build.mjs')]);
  const archive = (await run('npm', ['pack', '--silent', '--pack-destination', data], { cwd: PACKAGE })).trim();
  await mkdir(to, { recursive: true });
  await run('tar', ['-xzf', join(data, archive), '--strip-components=1', '-C', to]);
  if (!existsSync(join(to, 'dist/nodes/Toolpress/toolpress.svg'))) throw new Error('the archive has no icon');
}
