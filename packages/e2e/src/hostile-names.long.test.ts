import { isOwnS3, type OwnS3, TestService, testS3 } from '@toolpress/testkit';
import { expect } from 'chai';
import { Client } from 'minio';
import { after, before, describe, it } from 'mocha';
import { hostileNames, hostileTexts } from './hostile-names.js';

const COUNT = 400;
/** The size of a text as JSON. */
const LARGE = 1024 * 1024;
const BUCKET = 'hostile-names';

describe('Many names and properties of hostile texts', function () {
  this.timeout(300_000);
  let service: TestService;
  let store: OwnS3 | undefined;
  let client: Client;
  before(async () => {
    const found = await testS3();
    if (found !== undefined && isOwnS3(found)) store = found;
    const OUTBOUND_ALLOW = store === undefined ? '' : new URL(store.endpoint).host;
    service = await TestService.start({ env: { OUTBOUND_ALLOW } });
    if (store === undefined) return;
    const { endpoint: url, accessKey, secretKey } = store;
    const { hostname: endPoint, port } = new URL(url);
    client = new Client({ endPoint, port: Number(port), useSSL: false, accessKey, secretKey });
    await client.makeBucket(BUCKET);
    const body = { provider: 's3', url, bucket: BUCKET, access_key: accessKey, token: secretKey };
    const saved = await service.call('/api/connections/archive', { method: 'PUT', body });
    expect(saved.status, saved.body.error).to.equal(200);
  });
  after(async () => {
    await service?.stop();
    await store?.stop();
  });
  const { literal, filled, call } = hostileNames(() => service);

  it('stay in their places, or are refused', async () => {
    expect(await literal(hostileTexts(COUNT, 3))).to.be.within(1, COUNT - 1);
  });

  it('stay in their places where tags are filled with them', async () => {
    expect(await filled(hostileTexts(COUNT, 4))).to.be.above(COUNT / 2);
  });

  it('of a megabyte are refused by a message that names the field and is short', async () => {
    for (const piece of ['a', '/', '\u202e', '\u0000', '[[a]]', '日', '\ud800', '../']) {
      const value = piece.repeat(LARGE / (JSON.stringify(piece).length - 2));
      for (const text of ['[[value]]', value])
        for (const field of [
          { filename: text },
          { metadata: { title: text } },
          { metadata: { author: `a${text}` } },
          { metadata: { keywords: [text] } },
          { attachments: [{ name: text, data_base64: 'YQ==' }] },
        ]) {
          const { fault = '' } = await call({ ...field, ...(text !== value && { data: { value } }) });
          expect(fault, `${JSON.stringify(piece)} in ${Object.keys(field)}`).to.not.equal('');
          expect(fault.length).to.be.below(1_000);
        }
    }
  });

  it('open no other folder of a bucket', async function () {
    if (store === undefined) this.skip();
    const keys: string[] = [];
    for (const value of hostileTexts(COUNT / 4, 5)) {
      const to = { connection: 'archive', folder: 'a/[[value]]' };
      const { data } = await call({ filename: 'f', deliver_to: to, data: { value } });
      if (data?.delivered === undefined) continue;
      expect(data.delivered.key).to.match(/^a\/(?!\.{1,2}\/)[^/\\\p{Cc}]+\/f\.pdf$/u);
      keys.push(data.delivered.key);
    }
    const found = await client.listObjectsV2(BUCKET, '', true).toArray();
    expect(found.map(({ name }: { name: string }) => name).sort()).to.deep.equal([...new Set(keys)].sort());
    expect(keys.length).to.be.above(COUNT / 8);
  });
});
