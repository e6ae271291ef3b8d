import { expect } from 'chai';
import { describe, it } from 'mocha';
import { createLogger, Shutdown } from './index.js';

describe('The shutdown', () => {
  const logger = createLogger('test', 'silent');

  it('closes what was opened last first, each after the one before', async () => {
    const closed: string[] = [];
    const shutdown = new Shutdown(logger, 1_000);
    shutdown.add('redis', () => closed.push('redis'));
    shutdown.add('server', async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      closed.push('server');
    });
    await shutdown.run();
    expect(closed).to.deep.equal(['server', 'redis']);
  });

  it('closes the rest when one fails, and everything only once', async () => {
    const closed: string[] = [];
    const shutdown = new Shutdown(logger, 1_000);
    shutdown.add('redis', () => closed.push('redis'));
    shutdown.add('server', () => {
      throw new Error('already closed');
    });
    await Promise.all([shutdown.run(), shutdown.run()]);
    expect(closed).to.deep.equal(['redis']);
  });
});
