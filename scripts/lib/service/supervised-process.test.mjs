import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { descendantsOf, isRunning } from '../../../packages/runtime/dist/proc.js';
import { Problem } from '../problem.mjs';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { SupervisedProcess } from './supervised-process.mjs';

const SERVES = `console.log('ready'); setInterval(() => {}, 1000);`;
const DEAF = `process.on('SIGTERM', () => console.log('not now')); ${SERVES}`;

/** @returns {number} the service's own, while it runs */
const pid = () => descendantsOf(process.pid).find(({ command }) => command.includes(SERVES))?.pid ?? 0;

describe('A supervised process', () => {
  const path = temporaryFolder();

  /**
   * @param {string} code of the service
   * @param {Pick<import('./supervised-process.mjs').ServiceOptions, 'backOff'>} [more]
   */
  function supervise(code, { backOff = { firstMs: 1, capMs: 4, stableMs: 60_000 } } = {}) {
    const heard = new EventTarget();
    /** @type {string[]} */
    const reports = [];
    const report = (/** @type {string} */ text) => {
      reports.push(text);
      heard.dispatchEvent(new Event(text.endsWith('is running again.') ? 'back' : 'ended'));
    };
    const service = new SupervisedProcess({
      name: 'worker',
      command: process.execPath,
      args: ['-e', code],
      env: { PATH: process.env['PATH'] ?? '', COUNTER: path('starts') },
      isReady: (line) => line === 'ready',
      log: path('worker.log'),
      onLine: () => undefined,
      report,
      backOff,
    });
    return { service, reports, heard };
  }

  it('is started again when it is killed, until it is stopped', async () => {
    const { service, reports, heard } = supervise(SERVES);
    await service.start();
    for (let round = 0; round < 2; round += 1) {
      const before = pid();
      const back = once(heard, 'back');
      process.kill(before, 'SIGKILL');
      await back;
      expect(pid()).not.to.equal(before);
    }
    const last = pid();
    expect(isRunning(last)).to.equal(true);
    await service.stop(5_000);
    expect(isRunning(last)).to.equal(false);
    expect(reports).to.deep.equal([
      'worker ended (signal SIGKILL); it restarts in 0.001 s.',
      'worker is running again.',
      'worker ended (signal SIGKILL); it restarts in 0.002 s.',
      'worker is running again.',
    ]);
  });

  it('waits longer after each death in a row, up to the cap, and reports the output', async () => {
    const once_ = `const fs = require('fs'); fs.appendFileSync(process.env.COUNTER, '.');
      if (fs.readFileSync(process.env.COUNTER, 'utf8').length > 1) { console.error('no paper'); process.exit(7); }`;
    const { service, reports, heard } = supervise(`${once_} ${SERVES}`);
    await service.start();
    process.kill(pid(), 'SIGKILL');
    while (reports.filter((text) => text.includes('restarts in')).length < 4) await once(heard, 'ended');
    await service.stop(5_000);
    const delays = reports.flatMap((text) => /restarts in (\S+) s/.exec(text)?.[1] ?? []);
    expect(delays).to.deep.equal(['0.001', '0.002', '0.004', '0.004']);
    expect(reports.join('\n')).to.include('ended before it was ready (exit code 7). It said:\n\nno paper');
  });

  it('fails its first start with what it said, and is not started again', async () => {
    const { service, reports } = supervise(`console.error('PORT must be a number'); process.exit(1);`);
    const error = await service.start().catch((caught) => caught);
    expect(error).to.be.instanceOf(Problem);
    expect(error.message).to.include('exit code 1').and.to.include('PORT must be a number');
    expect(reports).to.deep.equal([]);
  });

  it('fails its first start when the program does not exist', async () => {
    const { service } = supervise(SERVES);
    service.options.command = '/nowhere/node';
    const error = await service.start().catch((caught) => caught);
    expect(error).to.be.instanceOf(Problem).with.property('message').that.includes('ENOENT');
  });

  it('is killed when it does not end in time', async () => {
    const { service } = supervise(DEAF);
    await service.start();
    const deaf = pid();
    await service.stop(200);
    expect(isRunning(deaf)).to.equal(false);
    expect(await readFile(path('worker.log'), 'utf8')).to.include('not now');
  });

  it('is not reached by what the terminal sends to the group of its supervisor', async () => {
    const { service } = supervise(SERVES);
    await service.start();
    // Signal 0 to a group named after the process only works when the process leads a separate group.
    expect(process.kill(-pid(), 0)).to.equal(true);
    await service.stop(5_000);
  });

  it('has everything that it said in its log, of its owner only', async () => {
    const { service } = supervise(`console.error('a warning'); ${SERVES}`);
    service.options.log = path('own.log');
    await service.start();
    await service.stop(5_000);
    expect((await readFile(path('own.log'), 'utf8')).split('\n').sort()).to.deep.equal(['', 'a warning', 'ready']);
    expect((await stat(path('own.log'))).mode & 0o777).to.equal(0o600);
  });

  it('appends to its log; a log that has grown large is renamed and replaces the one before it', async () => {
    const { service } = supervise(SERVES);
    service.options.log = path('kept.log');
    await writeFile(path('kept.log'), 'x'.repeat(11 * 1024 * 1024));
    await writeFile(path('kept.log.1'), 'older');
    await service.start();
    await service.stop(5_000);
    expect(await readFile(path('kept.log'), 'utf8')).to.equal('ready\n');
    expect((await stat(path('kept.log.1'))).size).to.equal(11 * 1024 * 1024);
    await service.start();
    await service.stop(5_000);
    expect(await readFile(path('kept.log'), 'utf8')).to.equal('ready\nready\n');
  });
});
