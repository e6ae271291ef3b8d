import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { areJudgesHere, TestService, veraPdf } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { invoices, worstOf } from './hungry/probes.js';
import { allowPages, longDocument, wrongNumbers } from './long-documents.js';

const CHAPTERS = 1_000;
/** Standards take several times as long. */
const CHAPTERS_OF_STANDARDS = 300;
const NEIGHBOURS = 4;
const QUIET_MS = 5_000;
/** The largest delay of a neighbour's answer beyond the quiet service, in milliseconds: a second when no other tests run. */
const GOAL_MS = 3_000;
const LIMIT_MS = 1_800_000;

describe('A document of 1,000 pages', () => {
  let service: TestService;
  before(async () => {
    // The limits are for busy machines.
    const env = { RENDER_CONCURRENCY: '4', RENDER_DEADLINE_MS: '120000', RENDER_PRINT_LIMIT_MS: '60000' };
    service = await TestService.start({ env });
    await allowPages(service, service.accountId, 2_000);
  });
  after(() => service.stop());

  async function printed(input: object): Promise<{ pdf: Buffer; pages: number }> {
    const body = { tool: 'html-to-pdf', input: { ...input, return: 'link' } };
    const job = await service.call('/api/jobs', { body });
    expect(job.status, job.body.error).to.equal(202);
    const { result, error } = (await service.ended(`/api/jobs/${job.body.data.id}`)).body.data;
    expect(error).to.equal(undefined);
    return {
      pdf: Buffer.from(await (await fetch(result.signed_url)).arrayBuffer()),
      pages: result.page_count,
    };
  }

  it('has right numbers in contents, references, footnotes, headers and footers, and delays no neighbour', async function () {
    this.timeout(LIMIT_MS);
    const accounts = [];
    for (let index = 0; index < NEIGHBOURS; index++) accounts.push(await service.createAccount(`n${index}`));
    const neighbours = accounts.map(({ token }) => invoices(service, token));
    try {
      await sleep(QUIET_MS);
      for (const one of neighbours) one.forget(performance.now());
      const quiet = performance.now();
      await sleep(QUIET_MS);
      const before = worstOf(neighbours, quiet);
      const begun = performance.now();
      const { pdf, pages } = await printed(longDocument(CHAPTERS));
      const beside = worstOf(neighbours, begun);
      expect(beside.failed).to.deep.equal([]);
      expect(beside.ms, `quiet: ${before.ms} ms`).to.be.at.most(before.ms + GOAL_MS);
      expect(pages).to.be.within(CHAPTERS + 15, CHAPTERS + 50); // with those of the contents
      expect(wrongNumbers(pdf, CHAPTERS)).to.deep.equal([]);
    } finally {
      await Promise.all(neighbours.map((one) => one.stop()));
    }
    const { by_tool } = (await service.call('/api/usage')).body.data;
    expect(by_tool['html-to-pdf']).to.deep.equal({ actions: 3 * 21, requests: 1 });
  });

  it('conforms to PDF/A-3a and PDF/UA-1, with fewer pages', async function () {
    this.timeout(LIMIT_MS);
    const standards = { conformance: ['pdf/a-3a', 'pdf/ua-1'], metadata: { title: 'Long' } };
    const { pdf } = await printed({ ...longDocument(CHAPTERS_OF_STANDARDS), ...standards });
    expect(wrongNumbers(pdf, CHAPTERS_OF_STANDARDS)).to.deep.equal([]);
    if (!(await areJudgesHere('veraPdf'))) this.skip();
    const folder = await mkdtemp(join(tmpdir(), 'toolpress-long-'));
    const file = join(folder, 'long.pdf');
    await writeFile(file, pdf);
    try {
      for (const flavour of ['3a', 'ua1'] as const) {
        const [verdict] = await veraPdf([file], flavour);
        expect(verdict, flavour).to.deep.equal({ file, passed: true, failures: [] });
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
