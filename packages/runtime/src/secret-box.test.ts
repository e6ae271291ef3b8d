import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { SecretBox, SecretUnreadable } from './secret-box.js';

const old = randomBytes(32);
const current = randomBytes(32);
const secret = Buffer.from('pat-4711 Grüße');

const box = new SecretBox({ current, previous: [] }, 'connections');
const rotated = new SecretBox({ current, previous: [randomBytes(32), old] }, 'connections');
const before = new SecretBox({ current: old, previous: [] }, 'connections');

describe('A secret box', () => {
  it('opens any bytes that it sealed', () => {
    for (const plain of [secret, Buffer.alloc(0), randomBytes(100_000)]) {
      expect(box.open(box.seal(plain, 'here'), 'here').equals(plain)).to.equal(true);
    }
  });

  it('seals the same secret differently each time, and never shows it', () => {
    const sealed = Array.from({ length: 100 }, () => box.seal(secret, 'here'));
    expect(new Set(sealed.map((text) => text.slice(0, 30))).size).to.equal(100);
    for (const text of sealed) {
      expect(text).not.to.include('4711');
      expect(Buffer.from(text.split('.')[1] ?? '', 'base64url').includes('4711')).to.equal(false);
    }
  });

  it('does not open what was altered, in whichever byte', () => {
    const [id, text = ''] = box.seal(secret, 'here').split('.');
    const bytes = Buffer.from(text, 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const altered = Buffer.from(bytes);
      altered[index] = (altered[index] ?? 0) ^ 1;
      expect(() => box.open(`${id}.${altered.toString('base64url')}`, 'here'), String(index)).to.throw(
        SecretUnreadable,
        /altered/,
      );
    }
  });

  it('does not open what was cut short, down to nothing', () => {
    const sealed = box.seal(secret, 'here');
    for (let length = 0; length < sealed.length; length++) {
      expect(() => box.open(sealed.slice(0, length), 'here')).to.throw(SecretUnreadable);
    }
  });

  it('does not open what was sealed for another place', () => {
    expect(() => box.open(box.seal(secret, 'account 1, main'), 'account 2, main')).to.throw(SecretUnreadable);
  });

  it('does not open what was sealed for another purpose under the same master key', () => {
    const other = new SecretBox({ current, previous: [] }, 'answers');
    expect(() => other.open(box.seal(secret, 'here'), 'here')).to.throw(SecretUnreadable, /master key/);
  });

  it('opens what was sealed under a previous key, and knows it from what is current', () => {
    const sealed = before.seal(secret, 'here');
    expect(rotated.open(sealed, 'here').equals(secret)).to.equal(true);
    expect(rotated.isCurrent(sealed)).to.equal(false);
    expect(rotated.isCurrent(rotated.seal(secret, 'here'))).to.equal(true);
  });

  it('does not open what was sealed under a key that it does not have', () => {
    expect(() => box.open(before.seal(secret, 'here'), 'here')).to.throw(SecretUnreadable, /master key/);
  });

  it('does not accept a text only because it starts with the key id', () => {
    const [id] = box.seal(secret, 'here').split('.');
    const [, foreign] = before.seal(secret, 'here').split('.');
    expect(() => box.open(`${id}.${foreign}`, 'here')).to.throw(SecretUnreadable, /altered/);
  });
});
