import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { leftProcesses } from './leftovers.mjs';

const SLEEPS = `console.log('up'); setInterval(() => {}, 1000);`;

/** @param {import('node:child_process').SpawnOptions} options */
async function start(options) {
  const child = spawn(process.execPath, ['-e', SLEEPS], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(/** @type {import('node:stream').Readable} */ (child.stdout), 'data');
  const end = async () => {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };
  return { pid: child.pid ?? 0, end };
}

describe('What a test run has left behind', () => {
  before(function () {
    if (process.platform !== 'linux') this.skip();
  });
  const run = { marker: `TOOLPRESS_MARKER=${process.pid}`, session: -1 };

  it('is found by the marker in the environment, also in a separate session', async () => {
    const left = await start({ env: { TOOLPRESS_MARKER: String(process.pid) }, detached: true });
    const found = await leftProcesses(run, 0);
    await left.end();
    expect(found.map(({ pid }) => pid)).to.deep.equal([left.pid]);
    expect(found[0]?.command).to.include(SLEEPS);
  });

  it('is found by its session when it has wiped its environment', async () => {
    const leader = await start({ env: {}, detached: true });
    const found = await leftProcesses({ ...run, session: leader.pid }, 0);
    await leader.end();
    expect(found.map(({ pid }) => pid)).to.deep.equal([leader.pid]);
  });

  it('is empty when all started processes have ended', async () => {
    const left = await start({ env: { TOOLPRESS_MARKER: String(process.pid) } });
    const found = leftProcesses(run);
    await left.end();
    expect(await found).to.deep.equal([]);
  });
});
