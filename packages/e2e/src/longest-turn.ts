/**
 * Loaded by `node --import` before a gateway: measures the longest turn of the event loop of its main thread in processor time, so that other
 * programs do not count. Prints it at each SIGUSR2, and begins again.
 */
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

if (isMainThread && process.argv[1]?.includes('/gateway/')) {
  let before = cpuMs();
  let longest = 0;
  const look = (): void => {
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    before = now;
  };
  setInterval(look, 1).unref();
  process.on('SIGUSR2', () => {
    look();
    writeSync(1, `longest turn: ${Math.round(longest)} ms\n`);
    longest = 0;
    before = cpuMs();
  });
}
