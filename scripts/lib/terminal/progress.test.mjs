import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { Progress } from './progress.mjs';

/** @param {boolean} isTTY */
function screen(isTTY) {
  let text = '';
  return { isTTY, write: (/** @type {string} */ more) => (text += more), text: () => text };
}

describe('Progress', () => {
  it('is one plain line a step on a pipe', async () => {
    const pipe = screen(false);
    const progress = new Progress(pipe, {});
    await progress.step(
      'Build',
      async () => 3,
      (count) => `${count} files`,
    );
    expect(pipe.text()).to.match(/^ {2}✓ Build {18}3 files {2}0\.0 s\n$/);
  });

  it('returns the result of the step', async () => {
    expect(await new Progress(screen(false), {}).step('Build', async () => 3)).to.equal(3);
  });

  it('marks a step that failed and passes its error on', async () => {
    const pipe = screen(false);
    const error = new Error('no');
    const failed = await new Progress(pipe, {}).step('Build', () => Promise.reject(error)).catch((caught) => caught);
    expect(failed).to.equal(error);
    expect(pipe.text()).to.match(/^ {2}✗ Build +0\.0 s\n$/);
  });

  it('reports now and then that a step is running, until it has ended; other lines are printed in between', async () => {
    const terminal = screen(true);
    const progress = new Progress(terminal, { NO_COLOR: '1' }, 1);
    await progress.step('Build', async () => {
      while (!terminal.text().includes('…')) await sleep(1);
      progress.line('by the way');
    });
    await sleep(5);
    expect(terminal.text()).to.match(/^( {2}… Build +\d\.\d s\n)+by the way\n {2}✓ Build +\d\.\d s\n$/);
  });

  it('has colours on a terminal only, and none when NO_COLOR is set', () => {
    expect(new Progress(screen(true), {}).paint('green', 'x')).to.equal('\u001b[32mx\u001b[39m');
    expect(new Progress(screen(true), { NO_COLOR: '1' }).paint('green', 'x')).to.equal('x');
    expect(new Progress(screen(true), { TERM: 'dumb' }).paint('green', 'x')).to.equal('x');
    expect(new Progress(screen(false), {}).paint('green', 'x')).to.equal('x');
  });
});
