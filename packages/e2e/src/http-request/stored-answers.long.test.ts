import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { type HttpTarget, startHttpTarget, TARGET_ADDRESS, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const TOOL = '/api/utilities/http-request';
const MIB = 1024 * 1024;
const SIZE_MIB = 100;
/** The largest growth of the gateway's memory in MiB. Four answers of 100 MiB together would be 400. */
const MOST_MIB = 96;

describe('Stored answers of 100 MiB', () => {
  let service: TestService;
  let target: HttpTarget;
  const piece = Buffer.alloc(MIB, 'abcdefghijklm');
  before(async () => {
    target = await startHttpTarget(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-large' });
      for (let sent = 0; sent < SIZE_MIB; sent++)
        if (!response.write(piece)) await new Promise((resolve) => response.once('drain', resolve));
      response.end();
    });
    service = await TestService.start({ workers: 0, env: { OUTBOUND_ALLOW: TARGET_ADDRESS } });
  });
  after(async () => {
    await service.stop();
    await target.close();
  });

  /** The gateway's memory in MiB: current, and the peak since the last reset. */
  const memory = (field: 'VmRSS' | 'VmHWM'): number =>
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${service.gateway.pid}/status`, 'utf8'))?.[1]) /
    1024;
  const store = () => service.call(TOOL, { body: { method: 'GET', url: `${target.url}/large`, response: 'store' } });

  it('are never in the gateway’s memory, also several at the same time', async () => {
    const hash = createHash('sha256');
    for (let sent = 0; sent < SIZE_MIB; sent++) hash.update(piece);
    const sha256 = hash.digest('hex');
    await store();
    const before = memory('VmRSS');
    writeFileSync(`/proc/${service.gateway.pid}/clear_refs`, '5');
    const answers = await Promise.all([store(), store(), store(), store()]);
    for (const { status, body } of answers) {
      expect(status, body.error).to.equal(200);
      expect(body.data.file).to.include({ size_bytes: SIZE_MIB * MIB, sha256 });
    }
    const grown = memory('VmHWM') - before;
    expect(grown, 'MiB').to.be.below(MOST_MIB);
  });
});
