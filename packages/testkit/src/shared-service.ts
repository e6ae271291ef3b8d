/** The service of all test files that need no settings. Each file calls it with an account of its file. */
import type { StartedProcess } from './processes.js';
import { type TestRedis, withRedis } from './redis.js';
import { startApp, startGateway } from './service.js';
import { type Answer, type CallOptions, ServiceClient } from './service-client.js';

/** The address of the process that runs the service, set by `mocha/shared-service.ts`. */
export const SHARED_SERVICE_URL = 'TOOLPRESS_TEST_SHARED_SERVICE';

export class SharedService extends ServiceClient {
  /** Holds the data of all files. Tests look for their keys and words in it. */
  readonly redis: Pick<TestRedis, 'url' | 'command'>;
  /** Holds the files of all accounts. */
  readonly storageFolder: string;

  constructor(
    /** The address of the process that runs it. */
    private readonly host: string,
    private readonly settings: Readonly<Record<string, string>>,
  ) {
    const { PUBLIC_URL = '', ADMIN_TOKEN = '', REDIS_URL: url = '', STORAGE_FOLDER = '' } = settings;
    super(PUBLIC_URL, ADMIN_TOKEN);
    this.storageFolder = STORAGE_FOLDER;
    const command = (name: string, ...args: string[]): Promise<unknown> =>
      withRedis(url, (redis) => redis.call(name, ...args));
    this.redis = { url, command };
  }

  private readonly requestIds = new Set<string>();

  override async call(path: string, options?: CallOptions): Promise<Answer> {
    const answer = await super.call(path, options);
    this.requestIds.add(answer.headers.get('x-request-id') ?? '');
    return answer;
  }

  /** Returns the log lines so far of the calls of this file, and of no call. */
  async logs(): Promise<string> {
    const lines = (await (await ask(`${this.host}/logs`)).text()).split('\n');
    const isOfOthers = (line: string): boolean => {
      const id = /"requestId":"([^"]*)"/.exec(line)?.[1];
      return id !== undefined && !this.requestIds.has(id);
    };
    return lines.filter((line) => !isOfOthers(line)).join('\n');
  }

  /** Returns the base URL of another gateway of the service, which starts when the first file needs it. */
  async otherGateway(): Promise<string> {
    return (await ask(`${this.host}/other`)).text();
  }

  /** Starts a second gateway for this file. @param env additional settings. @returns its base URL and a function that ends it. */
  async addGateway(env: Record<string, string> = {}): Promise<{ url: string; end: StartedProcess['end'] }> {
    const { url, gateway } = await startGateway((own) => startApp('gateway', { ...this.settings, ...own }), env);
    return { url, end: (signal) => gateway.end(signal) };
  }
}

/**
 * Returns the shared service. It starts when the first file needs it and stops after the last test. It may send requests to 127.0.0.2, and
 * its record provider is a double that accepts `PROVIDER_TOKEN`. Files that change settings, stop processes or count the data of all accounts
 * start their own `TestService`.
 */
export async function sharedService(): Promise<SharedService> {
  const host = process.env[SHARED_SERVICE_URL];
  if (host === undefined) throw new Error('mocha runs without packages/testkit/dist/mocha/shared-service.js');
  const client = new SharedService(host, (await (await ask(host)).json()) as Record<string, string>);
  ({ id: client.accountId, token: client.token } = await client.createAccount('test'));
  return client;
}

async function ask(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(await response.text());
  return response;
}
