import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { type HttpTarget, type ServiceClient, sharedService, startHttpTarget } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const LIST = '/api/variables';
const DECODERS = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync };
/** Longer than what is sent at one go. */
const ROWS = Array.from({ length: 20_000 }, (_, row) => ({ row, name: `Customer ${(row * 7919) % 100_003}` }));

describe('Answers are compressed', () => {
  let target: HttpTarget;
  let service: ServiceClient;
  before(async () => {
    target = await startHttpTarget((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(ROWS)),
    );
    service = await sharedService();
    for (let count = 0; count < 20; count++)
      await service.call(`${LIST}/template-${count}`, { method: 'PUT', body: { kind: 'css', content: 'p {}' } });
  });
  after(async () => {
    await target.close();
  });

  /** Sends exactly these headers besides the token. */
  async function ask(path: string, headers: Record<string, string>, { body, method = 'GET' }: Asked = {}) {
    const json = body && { 'content-type': 'application/json' };
    const sent = request(`${service.url}${path}`, {
      method: body === undefined ? method : 'POST',
      headers: { authorization: `Bearer ${service.token}`, ...json, ...headers },
    });
    sent.end(body && JSON.stringify(body));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { headers: answer.headers, status: answer.statusCode, bytes: await buffer(answer) };
  }
  interface Asked {
    body?: object;
    method?: string;
  }
  const gzip = { 'accept-encoding': 'gzip' };

  for (const [accepted, coding] of [
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['deflate', 'deflate'],
    ['*', 'br'],
  ] as const) {
    it(`for \`Accept-Encoding: ${accepted}\` by ${coding}`, async () => {
      const plain = await ask(LIST, {});
      const answer = await ask(LIST, { 'accept-encoding': accepted });
      expect(answer.headers).to.include({ 'content-encoding': coding, vary: 'Accept-Encoding' });
      expect(answer.headers['content-type']).to.equal(plain.headers['content-type']);
      expect(DECODERS[coding](answer.bytes).equals(plain.bytes)).to.equal(true);
      expect(answer.bytes.length).to.be.below(plain.bytes.length / 4);
    });
  }

  for (const accepted of [undefined, '', 'identity', 'gzip;q=0', 'identity;q=0', 'compress, x']) {
    it(`not for ${accepted === undefined ? 'no `Accept-Encoding`' : `\`Accept-Encoding: ${accepted}\``}`, async () => {
      const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
      const answer = await ask(LIST, headers);
      expect(answer.status).to.equal(200);
      expect(answer.headers).not.to.have.property('content-encoding');
      expect(answer.headers['vary']).to.equal(accepted === undefined ? undefined : 'Accept-Encoding');
      expect(JSON.parse(answer.bytes.toString()).data.items).to.have.lengthOf(20);
    });
  }

  it('where they are pages, metrics and data of a target, however long, and charged as others', async () => {
    for (const path of ['/docs', '/metrics']) {
      const { headers, bytes } = await ask(path, gzip);
      expect(headers, path).to.include({ 'content-encoding': 'gzip' });
      expect(gunzipSync(bytes).toString()).to.match(/^<!doctype html>|^# HELP/i);
    }
    const body = { method: 'GET', url: target.url };
    const { headers, bytes } = await ask('/api/utilities/http-request', gzip, { body });
    expect(headers).to.include({ 'content-encoding': 'gzip' });
    const answer = JSON.parse(gunzipSync(bytes).toString());
    expect(answer.data.body).to.deep.equal(ROWS);
    expect(answer.metadata).to.deep.equal({ actions_consumed: 1 });
  });

  it('not where they are short, PDFs, or a HEAD', async () => {
    const body = { html: '<p>A page that is more than a thousand bytes of PDF</p>' };
    const pdf = '/api/utilities/html-to-pdf';
    const json = await ask(pdf, gzip, { body });
    const { data } = JSON.parse(json.bytes.toString());
    const file = new URL(data.download_url).pathname;
    const answers = {
      short: await ask('/api/account', gzip),
      error: await ask('/api/nothing', gzip),
      json,
      bytes: await ask(pdf, { ...gzip, accept: 'application/pdf' }, { body }),
      file: await ask(file, gzip),
      head: await ask(LIST, gzip, { method: 'HEAD' }),
    };
    for (const [name, { headers, bytes }] of Object.entries(answers)) {
      expect(headers, name).not.to.have.property('content-encoding');
      if (name !== 'head') expect(Number(headers['content-length'] ?? bytes.length), name).to.equal(bytes.length);
    }
    expect(answers.file.headers.etag).to.match(/^"[\w-]+"$/);
    expect(answers.file.headers).not.to.have.property('vary');
  });

  it('not for a request with a cookie, which another site’s page may have sent', async () => {
    const { headers, bytes } = await ask(LIST, { ...gzip, cookie: 'toolpress_ops=a' });
    expect(headers).not.to.have.property('content-encoding');
    expect(JSON.parse(bytes.toString()).data.items).to.have.lengthOf(20);
  });
});
