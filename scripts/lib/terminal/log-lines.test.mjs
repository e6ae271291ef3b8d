import { expect } from 'chai';
import { describe, it } from 'mocha';
import { readableLine } from './log-lines.mjs';

describe('A line of a service’s log, as the terminal shows it', () => {
  const entry = (/** @type {object} */ more) =>
    JSON.stringify({ level: 'warn', time: '2026-03-01T12:34:56.789Z', service: 'worker', pid: 7, ...more });

  it('has the time, the service, the level, the message and what is special about it', () => {
    const line = entry({ msg: 'Redis is away', reason: 'refused', attempts: 3 });
    expect(readableLine('worker', line, 'warn')).to.equal(
      '12:34:56 worker: warn Redis is away reason=refused attempts=3',
    );
  });

  it('shows an error’s message and not its stack', () => {
    const line = entry({ msg: 'no luck', err: { message: 'out of paper', stack: 'at printer.js' } });
    expect(readableLine('worker', line, 'warn')).to.equal('12:34:56 worker: warn no luck (out of paper)');
  });

  it('is omitted below the requested level', () => {
    expect(readableLine('worker', entry({ level: 'info', msg: 'ready' }), 'warn')).to.equal(undefined);
    expect(readableLine('worker', entry({ level: 'info', msg: 'ready' }), 'info')).to.include('ready');
    expect(readableLine('worker', entry({ level: 'fatal', msg: 'lost' }), 'warn')).to.include('lost');
  });

  it('is shown as it is when it is plain text', () => {
    expect(readableLine('gateway', 'TypeError: no', 'warn')).to.equal('gateway: TypeError: no');
    expect(readableLine('gateway', '{broken', 'warn')).to.equal('gateway: {broken');
    expect(readableLine('gateway', '   ', 'warn')).to.equal(undefined);
  });

  it('can’t command the terminal or start a line', () => {
    const line = entry({ msg: 'hello\u001b[2J\u009b31m', name: 'a\nb\u2028c' });
    expect(readableLine('worker', line, 'warn')).to.equal('12:34:56 worker: warn hello [2J 31m name=a b c');
  });
});
