import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { areJudgesHere, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { constructs, generated, samples, type TestDocument } from './standards/documents.js';
import { judge, LEVELS, letterheadOf, type Outcome } from './standards/judge.js';

/** How many documents are generated; `DOCUMENTS=2000` makes more. */
const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 8);

/** What the others are parts of. */
const BOTH = ['2b', '3a+ua1'];

/** What nobody may say against a document: it passed, or was refused for its author's faults. */
const inWords = ({ id, level, error, faults }: Outcome): string[] => [
  ...faults.map(({ by, what }) => `${id} at ${level}: ${by}: ${what}`),
  ...(error === undefined ? [] : [`${id} at ${level}: ${error}`]),
];

describe('Documents at the levels of PDF/A and PDF/UA', () => {
  let service: TestService;
  let out = '';
  before(async function () {
    if (!(await areJudgesHere('veraPdf'))) this.skip();
    service = await TestService.start({ env: { RENDER_CONCURRENCY: '2' } });
    out = mkdtempSync(join(tmpdir(), 'toolpress-standards-'));
  });
  after(async () => {
    await service?.stop();
    if (out !== '') rmSync(out, { recursive: true });
  });

  const complaints = async (
    documents: readonly TestDocument[],
    levels: readonly string[],
    looks: readonly string[] = [],
  ) => (await judge(documents, { service, out, levels, looks })).flatMap(inWords);

  it('pass veraPDF and qpdf, and look as without it: the samples', async () => {
    const isInvoice = ({ body }: TestDocument): boolean => 'e_invoice' in body;
    expect(
      await complaints(
        samples().filter((sample) => !isInvoice(sample)),
        BOTH,
        BOTH,
      ),
    ).to.deep.equal([]);
    // Its XML is no PDF/A, so that PDF/A-2 may not hold it.
    expect(await complaints(samples().filter(isInvoice), ['3b', '3a+ua1'])).to.deep.equal([]);
  });

  it('pass at each level', async () => {
    const documents = [
      ...samples().filter(({ id }) => /^sample-(invoice|payslip)/.test(id)),
      generated(5),
      generated(6),
    ];
    expect(await complaints(documents, Object.keys(LEVELS))).to.deep.equal([]);
  });

  it('pass PDF/A-3a and PDF/UA-1 in one file, whatever they are made of', async () => {
    expect(await complaints(constructs(), ['3a+ua1'])).to.deep.equal([]);
  });

  it('pass PDF/A-2b, PDF/A-3a and PDF/UA-1 in mixtures of everything, and look as without it', async () => {
    const letterhead = await letterheadOf(service);
    const mixtures = Array.from({ length: DOCUMENTS }, (_, at) => generated(at + 1, letterhead));
    expect(await complaints(mixtures, BOTH, BOTH)).to.deep.equal([]);
  });
});
