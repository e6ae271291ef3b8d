import { jsonText, PdfRequest, RawJson, ServiceError } from '@toolpress/contract';
import { decodeBody } from '@toolpress/outbound';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { allEndpoints } from '../compose.js';
import { LargeBodies } from './large-bodies.js';

const ANN = { account: 'ann' };

describe('A large body', () => {
  let bodies: LargeBodies;
  before(() => {
    bodies = new LargeBodies();
  });
  after(() => bodies.close());

  const read = (body: string): Promise<unknown> => bodies.read(Buffer.from(body), PdfRequest, 'body', ANN);
  const errorOf = async (body: string): Promise<ServiceError> =>
    read(body).then(
      () => expect.fail('it was not refused'),
      (error) => {
        expect(error).to.be.instanceOf(ServiceError);
        return error as ServiceError;
      },
    );

  it('comes back checked, with what is passed on as bytes', async () => {
    const sent = { html: 'ä'.repeat(300_000), data: { a: [1, { b: null }] }, margin: { top: '1in' }, strict: true };
    const body = (await read(JSON.stringify(sent))) as { html: RawJson; data: RawJson };
    for (const field of [body.html, body.data]) expect(field).to.be.instanceOf(RawJson);
    expect(body.html.sizeBytes, 'as read, not as JSON').to.equal(600_000);
    expect(JSON.parse(jsonText(body))).to.deep.equal(sent);
  });

  it('is refused in the same words as a small one', async () => {
    expect(await errorOf('{"html": "x"')).to.include({ code: 'invalid_json', status: 400 });
    expect((await errorOf('{"html": "x",}')).message).to.match(
      /^The request body is not valid JSON: property name expected: .*; the last member has no trailing comma \(line 1, column 14\)\.$/,
    );
    const wrong = await errorOf('{"html": 7, "pagesize": "A4"}');
    expect(wrong.message).to.equal('`html` must be a string. `pagesize` is not known; did you mean `page_size`?');
  });

  it('is one of many values, or of many objects that are checked, which take the validator long', async () => {
    const isPassedOn = async (fields: object): Promise<boolean> => {
      const bytes = Buffer.from(JSON.stringify({ html: 'x', data: { rows: [] }, ...fields }));
      return ((await bodies.readAny(bytes, PdfRequest, 'body', ANN)) as { data: unknown }).data instanceof RawJson;
    };
    const listed = (count: number, item: unknown): unknown[] => Array.from({ length: count }, () => item);
    const invoice = (lines: number) => ({
      e_invoice: { profile: 'en16931', invoice: { number: '1', lines: listed(lines, { id: '1' }) } },
    });
    expect(await isPassedOn({ data: { rows: listed(3_000, { a: '{' }) } }), 'objects that are not checked').to.equal(
      false,
    );
    expect(await isPassedOn({ data: { rows: listed(11_000, 1) } })).to.equal(true);
    expect(await isPassedOn(invoice(100))).to.equal(false);
    expect(await isPassedOn(invoice(101))).to.equal(true);
  });

  it('can be that of any endpoint', async () => {
    const shapes = (await allEndpoints()).flatMap((endpoint) =>
      'body' in endpoint && endpoint.body ? [endpoint.body] : [],
    );
    expect(shapes.length).to.be.above(5);
    for (const shape of shapes) {
      const error = await bodies.read(Buffer.from('{'), shape, 'body', ANN).catch((thrown: unknown) => thrown);
      expect(error).to.include({ code: 'invalid_json' });
    }
  });

  it('is one of many at a time, each with its own', async () => {
    const texts = Array.from({ length: 20 }, (_, index) => `document ${index}`);
    const read20 = await Promise.all(texts.map((html) => read(JSON.stringify({ html }))));
    expect(read20.map((body) => (body as PdfRequest).html)).to.deep.equal(texts);
  });

  it('waits for one body of another account, not for all bodies before it', async () => {
    const members = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`m${index}`, index]));
    const slow = JSON.stringify({ html: 'x', data: members });
    const done: string[] = [];
    const reading = async (account: string, body: string): Promise<void> => {
      await bodies.read(Buffer.from(body), PdfRequest, 'body', { account });
      done.push(account);
    };
    const slowOnes = Array.from({ length: 5 }, () => reading('ann', slow));
    await Promise.all([...slowOnes, reading('bob', JSON.stringify({ html: 'y'.repeat(300_000) }))]);
    expect(done.indexOf('bob'), 'before the second of the other account').to.be.below(2);
  });

  it('of more than a million names and values is refused before it is parsed', async () => {
    const error = await errorOf(`{"html":"x","data":{"a":[${'{},'.repeat(1_000_001)}`);
    expect(error).to.include({ code: 'body_too_large', status: 413 });
    expect(error.message).to.equal('The request body has more than 1,000,000 names and values.');
  });

  for (const [what, type, body] of [
    ['JSON', 'application/json', '{"a":["ü",{"__proto__":1}]}'],
    ['text', 'text/plain', 'Grüße "to" all\\'],
    ['bytes', 'image/png', Buffer.from([0, 255, 1])],
    ['nothing', 'text/plain', ''],
  ] as const) {
    it(`of a target’s answer is decoded as a small one is: ${what}`, async () => {
      const response = { headers: { 'content-type': type }, body: Buffer.from(body as string) };
      const expected = decodeBody(response);
      expect(JSON.parse(jsonText(await bodies.decode(response, ANN)))).to.deep.equal(
        JSON.parse(JSON.stringify(expected)),
      );
    });
  }

  it('does not delay others while it is read', async () => {
    const members = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`m${index}`, index]));
    const body = JSON.stringify({ html: 'x', data: members });
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    await read(body);
    clearInterval(counting);
    expect(turns).to.be.above(20);
  });
});
