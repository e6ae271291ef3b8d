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
