import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { Problem } from '../problem.mjs';
import { choosePort } from './settings.mjs';

describe('The choice of a port', () => {
  const other = createServer();
  let taken = 0;
  before(async () => {
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    taken = /** @type {import('node:net').AddressInfo} */ (other.address()).port;
  });
  after(() => other.close());

  it('finds any free one for 0', async () => {
    expect(await choosePort('127.0.0.1', 0)).to.be.within(1, 65_535);
  });

  it('does not replace a requested port', async () => {
    const error = await choosePort('127.0.0.1', taken).catch((caught) => caught);
    expect(error)
      .to.be.instanceOf(Problem)
      .with.property('message')
      .that.matches(new RegExp(`EADDRINUSE.*:${taken}`));
  });

  it('says why listening is not possible', async () => {
    const error = await choosePort('192.0.2.1', undefined).catch((caught) => caught);
    expect(error).to.be.instanceOf(Problem).with.property('message').that.includes('EADDRNOTAVAIL');
  });

  it('rejects invalid ports', async () => {
    for (const port of [Number('http'), -1, 70_000, 80.5]) {
      const error = await choosePort('127.0.0.1', port).catch((caught) => caught);
      expect(error).to.be.instanceOf(Problem).with.property('message').that.includes('PORT');
    }
  });
});
