import { expect } from 'chai';
import { describe, it } from 'mocha';
import { redactedPiece } from './echoes/redacted-stream.js';
import { HttpCredential } from './http-credential.js';

const SECRET = 'sk_live_4711abcDEF';
const MEBIBYTE = 1024 * 1024;

describe('A credential', () => {
  it('is searched in large stored answers by threads, piece by piece', async () => {
    const sizes: number[] = [];
    const largeBodies = {
      async call(_called: unknown, [moved, isLast, secrets]: readonly unknown[], sizeBytes: number): Promise<never> {
        sizes.push(sizeBytes);
        return redactedPiece((moved as { value: Buffer }).value, isLast as boolean, secrets as string[]) as never;
      },
    };
    const auth = { type: 'bearer', token: SECRET } as const;
    const connection = { slug: 'api', url: 'https://api.example/', version: '1', auth };
    const credential = new HttpCredential(connection, () => Promise.reject(new Error('no token')), largeBodies);
    const taken: Uint8Array[] = [];
    const take = async (pieces: AsyncIterable<Uint8Array>): Promise<void> => {
      for await (const piece of pieces) taken.push(piece);
    };
    const head = { status: 200, headers: {}, url: 'https://api.example/file' };
    const taker = credential.taking(() => ({ maxBytes: 5 * MEBIBYTE, take }), head, { account: 'a' });
    if (taker === undefined || taker === 'none') throw new Error('the answer is not taken');
    const text = `${'x'.repeat(99_982)}${SECRET}`.repeat(30);
    await taker.take(
      (async function* () {
        for (let at = 0; at < text.length; at += 65_536) yield Buffer.from(text.slice(at, at + 65_536));
      })(),
    );
    expect(Buffer.concat(taken).toString() === text.replaceAll(SECRET, '***')).to.equal(true);
    expect(sizes.length).to.be.within(2, 4);
    for (const size of sizes) expect(size).to.be.within(64 * 1024, 2 * MEBIBYTE);
    expect(credential.isReplaced).to.equal(true);
  });
});
