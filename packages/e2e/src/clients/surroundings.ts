/** The surroundings of API clients in tests: the whole service, a target of requests and a record provider. */
import { spawn } from 'node:child_process';
import {
  PROVIDER_TOKEN,
  type ServiceClient,
  sharedService,
  startHttpTarget,
  startProviderDouble,
  TARGET_ADDRESS,
  TestService,
} from '@toolpress/testkit';

export interface Surroundings {
  readonly service: ServiceClient;
  /** The settings of a client, as environment variables. */
  readonly env: Readonly<Record<'BASE_URL' | 'API_TOKEN' | 'TARGET_URL', string>>;
  stop(): Promise<void>;
}

/** Prepares an account of the shared service. The target answers 201 with the body that it receives; the connection to the provider is called `main`. */
export async function startSurroundings(): Promise<Surroundings> {
  return around(await sharedService());
}

/** Starts a separate service. @param settings additional settings. */
export async function startOwnSurroundings(
  settings: Record<string, string>,
): Promise<Surroundings & { service: TestService }> {
  const provider = await startProviderDouble();
  const service = await TestService.start({
    env: { OUTBOUND_ALLOW: TARGET_ADDRESS, TABLEBASE_API_URL: provider.apiUrl, ...settings },
  });
  const { env, stop } = await around(service);
  return {
    service,
    env,
    async stop() {
      await service.stop();
      await Promise.all([stop(), provider.target.close()]);
    },
  };
}

async function around(service: ServiceClient): Promise<Surroundings> {
  const target = await startHttpTarget(({ body }, response) =>
    response.writeHead(201, { 'content-type': 'application/json' }).end(body.length === 0 ? '{"ok": true}' : body),
  );
  await service.call('/api/connections/main', {
    method: 'PUT',
    body: { provider: 'tablebase', token: PROVIDER_TOKEN },
  });
  const env = { BASE_URL: service.url, API_TOKEN: service.token, TARGET_URL: target.url };
  return { service, env, stop: () => target.close() };
}

/**
 * Runs a program to its end, while this process's servers continue to answer.
 *
 * @param options `everything`: returns the standard error as well.
 * @returns its standard output.
 * @throws with its output when it fails.
 */
export async function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; everything?: boolean } = {},
): Promise<string> {
  const { everything = false, env = {}, cwd } = options;
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
  const [output, all]: [string[], string[]] = [[], []];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      all.push(text);
      if (stream === child.stdout || everything) output.push(text);
    });
  }
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${all.join('')}`);
  return output.join('');
}
