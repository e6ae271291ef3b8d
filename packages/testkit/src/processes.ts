/** Child processes of tests, which never outlive them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range that systems use for outgoing connections, so that a restarted server finds its port free. */
const LOWEST_PORT = 12_000;
const HIGHEST_PORT = 32_000;

/** Returns a port of 127.0.0.1 that is free now, and likely to stay free. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const listening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (listening) await new Promise((resolve) => server.close(resolve));
  return listening;
}

export interface StartedProcess {
  readonly pid: number;
  /** The output so far, both streams. */
  readonly output: () => string;
  /** Returns the whole lines of the output so far, and forgets them: in a day a process says more than a string can hold. */
  readonly take: () => string;
  /** Resolves when a line of the output matches; rejects with the output when the process ends first or time is up. */
  waitFor(pattern: RegExp, timeoutMs?: number): Promise<void>;
  /** Sends a signal, waits for the end, and resolves with the exit code; null when a signal ended the process. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  /** Resolves with the exit code when the process ends by itself. */
  readonly ended: Promise<number | null>;
}

/** Returns the environment of a child: enough to run, and the marker by which `scripts/test` finds remaining processes. */
function inherited(): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR, TOOLPRESS_TEST_RUN } = process.env;
  return { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...(TOOLPRESS_TEST_RUN && { TOOLPRESS_TEST_RUN }) };
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program that is killed when this process exits. */
export function startProcess(
  command: string,
  args: readonly string[],
  options: { env?: Record<string, string>; cwd?: string } = {},
): StartedProcess {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited(), ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  running.add(child);
  let text = '';
  const listeners = new Set<() => void>();
  const collect = (chunk: Buffer): void => {
    text += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      collect(Buffer.from(`${error.message}\n`));
      resolve(null);
    });
    child.once('close', (code) => resolve(code));
  }).finally(() => {
    running.delete(child);
    for (const listener of listeners) listener();
  });

  return {
    pid: child.pid ?? -1,
    output: () => text,
    take() {
      const end = text.lastIndexOf('\n') + 1;
      const lines = text.slice(0, end);
      text = text.slice(end);
      return lines;
    },
    ended,
    waitFor(pattern, timeoutMs = 200_000) {
      return new Promise((resolve, reject) => {
        const settle = (problem?: string): void => {
          clearTimeout(timer);
          listeners.delete(check);
          if (problem === undefined) resolve();
          else reject(new Error(`${command}: ${problem}; it said:\n${text}`));
        };
        const check = (): void => {
          if (pattern.test(text)) settle();
          else if (!running.has(child)) settle(`ended before ${pattern} was seen`);
        };
        const timer = setTimeout(() => settle(`no ${pattern} within ${timeoutMs} ms`), timeoutMs);
        listeners.add(check);
        check();
      });
    },
    async end(signal = 'SIGTERM') {
      if (running.has(child)) child.kill(signal);
      return ended;
    },
  };
}
