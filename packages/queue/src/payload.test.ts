import { RawJson } from '@toolpress/contract';
import { startRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { RenderQueue, writePayload } from './index.js';
import { codeOf, job, LIMITS, logger, rendered } from './testing/documents.js';
import { holdDocument } from './testing/held-document.js';

describe('The copy of a document that waits in Redis', () => {
  let redis: TestRedis;
  let queue: RenderQueue;
  before(async () => {
    redis = await startRedis();
    queue = await RenderQueue.open(redis.url, LIMITS, logger);
  });
  after(async () => {
    await queue.close();
    await redis.stop();
  });

  /** Hands a document over, and writes down how much of it is held. */
  async function submit() {
    const payload = await writePayload(job('x'.repeat(1_000)));
    const held: { bytes: number; giveUp: (() => void) | undefined }[] = [];
    const onHeld = (bytes: number, giveUp?: () => void): void => void held.push({ bytes, giveUp });
    const reply = queue.submitAndWait(payload, { accountId: 'acc_1', deadlineMs: 60_000, onHeld });
    return { payload, held, reply };
  }

  it('is counted twice while it is written, once while Redis may lose it, and not when it is answered', async () => {
    const { consumer, taken, release } = holdDocument(redis.url, rendered());
    const { payload, held, reply } = await submit();
    const { bytes } = payload;
    await taken;
    release();
    await reply;
    expect(held.map((report) => report.bytes)).to.deep.equal([bytes, 2 * bytes, bytes, 0]);
    expect(held.map(({ giveUp }) => giveUp !== undefined)).to.deep.equal([false, false, true, false]);
    expect(payload.content).to.equal(undefined);
    await consumer.close();
  });

  it('is dropped when Redis has had the time to write it to its disk; the document is printed all the same', async () => {
    const { payload, held, reply } = await submit();
    const begun = performance.now();
    while (payload.content !== undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(performance.now() - begun, 'milliseconds').to.be.above(2_500);
    expect(held.at(-1)?.bytes).to.equal(0);
    const { consumer, release } = holdDocument(redis.url, rendered('from Redis'));
    release();
    expect(await reply).to.deep.equal(rendered('from Redis'));
    await consumer.close();
  });

  it('is written again into a Redis that has lost it; if it was dropped for others, its caller receives an error', async () => {
    const kept = await submit();
    const given = await submit();
    for (const { held } of [kept, given])
      while (held.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    given.held.at(-1)?.giveUp?.();
    expect(given.payload.content).to.equal(undefined);
    await redis.command('FLUSHALL');
    expect(await codeOf(given.reply)).to.equal('unavailable');
    const { consumer, release } = holdDocument(redis.url, rendered('added again'));
    release();
    expect(await kept.reply).to.deep.equal(rendered('added again'));
    await consumer.close();
  });
});

describe('A payload', () => {
  const document = { requestId: 'request-1', orientation: 'portrait' } as const;
  const long = `${'🧾ä"\\\n\u0000'.repeat(40_000)}\ud800`;

  it('says the same of texts of any length, and of what is passed on', async () => {
    const data = { a: [1, 'ä'] };
    const css = new RawJson(Buffer.from(JSON.stringify(long)), 1);
    const { content } = await writePayload({
      ...document,
      html: long,
      css,
      footerHtml: 'x',
      data: new RawJson('{"a":[1,"ä"]}'),
    });
    expect(String(content)).to.equal(JSON.stringify({ ...document, html: long, css: long, footerHtml: 'x', data }));
  });

  it('says the same of files, long ones and those that are passed on', async () => {
    const files = { 'a.css': long, 'b.png': { base64: 'AAAA' }, 'c.css': 'x' };
    for (const sent of [files, new RawJson(JSON.stringify(files))]) {
      const { content } = await writePayload({ ...document, html: 'x', files: sent });
      expect(JSON.parse(String(content))).to.deep.equal({ ...document, html: 'x', files });
    }
  });

  it('does not block others while a long one is written', async () => {
    let pauses = 0;
    const counting = setInterval(() => pauses++, 0);
    await writePayload({ ...document, html: long.repeat(10) });
    clearInterval(counting);
    expect(pauses).to.be.above(5);
  });
});
