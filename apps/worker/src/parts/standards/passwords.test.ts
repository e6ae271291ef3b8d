import { expect } from 'chai';
import { describe, it } from 'mocha';
import { preparedPassword } from './passwords.js';

describe('A password of a PDF', () => {
  const prepared = (password: string) => preparedPassword('protect.user_password', password);
  const refusal = (password: string) =>
    prepared(password).then(
      () => expect.fail('it was taken'),
      (error: Error) => error.message,
    );

  it('is what readers make of what is typed', async () => {
    expect(await preparedPassword('protect.user_password', undefined)).to.equal(undefined);
    expect(await prepared('plain ~ ASCII')).to.equal('plain ~ ASCII');
    expect(await prepared('I\u00adX')).to.equal('IX');
    expect(await prepared('a\u00a0b')).to.equal('a b');
    expect(await prepared('\ufb01ne \u2168')).to.equal('fine IX');
    expect(await prepared('u\u0308')).to.equal('ü');
    expect(await prepared('日本😀')).to.equal('日本😀');
  });

  it('rejects invisible and control characters, and the error does not repeat it', async () => {
    for (const character of ['\u0007', '\u00ad', '\ud800', '\u200e', '\ue000', '\u0627secret1']) {
      const message = await refusal(character);
      expect(message).to.match(/^`protect\.user_password` has characters that a password can’t have/);
      expect(message).not.to.include(character);
    }
  });

  it('is at most 127 bytes long', async () => {
    expect(await prepared(`${'ä'.repeat(63)}a`)).to.have.lengthOf(64);
    expect(await refusal('ä'.repeat(64))).to.match(/at most 127 bytes/);
    expect(await refusal('日'.repeat(43))).not.to.include('日');
  });
});
