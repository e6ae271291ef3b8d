import { run } from '../program.js';

/** Runs a command in this process. @param env its whole environment. @returns the exit code, and what the command has written. */
export async function runHere(name: string, args: readonly string[], env: Record<string, string>) {
  const written = { stdout: '', stderr: '' };
  const streams = [
    ['stdout', process.stdout.write],
    ['stderr', process.stderr.write],
  ] as const;
  for (const [stream] of streams)
    process[stream].write = (chunk: string | Uint8Array, done?: unknown) => {
      written[stream] += chunk;
      if (typeof done === 'function') done();
      return true;
    };
  const own = process.env;
  process.env = { ...env };
  try {
    return { code: await run(name, args), ...written };
  } finally {
    process.env = own;
    for (const [stream, write] of streams) process[stream].write = write;
    process.stdout.removeAllListeners('error'); // run() listens to those of this process
  }
}
