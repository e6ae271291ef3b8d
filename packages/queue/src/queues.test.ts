import { once } from 'node:events';
import { nonQueueingRedis } from '@toolpress/runtime';
import { quietLogger, startRedis, startTcpProxy } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { nonQueueingQueue } from './queues.js';

describe('A queue on a connection that fails fast', () => {
  it('works again when Redis is lost in the moment in which it was found', async () => {
    const redis = await startRedis();
    const proxy = await startTcpProxy(new URL(redis.url).host);
    proxy.delay(50);
    const connection = nonQueueingRedis(`redis://${proxy.address}`, 'test', quietLogger());
    const queue = nonQueueingQueue('test', connection);
    await once(connection, 'ready');
    await new Promise((resolve) => setTimeout(resolve, 10)); // its first commands have been sent
    await proxy.unplug();
    proxy.delay(0);
    await proxy.plugIn();
    await once(connection, 'ready');
    const { id } = await queue.add('job', {});
    expect(id).to.be.a('string');
    await queue.close();
    connection.disconnect();
    await proxy.close();
    await redis.stop();
  });
});
