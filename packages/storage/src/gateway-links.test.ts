import { generateKeySync } from 'node:crypto';
import { ServiceError } from '@toolpress/contract';
import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { createFileStore } from './expiring-store.js';
import { newFileId } from './file-id.js';
import type { FileStore } from './file-store.js';
import { GatewayLinks, signatureOf } from './gateway-links.js';
import { inSeconds } from './testing/files.js';

const newKey = () => generateKeySync('hmac', { length: 256 });
const linkKey = newKey();
const links = new GatewayLinks({ publicUrl: 'https://pdf.example/', linkKey });

describe('signed links to the gateway', () => {
  const id = newFileId(inSeconds(3_600));
  const linkEnding = (until: number) => {
    const { searchParams } = new URL(links.urlOf(id, until));
    return { expires: searchParams.get('expires') ?? '', signature: searchParams.get('signature') ?? '' };
  };
  const options = { driver: 'folder', folder: '/nowhere', publicUrl: 'https://pdf.example/', linkKey } as const;
  let store: FileStore;
  before(async () => {
    store = await createFileStore(options);
  });
  const now = (): number => Math.floor(Date.now() / 1_000);

  it('are under the public URL', async () => {
    expect(links.urlOf(id, 1_234)).to.equal(
      `https://pdf.example/files/${id}.pdf?expires=1234&signature=${signatureOf(linkKey, id, '1234')}`,
    );
  });

  it('are good until their second has come', async () => {
    store.verifyLink(id, linkEnding(now() + 60));
    const late = linkEnding(now());
    const error = await serviceErrorOf(() => store.verifyLink(id, late));
    expect(error.toData()).to.deep.equal({ code: 'file_expired', message: 'The link has expired.' });
  });

  it('are forged when any character of the signature or the end differs', async () => {
    const { expires, signature } = linkEnding(now() + 60);
    expect(signature).to.match(/^[\w-]{43}$/);
    const altered = [...signature].map((char, at) => {
      const others = char === 'A' ? 'B' : 'A';
      return { expires, signature: signature.slice(0, at) + others + signature.slice(at + 1) };
    });
    // Another spelling of the same bytes: the last character of 32 bytes in base64 has two bits to spare.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const twin = signature.slice(0, -1) + alphabet[alphabet.indexOf(signature.slice(-1)) ^ 1];
    expect(Buffer.from(twin, 'base64url').equals(Buffer.from(signature, 'base64url'))).to.equal(true);
    const respelt = [`0${expires}`, ` ${expires}`, `${expires}.0`, `+${expires}`, `${expires}e0`];
    for (const link of [
      ...altered,
      { expires, signature: twin },
      { expires, signature: `${signature}=` },
      ...respelt.map((other) => ({ expires: other, signature })),
    ]) {
      expect((await serviceErrorOf(() => store.verifyLink(id, link))).code, JSON.stringify(link)).to.equal(
        'link_forged',
      );
    }
  });

  it('are forged when another key signed them', async () => {
    const expires = String(now() + 60);
    const link = { expires, signature: signatureOf(newKey(), id, expires) };
    expect((await serviceErrorOf(() => store.verifyLink(id, link))).code).to.equal('link_forged');
  });

  it('are good when a previous key signed them, and are signed with the current one', async () => {
    const previous = newKey();
    const expires = String(now() + 60);
    const link = { expires, signature: signatureOf(previous, id, expires) };
    const rotated = await createFileStore({ ...options, previousLinkKeys: [newKey(), previous] });
    rotated.verifyLink(id, link);
    const url = new GatewayLinks({ ...options, previousLinkKeys: [previous] }).urlOf(id, 99);
    expect(url).to.include(signatureOf(linkKey, id, '99'));
  });

  it('need a link key and a public URL, which a worker does not have', async () => {
    const workers = await createFileStore({ driver: 'folder', folder: '/nowhere' });
    const error = await workers.sign(id, { ttlSeconds: 60 }).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(Error).and.not.instanceOf(ServiceError);
    const link = linkEnding(now() + 60);
    expect(() => workers.verifyLink(id, link)).to.throw(Error, /without a linkKey/);
  });
});
