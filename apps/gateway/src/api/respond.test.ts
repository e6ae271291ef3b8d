import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import { describe, it } from 'mocha';
import { Base64, sendJson } from './respond.js';

async function sent(value: unknown): Promise<{ json: unknown; length: number }> {
  const app = express();
  app.get('/', (_request, response) => void sendJson(response.type('application/json'), value));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const text = await answer.text();
  server.close();
  server.closeAllConnections();
  expect(Number(answer.headers.get('content-length'))).to.equal(Buffer.byteLength(text));
  return { json: JSON.parse(text), length: text.length };
}

describe('An answer', () => {
  for (const size of [0, 1, 2, 3, 1_000, 192 * 1024, 1_000_001]) {
    it(`has ${size} bytes as base64 without a seam`, async () => {
      const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, index) => (index * 7) % 256));
      const { json } = await sent({ a: 'ä', file: new Base64(bytes), z: [1] });
      expect(json).to.deep.equal({ a: 'ä', file: bytes.toString('base64'), z: [1] });
    });
  }

  it('leaves no listeners behind, however slowly it is read', async () => {
    const warnings: string[] = [];
    const onWarning = ({ message }: Error): unknown => warnings.push(message);
    process.on('warning', onWarning);
    await sent({ file: new Base64(Buffer.alloc(8_000_000)) });
    process.off('warning', onWarning);
    expect(warnings).to.deep.equal([]);
  });

  it('of long texts keeps every character', async () => {
    const text = `x${'🧾ä"'.repeat(200_000)}`;
    expect((await sent({ text })).json).to.deep.equal({ text });
  });
});
