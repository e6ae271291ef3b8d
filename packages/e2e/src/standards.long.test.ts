import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { areJudgesHere, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { constructs, generated, samples, type TestDocument } from './standards/documents.js';
import { judge, letterheadOf, type Outcome, printed } from './standards/judge.js';

/** The number of generated documents; `DOCUMENTS=2000` makes more. */
const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 3);
/** The number of constructs in a document; 1 shows which one is at fault. */
const TOGETHER = Number(process.env['CONSTRUCTS_TOGETHER'] ?? 10);

/** What the others are parts of. */
const BOTH = ['2b', '3a+ua1'];

/** Returns the faults and errors of a document, as lines of text. */
const inWords = ({ id, level, error, faults }: Outcome): string[] => [
  ...faults.map(({ by, what }) => `${id} at ${level}: ${by}: ${what}`),
  ...(error === undefined ? [] : [`${id} at ${level}: ${error}`]),
];

interface Group {
  documents: readonly TestDocument[];
  levels: readonly string[];
  looks?: readonly string[];
}

const isInvoice = ({ body }: TestDocument): boolean => 'e_invoice' in body;

/** No document is there twice at a level. @param letterhead of some of the generated ones. */
function groupsOf(letterhead: string) {
  const mixtures = Array.from({ length: DOCUMENTS }, (_, at) => generated(at + 1, letterhead));
  const payslips = samples().filter(({ id }) => id.startsWith('sample-payslip'));
  return {
    samples: { documents: samples().filter((sample) => !isInvoice(sample)), levels: BOTH, looks: ['3a+ua1'] },
    // Their XML is not PDF/A, so PDF/A-2 must not embed it.
    invoices: { documents: samples().filter(isInvoice), levels: ['3b', '3a+ua1'] },
    others: { documents: [...payslips, generated(5), generated(6)], levels: ['3b', '3a', 'ua1'] },
    constructs: { documents: constructs(TOGETHER), levels: ['3a+ua1'] },
    mixtures: { documents: mixtures, levels: BOTH, looks: BOTH },
  } satisfies Record<string, Group>;
}

describe('Documents at the levels of PDF/A and PDF/UA', () => {
  const outcomes = new Map<string, Outcome[]>();
  before(async function () {
    this.timeout(900_000 + DOCUMENTS * 30_000);
    if (!(await areJudgesHere('veraPdf'))) this.skip();
    const out = mkdtempSync(join(tmpdir(), 'toolpress-standards-'));
    const service = await TestService.start({ env: { RENDER_CONCURRENCY: '2' } });
    try {
      const groups: Record<string, Group> = groupsOf(await letterheadOf(service));
      for (const [name, { documents, levels, looks = [] }] of Object.entries(groups))
        outcomes.set(name, await printed(documents, { service, out, levels, looks }));
      await judge([...outcomes.values()].flat());
    } finally {
      await service.stop();
      rmSync(out, { recursive: true });
    }
  });

  for (const [name, what] of [
    ['samples', 'and look as without it: the samples'],
    ['invoices', 'with an invoice for machines in them'],
    ['others', 'at each of the other levels'],
    ['constructs', 'in one file, whatever they are made of'],
    ['mixtures', 'and look as without it: mixtures of everything'],
  ] as const)
    it(`pass veraPDF and qpdf ${what}`, () => {
      const all = outcomes.get(name) ?? [];
      expect(all).to.not.be.empty;
      expect(all.flatMap(inWords)).to.deep.equal([]);
    });
});
