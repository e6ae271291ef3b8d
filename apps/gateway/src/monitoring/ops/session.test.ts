import { expect } from 'chai';
import { describe, it } from 'mocha';
import { OpsSessions } from './session.js';

const masterKey = Buffer.alloc(32, 7);
const options = { masterKey, adminToken: 'a'.repeat(24), publicUrl: 'http://x' };
const NOW = Date.UTC(2030, 0, 1, 12);
const HOUR = 3_600_000;

describe('The operator’s session', () => {
  const sessions = new OpsSessions(options);

  it('lasts eight hours on every gateway with the same secrets', () => {
    const cookie = sessions.begin(NOW);
    const elsewhere = new OpsSessions(options);
    expect(elsewhere.isValid(cookie, NOW)).to.equal(true);
    expect(elsewhere.isValid(cookie, NOW + 8 * HOUR - 1_000)).to.equal(true);
    expect(elsewhere.isValid(cookie, NOW + 8 * HOUR)).to.equal(false);
  });

  it('ends when the admin token or the master key changes', () => {
    const cookie = sessions.begin(NOW);
    expect(new OpsSessions({ ...options, adminToken: 'b'.repeat(24) }).isValid(cookie, NOW)).to.equal(false);
    expect(new OpsSessions({ ...options, masterKey: Buffer.alloc(32, 8) }).isValid(cookie, NOW)).to.equal(false);
  });

  it('cannot be extended or forged', () => {
    const [end = '', signature = ''] = sessions.begin(NOW).split('.');
    expect(sessions.isValid(`${Number(end) + 1}.${signature}`, NOW)).to.equal(false);
    const otherEnd = signature.endsWith('A') ? 'E' : 'A';
    expect(sessions.isValid(`${end}.${signature.slice(0, -1)}${otherEnd}`, NOW)).to.equal(false);
    for (const value of [undefined, '', '.', `${end}.`, end, `${end}.${signature}.x`, 'x'.repeat(5_000)]) {
      expect(sessions.isValid(value, NOW), String(value).slice(0, 20)).to.equal(false);
    }
  });

  it('is restricted to HTTPS if the service uses HTTPS', () => {
    expect(sessions.cookieOptions).to.include({ secure: false, httpOnly: true, sameSite: 'strict', path: '/ops' });
    expect(new OpsSessions({ ...options, publicUrl: 'https://x' }).cookieOptions.secure).to.equal(true);
  });
});
