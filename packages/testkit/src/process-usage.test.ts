import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { afterEach, describe, it } from 'mocha';
import { measureCpu, processTrees } from './process-usage.js';

const BURN_SECONDS = 0.3;
const node = (code: string): string => `'${process.execPath}' -e '${code}'`;
const TAKE = `for (let cpu = process.cpuUsage(); cpu.user + cpu.system < ${BURN_SECONDS * 1e6}; cpu = process.cpuUsage());`;
/** Takes processor time and ends. */
const BURN = node(TAKE);
/** Takes processor time, says its pid, and stays. */
const BURN_AND_STAY = node(`${TAKE} console.log(process.pid); setTimeout(() => undefined, 60_000)`);
/** User and system time are whole ticks. */
const LEAST_SECONDS = BURN_SECONDS - 0.02;

describe('The processor time of processes', () => {
  let shell: ChildProcess;
  const pid = (): number => shell.pid ?? 0;
  /** Starts a shell. What it runs in the background can read its input from descriptor 3. */
  const start = (script: string): void => {
    shell = spawn('sh', ['-c', `exec 3<&0; ${script}`], { stdio: ['pipe', 'pipe', 'inherit'] });
  };
  const go = (): boolean | undefined => shell.stdin?.write('\n');
  const heard = (): Promise<string> => once(shell.stdout ?? shell, 'data').then(String);

  afterEach(async () => {
    const pids = processTrees([pid()]).map((one) => one.pid);
    const exit = once(shell, 'exit');
    for (const one of pids) process.kill(one, 'SIGKILL');
    await exit;
  });

  it('includes short children, which end in between', async () => {
    start(`read go; ${BURN}; ${BURN}; echo done; read go`);
    const cpu = measureCpu([pid()]);
    go();
    await heard();
    expect(cpu().all).to.be.within(2 * LEAST_SECONDS, 4 * BURN_SECONDS);
    expect(cpu().own).to.be.below(BURN_SECONDS / 2);
  });

  it('counts a child once that began earlier', async () => {
    start(`(${BURN}; echo begun; read go <&3; ${BURN}) & wait; echo done; read go`);
    await heard();
    const cpu = measureCpu([pid()]);
    go();
    await heard();
    expect(cpu().all).to.be.within(LEAST_SECONDS, 2 * BURN_SECONDS);
  });

  it('includes children for which no process waits', async () => {
    start(`(read go <&3; ${BURN}; echo done) & exec sleep 60`);
    const cpu = measureCpu([pid()]);
    go();
    await heard();
    expect(cpu().all).to.be.within(LEAST_SECONDS, 2 * BURN_SECONDS);
  });

  it('is not negative when processes leave the tree with their time', async () => {
    start(`(${BURN_AND_STAY} & wait) & read go; kill $!; echo killed; exec sleep 60`);
    const orphan = Number(await heard());
    const cpu = measureCpu([pid()]);
    go();
    await heard();
    expect(cpu().all).to.be.within(0, BURN_SECONDS);
    process.kill(orphan, 'SIGKILL');
  });
});
