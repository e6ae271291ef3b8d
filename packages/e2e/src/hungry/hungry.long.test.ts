import { gzipSync } from 'node:zlib';
import { pdfText, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, describe, it } from 'mocha';
import { CATALOG } from './catalog/catalog.js';
import type { Way } from './catalog/entry.js';
import { LIMITS } from './catalog/limits.js';
import { type Asked, Street } from './street.js';

const PDF = '/api/utilities/html-to-pdf';
/** The longest time until a hostile answer. */
const LIMIT_MS = 30_000;

/** The size of documents that may be large, so that all tests take four minutes. */
const SIZE = 1024 * 1024;

/** One input for each part of the service, in different ways. The others are sent by `main.js`. */
const SENT: readonly (readonly [name: string, ways: readonly Way[], size?: number])[] = [
  ['scripts that fill elements', ['call', 'check', 'job'], SIZE],
  ['endings of addresses of scripts', ['preview'], SIZE],
  ['looks of scripts in a style sheet', ['form']],
  ['texts of targets', ['row'], SIZE],
  ['running heads inside each other', ['saved']],
  ['cells over a thousand columns', ['call']],
  ['nearest names of blocks without a value', ['check']],
  ['tags of other languages that do not end', ['check'], SIZE],
  ['a form of brackets that is printed', ['other']],
  ['unknown metadata', ['call'], SIZE],
  ['a message with unknown arguments', ['other']],
  ['attributes of one element', ['call'], SIZE],
  ['selectors for many elements', ['call']],
  ['custom properties that expand', ['check']],
  ['numbers of a million digits', ['call'], SIZE],
  ['a background of a page that is slow to read', ['call']],
  ['marked elements', ['call']],
  ['lines of an invoice', ['call']],
  ['an upload of blank lines', ['other'], 20 * SIZE],
];
/** Inputs that are sent twenty times at the same time. */
const SENT_BY_MANY: readonly (readonly [name: string, way: Way, size: number])[] = [
  ['scripts that fill elements', 'check', SIZE / 8],
  ['texts of targets', 'call', SIZE / 8],
];

describe('Neighbours of an account', () => {
  let street: Street;
  let isStuck = false;
  before(async () => {
    street = await Street.start();
  });
  after(() => street.stop());
  afterEach(async () => {
    if (!isStuck) return;
    await street.stop();
    street = await Street.start();
    isStuck = false;
  });

  const faultsOf = async (name: string, asked: Omit<Asked, 'limitMs'>): Promise<string> => {
    const entry = CATALOG.find((one) => one.name === name);
    if (entry === undefined) throw new Error(`no input ${name}`);
    const report = await street.send(entry, { limitMs: LIMIT_MS, ...asked });
    isStuck = report.isKilled;
    return report.faults.join('; ');
  };

  for (const [name, ways, size] of SENT)
    for (const way of ways)
      it(`do not wait for ${name}, sent as ${way}`, async () => {
        expect(await faultsOf(name, { way, size })).to.equal('');
      });

  for (const [name, way, size] of SENT_BY_MANY)
    it(`wait at most three seconds for ${name}, sent twenty times as ${way}`, async () => {
      expect(await faultsOf(name, { way, size, isMany: true })).to.equal('');
    });

  it('see no fault of the service in its log', () => {
    expect(street.service.logs()).not.to.match(/"level":"(error|fatal)"/);
  });
});

describe('A document that exceeds a limit', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
  });
  after(() => service.stop());

  for (const { name, document, size, answers } of LIMITS)
    it(`such as ${name} is refused before it is printed, with the limit, the count and what to do`, async () => {
      const response = await fetch(`${service.url}${PDF}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${service.token}`,
          'content-type': 'application/json',
          'content-encoding': 'gzip',
        },
        body: new Uint8Array(gzipSync(JSON.stringify(document?.(size)))),
      });
      const { error } = (await response.json()) as { error?: string };
      expect(`${response.status} ${response.headers.get('x-error-code')}`, error).to.equal(answers?.[0]);
      expect(error).to.match(/has [\d,]{5,} .*, more than [\d,]{5,}: \w+/);
    });

  it('is not one that has the same watermark on 50 pages, which is drawn once', async () => {
    const html = '<p style="break-after: page">page</p>'.repeat(49).concat('page');
    const watermark_html = '<div style="width: 150mm; height: 200mm; filter: blur(40px); background: red">draft</div>';
    const { status, body } = await service.call(PDF, { body: { html, watermark_html } });
    expect(status, body.error).to.equal(200);
    expect(body.data.page_count).to.equal(50);
    expect(pdfText(Buffer.from(body.data.pdf_base64, 'base64')).match(/page/g)).to.have.lengthOf(50);
    expect(body.data.size_bytes).to.be.below(1_000_000);
  });

  it('is not charged, and none of it is a fault of the service', async () => {
    expect((await service.call('/api/usage')).body.data.requests, 'charged').to.equal(1);
    expect(service.logs()).not.to.match(/"level":"(error|fatal)"/);
  });
});
