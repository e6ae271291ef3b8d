import { it } from 'mocha';

/**
 * Defines a test that hostile input is processed in a limited time. It measures processor time: by the clock, a busy machine takes several
 * times as long.
 */
export function itWithinCpuMs(limitMs: number, title: string, test: () => unknown): void {
  it(title, async () => {
    const begun = process.cpuUsage();
    await test();
    const { user, system } = process.cpuUsage(begun);
    const took = Math.round((user + system) / 1_000);
    if (took > limitMs) throw new Error(`took ${took} ms of processor time, more than ${limitMs}`);
  });
}

/** Returns the least processor time in milliseconds of several runs. User and system time are one sum: the kernel only guesses their shares. */
export function leastCpuMs(runs: number, work: () => unknown): number {
  const times = Array.from({ length: runs }, () => {
    const begun = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}
