/** What clients call in tests: the whole service, with a target for requests and a provider of records. */
import { spawn } from 'node:child_process';
import { PROVIDER_TOKEN, startHttpTarget, startProviderDouble, TARGET_ADDRESS, TestService } from '@toolpress/testkit';

export interface Surroundings {
  readonly service: TestService;
  /** What a client has to know, as environment variables. */
  readonly env: Readonly<Record<'BASE_URL' | 'API_TOKEN' | 'TARGET_URL', string>>;
  stop(): Promise<void>;
}

/**
 * The target answers 201 and what it was sent; the connection to the provider is called `main`.
 *
 * @param settings of the service on top of these.
 */
export async function startSurroundings(settings: Record<string, string> = {}): Promise<Surroundings> {
  const [target, provider] = await Promise.all([
    startHttpTarget(({ body }, response) =>
      response.writeHead(201, { 'content-type': 'application/json' }).end(body.length === 0 ? '{"ok": true}' : body),
    ),
    startProviderDouble(),
  ]);
  const service = await TestService.start({
    env: { OUTBOUND_ALLOW: TARGET_ADDRESS, TABLEBASE_API_URL: provider.apiUrl, ...settings },
  });
  await service.call('/api/connections/main', {
    method: 'PUT',
    body: { provider: 'tablebase', token: PROVIDER_TOKEN },
  });
  return {
    service,
    env: { BASE_URL: service.url, API_TOKEN: service.token, TARGET_URL: target.url },
    async stop() {
      await service.stop();
      await Promise.all([target.close(), provider.target.close()]);
    },
  };
}

/**
 * Runs a program to its end, while this process's servers go on answering.
 *
 * @returns what it wrote to its standard output; `everything`: and to the other one.
 * @throws with all that it wrote when it fails.
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
