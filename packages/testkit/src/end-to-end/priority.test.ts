import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { descendantsOf, eventually, TestService } from '../index.js';

const NICE = 3;

/** The 19th field; the second may hold blanks. */
const niceOf = (pid: number): number =>
  Number(
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[16],
  );

describe('Printing', () => {
  let service: TestService;
  let worker: number;
  let chromium: { pid: number; command: string }[];
  before(async () => {
    service = await TestService.start({ env: { RENDER_NICE: String(NICE) } });
    worker = service.workers[0]?.pid ?? -1;
    const { body } = await service.call('/api/utilities/html-to-pdf', { body: { html: 'There is a page by now.' } });
    expect(body.success, body.error).to.equal(true);
    chromium = descendantsOf(worker).filter(({ command }) => command.includes('--type='));
  });
  after(() => service?.stop());

  it('yields the processor to what answers requests', () => {
    expect(niceOf(worker) - niceOf(service.gateway.pid)).to.equal(NICE);
    // These do the work. Of a browser that is root's, which may, the other processes choose their priorities themselves.
    const pages = chromium.filter(({ command }) => command.includes('--type=renderer'));
    expect(pages).not.to.have.lengthOf(0);
    for (const { pid } of pages) expect(niceOf(pid)).to.equal(niceOf(worker));
  });

  it('yields it as a session too, where the system shares it out to sessions', async function () {
    if (!existsSync('/proc/self/autogroup')) this.skip();
    const browser = chromium[0]?.pid ?? -1;
    const groupOf = (pid: number): string => readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim();
    await eventually(() => expect(groupOf(browser)).to.match(new RegExp(` nice ${niceOf(worker)}$`)));
    expect(groupOf(service.gateway.pid)).not.to.equal(groupOf(browser));
  });
});
