import { it } from 'mocha';

/**
 * A test of what hostile input must not make slow. Processor time counts: by the clock, a machine that is busy with something else
 * takes several times as long.
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
