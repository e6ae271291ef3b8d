import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { Problem } from '../problem.mjs';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { identify, RunningProcesses } from './running.mjs';

/** A process that ends on SIGTERM only if it is told to. */
async function start(onTerm = 'process.exit(0)') {
  const code = `process.on('SIGTERM', () => { ${onTerm} }); setInterval(() => {}, 1000); console.log('up');`;
  const child = spawn(process.execPath, ['-e', code], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  await once(child.stdout, 'data');
  return { pid: child.pid ?? 0, exit, child };
}

describe('The record of what runs on a data folder', () => {
  const path = temporaryFolder();

  it('lets one start at a time run', () => {
    const first = new RunningProcesses(path('one'));
    first.claim();
    expect(() => new RunningProcesses(path('one')).claim()).to.throw(Problem, `(process ${process.pid})`);
    first.release();
    new RunningProcesses(path('one')).claim();
  });

  it('does not take a process that was given a dead one’s number for the dead one', async () => {
    const running = new RunningProcesses(path('reused'));
    const record = JSON.stringify({ pid: process.pid, identity: 'another life' });
    await writeFile(path('reused', 'start.json'), record);
    await writeFile(path('reused', 'gateway.json'), record);
    running.claim();
    expect(await running.endLeftovers(['gateway'])).to.deep.equal([]);
    expect(await readdir(path('reused'))).to.deep.equal(['start.json']);
  });

  it('is not confused by a file that was cut short', async () => {
    const running = new RunningProcesses(path('cut'));
    await writeFile(path('cut', 'start.json'), '{"pid":');
    running.claim();
    expect(() => new RunningProcesses(path('cut')).claim()).to.throw(Problem);
  });

  it('ends what a killed start has left running, in the given order', async () => {
    const running = new RunningProcesses(path('left'));
    const noteEnd = (/** @type {string} */ name) =>
      `require('fs').appendFileSync(${JSON.stringify(path('ends'))}, '${name} '); process.exit(0)`;
    const [gateway, redis] = await Promise.all([start(noteEnd('gateway')), start(noteEnd('redis'))]);
    running.add('redis', redis.pid);
    running.add('gateway', gateway.pid);
    expect(await running.endLeftovers(['gateway', 'worker', 'redis'])).to.deep.equal(['gateway', 'redis']);
    expect(await gateway.exit).to.deep.equal([0, null]);
    expect(await redis.exit).to.deep.equal([0, null]);
    expect(await readFile(path('ends'), 'utf8')).to.equal('gateway redis ');
    expect(await readdir(path('left'))).to.deep.equal([]);
  });

  it('kills a left-over process that does not obey', async () => {
    const running = new RunningProcesses(path('deaf'), 200);
    const deaf = await start('');
    running.add('worker', deaf.pid);
    await running.endLeftovers(['worker']);
    expect(await deaf.exit).to.deep.equal([null, 'SIGKILL']);
  });
});

describe('The identity of a process', () => {
  it('stays the same while it lives, and is gone when it has ended', async () => {
    const one = await start();
    const identity = identify(one.pid);
    expect(identity).to.be.a('string');
    expect(identify(one.pid)).to.equal(identity);
    expect(identify(process.pid)).not.to.equal(identity);
    one.child.kill();
    await one.exit;
    expect(identify(one.pid)).to.equal(undefined);
  });
});
