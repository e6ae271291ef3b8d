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

/** Times below this are noise. Milliseconds. */
const FLOOR_MS = 25;
/** Four times the length may take this many times as long. */
const MOST_TIMES = 6;
/** A busy machine spoils a measurement now and then; work that is not linear fails in each. */
const TRIES = 5;

/**
 * Defines a test that work takes time proportional to the length of its input.
 *
 * @param make returns the work for an input of a length; creating the input is not measured.
 */
export function itIsLinear(title: string, length: number, make: (length: number) => () => unknown): void {
  it(title, () => {
    const [small, large] = [make(length), make(4 * length)];
    small(); // the first run is the compiler's
    let said = '';
    for (let tries = 0; tries < TRIES; tries++) {
      const [once, fourTimes] = [leastCpuMs(2, small), leastCpuMs(1, large)];
      if (fourTimes <= MOST_TIMES * Math.max(once, FLOOR_MS)) return;
      said = `took ${once} ms for ${length}, and ${fourTimes} ms for four times as much`;
    }
    throw new Error(said);
  });
}
