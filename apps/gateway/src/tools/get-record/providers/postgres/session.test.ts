import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { Call } from '../provider.js';
import { Session } from './session.js';

describe('A session of PostgreSQL', () => {
  it('is opened at the next address when one cannot be reached, and not after a refusal', async () => {
    const asked: string[] = [];
    const server = createServer((socket) => {
      asked.push(String(socket.localAddress));
      socket.on('error', () => undefined);
      const fields = 'SFATAL\0C28P01\0\0';
      socket.end(Buffer.concat([Buffer.from([0x45, 0, 0, 0, 4 + fields.length]), Buffer.from(fields)]));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const call = {
      client: { measured: (_operation: string, _signal: AbortSignal, work: () => unknown) => work() },
      servers: { addressesOf: async () => ['127.0.0.9', '127.0.0.1', '127.0.0.1'] },
      ...{ signal: new AbortController().signal, left: () => 5_000, roomFor: () => undefined },
    } as unknown as Call;
    const refused = new ServiceError('provider_refused', 'refused');
    const address = { user: 'reader', host: 'db.example', port, isEncrypted: false, password: 'x', database: 'shop' };
    const error = await Session.open(address, call, (code) => (code === '28P01' ? refused : undefined)).catch(
      (thrown: unknown) => thrown,
    );
    server.close();
    expect([error, asked]).to.deep.equal([refused, ['127.0.0.1']]);
  });
});
