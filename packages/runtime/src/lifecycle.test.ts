import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { ConfigError, createLogger, listen, Shutdown } from './index.js';

describe('A server', () => {
  it('names the variables of an address that is in use or unknown, without a stack', async () => {
    const other = createServer();
    await listen(other, 0, '127.0.0.1', 'PORT');
    const { port } = other.address() as AddressInfo;
    for (const [host, reason] of [
      ['127.0.0.1', 'EADDRINUSE'],
      ['192.0.2.1', 'EADDRNOTAVAIL'],
    ] as const) {
      const error = await listen(createServer(), port, host, 'METRICS_PORT').catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ConfigError);
      expect((error as Error).message).to.match(new RegExp(`HOST and METRICS_PORT can’t be used: .*${reason}`));
    }
    other.close();
  });
});

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

  it('happens in order when the supervisor has died, also when the log is not read', async () => {
    const code = `import(process.argv[1]).then(({ createLogger, Shutdown }) => {
      const logger = createLogger('test', 'info');
      const shutdown = new Shutdown(logger, 10_000);
      shutdown.onSignals();
      // As busy as it may be: what was logged last is not yet written when everything is closed.
      shutdown.add('server', () => logger.info('closed'));
      process.send('started');
    });`;
    const args = ['-e', code, new URL('./index.js', import.meta.url).href];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    await once(child, 'message');
    child.stdout?.destroy();
    child.disconnect();
    const overdue = setTimeout(() => child.kill('SIGKILL'), 20_000);
    expect(await once(child, 'exit')).to.deep.equal([0, null]);
    clearTimeout(overdue);
  });
});
