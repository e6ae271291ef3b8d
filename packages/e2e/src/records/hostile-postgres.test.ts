import { startRawTarget, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type Expected, faultOf, getRecord, limit } from './cases.js';

const UNEXPECTED: Expected = [502, /provider failed: it sent an unexpected message/];

describe('get-record with a hostile PostgreSQL server', () => {
  const OPENING = '5200000008000000005a0000000549';
  const COLUMN = `540000001d00016e616d6500${'00'.repeat(18)}`;
  const ANSWERS: Record<string, string> = {
    'a request for GSS': '520000000800000007',
    'an error without its end': '450000000553',
    'an error of 2 GiB': `457fffffff${'41'.repeat(100_000)}`,
    'a row that ends early': `${OPENING}${COLUMN}440000000a000100000009`,
    'a row without columns': `${OPENING}44000000060000`,
    'an unknown message': '7a00000004',
    'a negative number of columns': `${OPENING}5400000006ffff`,
    'a copy': `${OPENING}4700000007000000`,
  };
  let service: TestService;
  let target: Awaited<ReturnType<typeof startRawTarget>>;
  let answer = '';
  before(async () => {
    target = await startRawTarget((socket) => socket.on('error', () => undefined).write(Buffer.from(answer, 'hex')), {
      greet: true,
    });
    const { host } = new URL(target.url);
    service = await TestService.start({ workers: 0, env: { RECORD_HOSTS: host } });
    await limit(service);
    const connect = (slug: string, url: string) =>
      service.call(`/api/connections/${slug}`, { method: 'PUT', body: { provider: 'postgres', url, token: 'x' } });
    await connect('main', `postgres://reader@${host}?sslmode=disable`);
    await connect('encrypted', `postgres://reader@${host}`);
  });
  after(async () => {
    await service.stop();
    await target.close();
  });

  const ids = { base_id: 'shop', table_id: 'orders', record_id: '1' };

  it('names TLS and `sslmode` when the server has no TLS', async () => {
    answer = Buffer.from('N').toString('hex');
    const expected: Expected = [502, /has no TLS, which the connection requires.*`\?sslmode=disable`/];
    expect(faultOf(await getRecord(service, 'encrypted', ids), expected)).to.equal(undefined);
    const tested = await service.call('/api/connections/encrypted/test', { method: 'POST' });
    expect(faultOf(tested, expected)).to.equal(undefined);
  });

  for (const [what, bytes] of Object.entries(ANSWERS))
    it(`fails after ${what}, and continues`, async () => {
      answer = bytes;
      expect(faultOf(await getRecord(service, 'main', ids), UNEXPECTED)).to.equal(undefined);
      expect((await service.call('/api/connections')).status).to.equal(200);
    });
});
