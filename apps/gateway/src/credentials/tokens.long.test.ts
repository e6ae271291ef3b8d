import { randomBytes } from 'node:crypto';
import { ServiceError } from '@toolpress/contract';
import { SecretBox } from '@toolpress/runtime';
import { serviceErrorOf, startConnectedRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { ConnectionTokens, type NewToken } from './tokens.js';

const { signal } = new AbortController();

describe('Tokens of several gateways', () => {
  let own: Awaited<ReturnType<typeof startConnectedRedis>>;
  before(async () => {
    own = await startConnectedRedis();
  });
  after(() => own.server.stop());

  /** Creates the tokens of gateways that share a Redis and a master key. */
  const gateways = (): ConnectionTokens[] => {
    const masterKeys = { current: randomBytes(32), previous: [] };
    return [0, 1].map(() => new ConnectionTokens(own.redis, new SecretBox(masterKeys, 'test')));
  };

  it('are requested by another gateway when the first one ends during its request', async () => {
    const [first, second] = gateways() as [ConnectionTokens, ConnectionTokens];
    void first.get('acc', 'killed', () => new Promise<NewToken>(() => undefined), signal);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { token } = await second.get('acc', 'killed', async () => ({ token: 'of the second', forMs: 1_000 }), signal);
    expect(token).to.equal('of the second');
  });

  it('are requested by another gateway when the first one is stopping', async () => {
    const [first, second] = gateways() as [ConnectionTokens, ConnectionTokens];
    const stopping = async (): Promise<NewToken> => {
      throw new ServiceError('unavailable', 'The service is stopping.');
    };
    const { code } = await serviceErrorOf(() => first.get('acc', 'stopping', stopping, signal));
    expect(code).to.equal('unavailable');
    const { token } = await second.get('acc', 'stopping', async () => ({ token: 'next', forMs: 1_000 }), signal);
    expect(token).to.equal('next');
  });

  it('are requested again when the master key of a stored one is gone', async () => {
    const [[first], [other]] = [gateways(), gateways()] as [[ConnectionTokens], [ConnectionTokens]];
    await first.get('acc', 'sealed', async () => ({ token: 'of one key', forMs: 60_000 }), signal);
    const { token } = await other.get('acc', 'sealed', async () => ({ token: 'of another', forMs: 60_000 }), signal);
    expect(token).to.equal('of another');
  });

  it('end the wait of a caller that is gone, and not the request', async () => {
    const [first] = gateways() as [ConnectionTokens];
    const caller = new AbortController();
    let finish: (token: NewToken) => void = () => undefined;
    const request = () => new Promise<NewToken>((resolve) => (finish = resolve));
    const left = first.get('acc', 'left', request, caller.signal).catch((error: unknown) => error);
    const stays = first.get('acc', 'left', request, signal);
    caller.abort(new Error('gone'));
    expect(await left).to.have.property('message', 'gone');
    await new Promise((resolve) => setTimeout(resolve, 200));
    finish({ token: 'for the rest', forMs: 1_000 });
    expect((await stays).token).to.equal('for the rest');
  });
});
