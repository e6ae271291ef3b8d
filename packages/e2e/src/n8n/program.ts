/** A real n8n with the node, run by its commands. It keeps all files in one folder, listens on loopback and sends no telemetry. */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { run } from '../clients/surroundings.js';
import { ROOT } from '../examples/blocks.js';
import { nodeOf } from '../records/program.js';

const LINTER = ['@n8n/node-cli@0.48.3', 'n8n-workflow@2.41.0', 'typescript@5.9.3'];
const PACKAGE = join(ROOT, 'packages/n8n-nodes-toolpress');

/** Returns the folder of the n8n that `TOOLPRESS_N8N` names, such as 2.41.1 with the package `node` 24, which it needs. It has two gigabytes, and its tests take minutes. */
export const n8nFolder = (): string | undefined => {
  const named = process.env['TOOLPRESS_N8N'];
  return named === undefined ? undefined : resolve(named);
};

/** Returns the folder of n8n’s linter, with the types of n8n. */
export const linterFolder = (): Promise<string | undefined> => folderOf('TOOLPRESS_N8N_LINTER', 'n8n-linter', LINTER);

async function folderOf(variable: string, name: string, packages: string[]): Promise<string | undefined> {
  const named = process.env[variable];
  if (named !== undefined) return resolve(named);
  if (process.env['CI'] !== 'true') return undefined;
  const folder = join(homedir(), '.cache/toolpress', name);
  await mkdir(folder, { recursive: true });
  await run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...packages]);
  return folder;
}

/** Runs n8n’s linter and its types over the sources of the package. @throws with their complaints. */
export async function lintNode(folder: string): Promise<string> {
  const copy = await mkdtemp(join(folder, 'toolpress-'));
  const options = {
    strict: true,
    target: 'ES2022',
    module: 'NodeNext',
    esModuleInterop: true,
    resolveJsonModule: true,
  };
  const compilerOptions = { ...options, skipLibCheck: true, types: ['node'], noEmit: true };
  try {
    for (const part of ['credentials', 'nodes', 'package.json', 'eslint.config.mjs'])
      await cp(join(PACKAGE, part), join(copy, part), { recursive: true });
    await writeFile(
      join(copy, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['credentials', 'nodes'] }),
    );
    await symlink('../node_modules', join(copy, 'node_modules'));
    const PATH = `${dirname(nodeOf(folder))}:${process.env['PATH']}`;
    const tool = (...args: string[]) =>
      run(join(folder, 'node_modules/.bin', args[0] ?? ''), args.slice(1), {
        cwd: copy,
        env: { PATH },
        everything: true,
      });
    return (await tool('n8n-node', 'lint')) + (await tool('tsc'));
  } finally {
    await rm(copy, { recursive: true });
  }
}

export interface N8n {
  /** Replaces the credentials of the account. */
  useCredentials(credentials: Credentials): Promise<void>;
  /** Imports a workflow and executes it. Returns the output. @param more variables that its expressions may read. */
  execute(workflow: Workflow, more?: Record<string, string>): Promise<string>;
  stop(): Promise<void>;
}

interface Credentials {
  baseUrl: string;
  apiToken: string;
}

export interface Workflow {
  id: string;
  nodes: object[];
  connections: object;
}

/** Prepares an n8n that has the package as npm publishes it, and the credentials of an account. */
export async function prepareN8n(folder: string, credentials: Credentials): Promise<N8n> {
  const data = await mkdtemp(join(tmpdir(), 'toolpress-n8n-'));
  const node = nodeOf(folder);
  const env = {
    N8N_USER_FOLDER: data,
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_RUNNERS_ENABLED: 'false',
    N8N_ENCRYPTION_KEY: 'key-of-the-test',
    N8N_DEFAULT_BINARY_DATA_MODE: 'default',
    N8N_LOG_LEVEL: 'info',
    N8N_BLOCK_ENV_ACCESS_IN_NODE: 'false',
  };
  /** Returns the output of a command, also when it fails. */
  const commandWith = (more: Record<string, string>, ...args: string[]): Promise<string> => {
    const program = [join(folder, 'node_modules/n8n/bin/n8n'), ...args];
    return run(node, program, { cwd: data, env: { ...env, ...more }, everything: true }).catch(
      (error: Error) => error.message,
    );
  };
  const command = (...args: string[]): Promise<string> => commandWith({}, ...args);
  const file = async (name: string, content: unknown): Promise<string> => {
    await writeFile(join(data, name), JSON.stringify(content));
    return `--input=${join(data, name)}`;
  };
  await installNode(join(data, '.n8n/nodes/node_modules/n8n-nodes-toolpress'), data);
  const useCredentials = async (used: Credentials): Promise<void> => {
    const account = { id: 'account', name: 'Account', type: 'toolpressApi', data: used };
    await command('import:credentials', await file('credentials.json', [account]));
  };
  await useCredentials(credentials);
  return {
    useCredentials,
    async execute(workflow, more = {}) {
      await command(
        'import:workflow',
        await file('workflow.json', [{ name: workflow.id, active: false, ...workflow }]),
      );
      return commandWith(more, 'execute', `--id=${workflow.id}`, '--rawOutput');
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
