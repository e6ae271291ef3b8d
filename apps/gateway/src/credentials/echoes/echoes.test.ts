import { RawJson } from '@toolpress/contract';
import { itIsLinear } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { Echoes, sought } from './echoes.js';
import { redactedBody } from './redacted-body.js';
import { redactedPiece, redactedStream } from './redacted-stream.js';

const SECRET = 'sk_live+4711/äb'.replace('ä', 'Q');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const redact = (text: string, secret = SECRET): string => new Echoes(sought([secret])).redact(text);
const json = (body: string, secret = SECRET) => {
  const echoes = new Echoes(sought([secret]));
  return redactedBody({ 'content-type': 'application/json' }, Buffer.from(body), echoes).body;
};

describe('Echoes of a secret', () => {
  it('are replaced where they are, several times, at both ends', () => {
    expect(redact(`${SECRET} and ${SECRET}${SECRET}`)).to.equal('*** and ***');
    expect(redact(`x${SECRET}y`)).to.equal('x***y');
  });

  it('leave other texts as they are', () => {
    for (const text of ['', 'short', SECRET.slice(0, -1), `${SECRET.slice(1)}`, '%41%', 'a\\u00', '&amp', '100 %'])
      expect(redact(text)).to.equal(text);
  });

  it('are replaced as escapes of URLs, forms, JSON and HTML', () => {
    const every = (written: (code: number) => string): string =>
      [...SECRET].map((character) => written(character.charCodeAt(0))).join('');
    const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
    for (const written of [
      encodeURIComponent(SECRET),
      encodeURIComponent(SECRET).toLowerCase(),
      encodeURIComponent(encodeURIComponent(encodeURIComponent(SECRET))),
      every((code) => `%${hex(code, 2).toUpperCase()}`),
      every((code) => `\\u${hex(code, 4)}`),
      every((code) => `\\x${hex(code, 2)}`),
      every((code) => `&#${code};`),
      every((code) => `&#x${hex(code, 2)};`),
      SECRET.replaceAll('/', '\\/'),
      JSON.stringify(JSON.stringify(encodeURIComponent(SECRET))).slice(3, -3),
      Buffer.from(SECRET, 'utf16le').toString('latin1').slice(0, -1),
    ])
      expect(redact(`<${written}>`), written).to.equal('<***>');
  });

  it('are replaced in hexadecimal digits', () => {
    const hex = Buffer.from(SECRET).toString('hex');
    expect(redact(`0x${hex}`)).to.match(/^0\*\*\*$|^0x\*\*\*$/);
    expect(redact(`[${hex.toUpperCase()}]`)).to.equal('[***]');
  });

  it('are replaced in base64 of any text, in both alphabets, in lines', () => {
    for (const before of ['', 'a', 'ab', 'abc'])
      for (const after of ['', 'x', 'xy', 'xyz']) {
        const text = base64(`${before}${SECRET}${after}`);
        const lines = text.replaceAll(/.{7}/g, '$&\r\n');
        for (const written of [text, Buffer.from(`${before}${SECRET}${after}`).toString('base64url'), lines])
          for (const layer of [written, encodeURIComponent(written), JSON.stringify(written).replaceAll('/', '\\/')]) {
            const redacted = redact(`: ${layer}`);
            expect(redacted, layer).to.include('***');
            // At most two characters at each end are left.
            expect(redacted.length, redacted).to.be.below(layer.length - SECRET.length + 8);
          }
      }
  });

  it('are replaced in base64 of escapes and of UTF-16, and in hexadecimal digits of escapes', () => {
    const secret = `it's(a)*<"secret">&+/!`;
    const escaped = (pattern: RegExp, written: (code: number) => string): string =>
      secret.replace(pattern, (character) => written(character.charCodeAt(0)));
    const utf16 = Buffer.from(`a ${secret} b`, 'utf16le');
    for (const bytes of [
      escaped(/[^a-z]/g, (code) => `%${code.toString(16)}`),
      escaped(/[^a-z]/g, (code) => `%${code.toString(16).toUpperCase()}`),
      encodeURIComponent(secret).replace(/%../g, (each) => each.toLowerCase()),
      ...[escaped(/[&<>"']/g, (code) => ({ 38: '&amp;', 60: '&lt;', 62: '&gt;', 34: '&quot;' })[code] ?? '&#x27;')],
      ...[escaped(/[&<>"']/g, (code) => ({ 38: '&amp;', 60: '&lt;', 62: '&gt;', 34: '&#34;' })[code] ?? '&#39;')],
      ...[escaped(/[&<]/g, (code) => (code === 38 ? '&amp;' : '&lt;')), utf16, Buffer.from(utf16).swap16()],
    ].map((text) => Buffer.from(text)))
      for (const coding of ['base64', 'base64url', 'hex'] as const) {
        if (coding === 'hex' && bytes.includes(0)) continue;
        const written = bytes.toString(coding);
        const redacted = redact(`: ${written}`, secret);
        expect(redacted, `${coding} of ${bytes}`).to.include('***');
        expect(redacted.length, redacted).to.be.at.most(': ***'.length + 24);
      }
  });

  it('are replaced in texts and names of JSON, whose types stay', () => {
    expect(json(JSON.stringify({ a: `x${SECRET}`, n: 1, t: true, z: null, l: [SECRET, 2.5] }))).to.deep.equal({
      ...{ a: 'x***', n: 1, t: true, z: null },
      l: ['***', 2.5],
    });
    expect(json(JSON.stringify({ [SECRET]: 1, [base64(SECRET)]: { [SECRET]: 2 } }))).to.deep.equal({
      '***': 1,
      '***2': { '***': 2 },
    });
  });

  it('leave the digits of other numbers', () => {
    const body = json(`{"id":12345678901234567890,"echo":"${SECRET}","rate":1.50}`);
    expect(body)
      .to.be.instanceOf(RawJson)
      .with.property('content', '{"id":12345678901234567890,"echo":"***","rate":1.50}');
  });

  it('are replaced as numbers of JSON', () => {
    expect(json('{"a":4711471147,"b":4711,"c":[1,4711471147]}', '4711471147')).to.deep.equal({
      ...{ a: '***', b: 4711, c: [1, '***'] },
    });
  });

  it('are replaced in bytes, which are base64', () => {
    const body = Buffer.concat([Buffer.from([0, 1, 2, 255]), Buffer.from(SECRET), Buffer.from([0])]);
    const { body: shown } = redactedBody({}, body, new Echoes(sought([SECRET])));
    expect(Buffer.from(String(shown), 'base64').toString('latin1')).to.equal('\x00\x01\x02ÿ***\x00');
  });

  it('are replaced in a stream, with pieces of any size', async () => {
    const text = Array.from({ length: 150_000 }, (_, row) => `row ${row} ${row % 7 === 0 ? SECRET : 'none'}\n`).join(
      '',
    );
    for (const size of [1_000, 65_537, 500_000]) {
      const pieces = async function* (): AsyncGenerator<Buffer> {
        for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size));
      };
      const searched: number[] = [];
      const redacted = redactedStream(pieces(), (piece, isLast) => {
        searched.push(piece.length);
        return redactedPiece(piece, isLast, [SECRET]);
      });
      const ready: Uint8Array[] = [];
      for await (const piece of redacted) ready.push(piece);
      const whole = Buffer.concat(ready).toString();
      expect(whole === text.replaceAll(SECRET, '***'), `${size}`).to.equal(true);
      expect(Math.max(...searched), 'bytes held').to.be.below(2 * 1024 * 1024);
    }
  });

  itIsLinear('take linear time for a text that nearly is the secret everywhere', 250_000, (length) => {
    const echoes = new Echoes(sought([`${'a'.repeat(7_999)}b`]));
    const text = 'a'.repeat(length);
    return () => echoes.redact(text);
  });

  itIsLinear('take linear time for JSON full of them', 100_000, (length) => {
    const echoes = new Echoes(sought([SECRET]));
    const json = JSON.stringify(
      Array.from({ length: length / 50 }, (_, id) => ({ id, echo: `%41 ${SECRET}`, [SECRET]: '\\' })),
    );
    return () => echoes.redactJson(json);
  });
});
