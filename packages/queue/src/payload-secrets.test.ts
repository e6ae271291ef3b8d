import { randomBytes } from 'node:crypto';
import { SecretUnreadable } from '@toolpress/runtime';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { PayloadOpener, PayloadSealer } from './payload-secrets.js';

const PASSWORDS = { userPassword: 'Grüße', ownerPassword: 'x"y' };

/** A file store in memory. */
function memoryStore() {
  const files = new Map<string, Buffer>();
  const calls: string[] = [];
  let isAvailable = true;
  const called = (call: string): void => {
    calls.push(call);
    if (!isAvailable) throw new Error('the store is unavailable');
  };
  return {
    files,
    calls,
    setAvailable(is: boolean): void {
      isAvailable = is;
    },
    async keep(name: string, bytes: Uint8Array): Promise<void> {
      called('keep');
      files.set(name, Buffer.from(bytes));
    },
    async readKept(name: string): Promise<Buffer | undefined> {
      called('read');
      return files.get(name);
    },
  };
}

const faultOf = (opening: Promise<unknown>): Promise<unknown> =>
  opening.then(
    () => 'opened',
    (error: unknown) => error,
  );

describe('The secrets of a payload', () => {
  it('are opened by workers that only have the file store, which is asked once', async () => {
    const store = memoryStore();
    const [sealer, opener] = [new PayloadSealer(randomBytes(32), store), new PayloadOpener(store)];
    for (let count = 0; count < 3; count++) {
      const sealed = await sealer.seal(PASSWORDS, 'acc_1');
      expect(JSON.stringify(sealed)).not.to.match(/Password|Grüße/);
      expect(await opener.open(sealed, 'acc_1')).to.deep.equal(PASSWORDS);
    }
    expect(store.calls).to.deep.equal(['keep', 'read']);
  });

  it('do not show how long they are', async () => {
    const sealer = new PayloadSealer(randomBytes(32), memoryStore());
    const lengths = ['', 'x', 'x'.repeat(127)].map(async (userPassword) => {
      const { text } = await sealer.seal({ userPassword, ownerPassword: userPassword }, 'acc_1');
      return text.length;
    });
    expect(new Set(await Promise.all(lengths)).size).to.equal(1);
  });

  it('do not give away the master key or the keys of other purposes', async () => {
    const store = memoryStore();
    const masterKey = randomBytes(32);
    await new PayloadSealer(masterKey, store).seal(PASSWORDS, 'acc_1');
    const [[name, key] = []] = [...store.files];
    expect(name).to.match(/^payload_keys\/[\da-f]{32}$/);
    expect(key).to.have.length(32).and.not.deep.equal(masterKey);
  });

  it('are opened while gateways have different master keys, as in a rotation', async () => {
    const store = memoryStore();
    const opener = new PayloadOpener(store);
    for (const masterKey of [randomBytes(32), randomBytes(32)]) {
      const sealed = await new PayloadSealer(masterKey, store).seal(PASSWORDS, 'acc_1');
      expect(await opener.open(sealed, 'acc_1')).to.deep.equal(PASSWORDS);
    }
    expect(store.files.size).to.equal(2);
  });

  it('are not opened for another account, altered, or with a key that is not in the store', async () => {
    const store = memoryStore();
    const sealed = await new PayloadSealer(randomBytes(32), store).seal(PASSWORDS, 'acc_1');
    const opener = new PayloadOpener(store);
    const altered = { ...sealed, text: sealed.text.replace(/(?<=\..{40})./, (one) => (one === 'A' ? 'B' : 'A')) };
    for (const opening of [
      opener.open(sealed, 'acc_2'),
      opener.open(altered, 'acc_1'),
      opener.open({ ...sealed, key: '0'.repeat(32) }, 'acc_1'),
      new PayloadOpener(memoryStore()).open(sealed, 'acc_1'),
    ])
      expect(await faultOf(opening)).to.be.instanceOf(SecretUnreadable);
    expect(await opener.open(sealed, 'acc_1')).to.deep.equal(PASSWORDS);
  });

  it('are neither sealed without a key in the store, nor lost when the store fails for a moment', async () => {
    const store = memoryStore();
    const sealer = new PayloadSealer(randomBytes(32), store);
    store.setAvailable(false);
    expect(String(await faultOf(sealer.seal(PASSWORDS, 'acc_1')))).to.include('the store is unavailable');
    expect(store.files.size).to.equal(0);
  });
});
