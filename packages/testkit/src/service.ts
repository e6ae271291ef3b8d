/** The whole service as real processes on loopback: Redis, a gateway and workers. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { descendantsOf, isRunning } from '@toolpress/runtime';
import { eventually } from './eventually.js';
import { freePort, type StartedProcess, startProcess } from './processes.js';
import { startRedis, type TestRedis } from './redis.js';
import { ServiceClient } from './service-client.js';

export interface ServiceOptions {
  /** The number of worker processes. The default is 1. */
  workers?: number;
  /** Settings of both apps, added to the defaults. */
  env?: Record<string, string>;
  /** The Redis to use, which `stop()` ends. The default is a new one. */
  redis?: TestRedis;
  /** The command, with its first arguments, that starts the apps. */
  launcher?: readonly string[];
}

/** The deadline of documents in milliseconds, for busy machines. Tests of deadlines set their own. */
const DEADLINE_MS = 240_000;

export class TestService extends ServiceClient {
  private constructor(
    readonly redis: TestRedis,
    url: string,
    adminToken: string,
    /** The settings of the first gateway and the worker. */
    readonly settings: Readonly<Record<string, string>>,
    private readonly start: (app: App, env?: Record<string, string>) => StartedProcess,
    public gateway: StartedProcess,
    readonly workers: StartedProcess[],
  ) {
    super(url, adminToken);
  }

  get storageFolder(): string {
    return this.settings['STORAGE_FOLDER'] ?? '';
  }

  private readonly endedLogs: string[] = [];
  /** The gateways beside the first one. */
  private readonly others: StartedProcess[] = [];

  static async start(options: ServiceOptions = {}): Promise<TestService> {
    const { workers = 1, env = {}, launcher = [] } = options;
    const redis = options.redis ?? (await startRedis());
    const port = await freePort();
    const storageFolder = env['STORAGE_FOLDER'] ?? (await mkdtemp(join(tmpdir(), 'toolpress-files-')));
    const adminToken = randomBytes(24).toString('base64url');
    const settings: Record<string, string> = {
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      REDIS_URL: redis.url,
      ADMIN_TOKEN: adminToken,
      MASTER_KEY: randomBytes(32).toString('base64'),
      STORAGE: 'folder',
      STORAGE_FOLDER: storageFolder,
      RENDER_CONCURRENCY: '1',
      RENDER_DEADLINE_MS: String(DEADLINE_MS),
      LOG_LEVEL: 'debug',
      ...(process.env['CHROME_PATH'] ? { CHROME_PATH: process.env['CHROME_PATH'] } : {}),
      ...(process.env['TOOLPRESS_TEST_PARTS'] !== undefined && { PARTS: process.env['TOOLPRESS_TEST_PARTS'] }),
      ...env,
    };
    const start = (app: App, own: Record<string, string> = {}) => startApp(app, { ...settings, ...own }, launcher);
    const gateway = start('gateway');
    const started = Array.from({ length: workers }, () => start('worker'));
    const service = new TestService(redis, settings['PUBLIC_URL'] ?? '', adminToken, settings, start, gateway, started);
    await Promise.all([gateway, ...started].map((process) => process.waitFor(READY)));
    ({ id: service.accountId, token: service.token } = await service.createAccount('test'));
    return service;
  }

  /** Starts one more worker, as a supervisor would. @param env additional settings. */
  async addWorker(env: Record<string, string> = {}): Promise<StartedProcess> {
    const worker = this.start('worker', env);
    this.workers.push(worker);
    await worker.waitFor(READY);
    return worker;
  }

  /** Ends the gateway, with SIGKILL as a crash would, and restarts it on the same port. @param env additional settings. */
  async restartGateway(signal?: 'SIGTERM' | 'SIGKILL', env: Record<string, string> = {}): Promise<void> {
    await this.gateway.end(signal);
    this.endedLogs.push(this.gateway.output());
    this.gateway = this.start('gateway', env);
    await this.gateway.waitFor(READY);
  }

  /** Starts a second gateway beside the first. @param env additional settings. @returns its base URL and a function that ends it. */
  async addGateway(env: Record<string, string> = {}): Promise<{ url: string; end: StartedProcess['end'] }> {
    const { url, gateway } = await startGateway((own) => this.start('gateway', own), env);
    this.others.push(gateway);
    return { url, end: (signal) => gateway.end(signal) };
  }

  /** Returns the logs of both apps so far. */
  logs(): string {
    return [...this.endedLogs, ...[this.gateway, ...this.workers].map((process) => process.output())].join('\n');
  }

  /** Returns the logs of both apps since the last call, and forgets them. */
  takeLogs(): string {
    return [this.gateway, ...this.workers].map((process) => process.take()).join('\n');
  }

  /** Ends all processes in order, and removes their files. */
  async stop(): Promise<void> {
    await Promise.all([this.gateway, ...this.others].map((gateway) => gateway.end()));
    await Promise.all(this.workers.map((worker) => worker.end()));
    await this.redis.stop();
    await rm(this.storageFolder, { recursive: true, force: true });
  }
}

/** Matches when an app serves, maybe without an optional dependency. */
const READY = /"msg":"(?:ready"|started without )/;
type App = 'gateway' | 'worker';

/**
 * Starts one more gateway of a service, on a free port.
 *
 * @param start starts a gateway with settings added to those of the service
 * @param env additional settings
 */
export async function startGateway(
  start: (env: Record<string, string>) => StartedProcess,
  env: Record<string, string>,
): Promise<{ url: string; gateway: StartedProcess }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const gateway = start({ PORT: String(port), PUBLIC_URL: url, ...env });
  await gateway.waitFor(READY);
  return { url, gateway };
}

/** Starts an app. @param launcher a command and its first arguments, in front of the app's command. */
export function startApp(app: App, env: Record<string, string>, launcher: readonly string[] = []): StartedProcess {
  const main = fileURLToPath(new URL(`../../../apps/${app}/dist/main.js`, import.meta.url));
  const [command = process.execPath, ...args] = [...launcher, process.execPath, '--max-semi-space-size=16', main];
  const started = startProcess(command, args, { env });
  return { ...started, end: (signal) => (signal === 'SIGKILL' ? kill(started) : started.end(signal)) };
}

/** Kills an app and removes its browser's profile. Usually the next worker does so, but a test may not start one. */
async function kill(app: StartedProcess): Promise<number | null> {
  const browser = descendantsOf(app.pid);
  const code = await app.end('SIGKILL');
  await eventually(() => {
    if (browser.some(({ pid }) => isRunning(pid))) throw new Error('The browser of a killed worker still runs.');
  });
  const profiles = (await readdir(tmpdir())).filter((name) => isProfileOf(name, app.pid));
  await Promise.all(profiles.map((name) => rm(join(tmpdir(), name), { recursive: true })));
  return code;
}

const isProfileOf = (name: string, pid: number): boolean =>
  name.startsWith('toolpress-chromium-') && name.split('-').at(-2) === String(pid);
