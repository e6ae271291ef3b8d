/** The whole service as real processes: Redis, a gateway and workers, each its own, on loopback. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, type StartedProcess, startProcess } from './processes.js';
import { startRedis, type TestRedis } from './redis.js';
import { ServiceClient } from './service-client.js';

export interface ServiceOptions {
  /** How many worker processes; 1 unless given. */
  workers?: number;
  /** Settings of both apps on top of the usual ones. */
  env?: Record<string, string>;
  /** The Redis to use, and to stop in the end; one of its own unless given. */
  redis?: TestRedis;
  /** What the apps are started by: a command and its first arguments, in front of theirs. */
  launcher?: readonly string[];
}

export class TestService extends ServiceClient {
  private constructor(
    readonly redis: TestRedis,
    url: string,
    adminToken: string,
    readonly storageFolder: string,
    private readonly start: (app: App, env?: Record<string, string>) => StartedProcess,
    public gateway: StartedProcess,
    readonly workers: StartedProcess[],
  ) {
    super(url, adminToken);
  }

  private readonly endedLogs: string[] = [];
  /** Gateways beside the first. */
  private readonly others: StartedProcess[] = [];

  static async start(options: ServiceOptions = {}): Promise<TestService> {
    const { workers = 1, env = {}, launcher = [] } = options;
    const redis = options.redis ?? (await startRedis());
    const port = await freePort();
    const storageFolder = await mkdtemp(join(tmpdir(), 'toolpress-files-'));
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
      LOG_LEVEL: 'debug',
      ...(process.env['CHROME_PATH'] ? { CHROME_PATH: process.env['CHROME_PATH'] } : {}),
      ...env,
    };
    const start = (app: App, own: Record<string, string> = {}) => startApp(app, { ...settings, ...own }, launcher);
    const gateway = start('gateway');
    const started = Array.from({ length: workers }, () => start('worker'));
    const service = new TestService(
      redis,
      settings['PUBLIC_URL'] ?? '',
      adminToken,
      storageFolder,
      start,
      gateway,
      started,
    );
    await Promise.all([gateway, ...started].map((process) => process.waitFor(READY)));
    ({ id: service.accountId, token: service.token } = await service.createAccount('test'));
    return service;
  }

  /** Starts one more worker, as a supervisor would. @param env settings of its own. */
  async addWorker(env: Record<string, string> = {}): Promise<StartedProcess> {
    const worker = this.start('worker', env);
    this.workers.push(worker);
    await worker.waitFor(READY);
    return worker;
  }

  /** Ends the gateway, SIGKILL as a crash would, and starts it again on the same port. @param env settings of its own. */
  async restartGateway(signal?: 'SIGTERM' | 'SIGKILL', env: Record<string, string> = {}): Promise<void> {
    await this.gateway.end(signal);
    this.endedLogs.push(this.gateway.output());
    this.gateway = this.start('gateway', env);
    await this.gateway.waitFor(READY);
  }

  /** Starts a second gateway beside the first. @param env settings of its own. @returns its base URL and how to end it. */
  async addGateway(env: Record<string, string> = {}): Promise<{ url: string; end: StartedProcess['end'] }> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const gateway = this.start('gateway', { PORT: String(port), PUBLIC_URL: url, ...env });
    this.others.push(gateway);
    await gateway.waitFor(READY);
    return { url, end: (signal) => gateway.end(signal) };
  }

  /** Everything that both apps have logged so far. */
  logs(): string {
    return [...this.endedLogs, ...[this.gateway, ...this.workers].map((process) => process.output())].join('\n');
  }

  /** Ends everything, in order, and removes what it wrote. */
  async stop(): Promise<void> {
    await Promise.all([this.gateway, ...this.others].map((gateway) => gateway.end()));
    await Promise.all(this.workers.map((worker) => worker.end()));
    await this.redis.stop();
    await rm(this.storageFolder, { recursive: true, force: true });
  }
}

/** An app serves; something that it can do without for the moment may be missing. */
const READY = /"msg":"(?:ready"|started without )/;
type App = 'gateway' | 'worker';

function startApp(app: App, env: Record<string, string>, launcher: readonly string[]): StartedProcess {
  const main = fileURLToPath(new URL(`../../../apps/${app}/dist/main.js`, import.meta.url));
  const [command = process.execPath, ...args] = [...launcher, process.execPath, main];
  return startProcess(command, args, { env });
}
