/** The recipes of docs/tools/pdf.md do what their titles promise, as they are printed there, with as much data as people have. */
import { pdfText, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { allBlocks } from './examples/blocks.js';

interface Recipe {
  html: string;
  css?: string;
  data: Record<string, object[]>;
}

/** Returns the request under a heading. */
function recipe(sign: string): Recipe {
  const block = allBlocks().find(({ page, text }) => page === 'docs/tools/pdf.md' && text.includes(sign));
  return JSON.parse(block?.text ?? '{}') as Recipe;
}

describe('The recipes', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  const pagesOf = async (body: object): Promise<string[]> => {
    const answer = await service.call('/api/utilities/html-to-pdf', { body: { locale: 'en', ...body } });
    expect(answer.status, answer.body.error).to.equal(200);
    expect(answer.body.data.warnings).to.equal(undefined);
    return pdfText(Buffer.from(answer.body.data.pdf_base64, 'base64'))
      .split('\f')
      .filter((page) => page.trim() !== '');
  };

  it('carry sums forward: the one before the first row of a page, and the one after its last', async () => {
    const { html, ...rest } = recipe('Carried forward');
    const rows = Array.from({ length: 120 }, (_, index) => ({ name: `row ${index + 1}`, net: `${index + 1}.10` }));
    for (const more of ['', '<thead><tr><th>Name</thead>']) {
      const pages = await pagesOf({ ...rest, html: html.replace('<table>', `<table>${more}`), data: { rows } });
      expect(pages.length).to.be.above(2);
      let done = 0;
      for (const [index, page] of pages.entries()) {
        const last = Math.max(...[...page.matchAll(/row (\d+)/g)].map(([, number]) => Number(number)));
        const sumOf = (count: number) =>
          ((count * (count + 1)) / 2 + count / 10).toLocaleString('en', { style: 'currency', currency: 'EUR' });
        if (index === 0) expect(page).not.to.include('Brought forward');
        else expect(page).to.include(`Brought forward ${sumOf(done)}`);
        if (index === pages.length - 1)
          expect(page)
            .to.include(`Total ${sumOf(120)}`)
            .and.not.include('Carried');
        else expect(page).to.include(`Carried forward ${sumOf(last)}`);
        done = last;
      }
      expect(done).to.equal(120);
    }
  });

  it('compute VAT by rate, exactly', async () => {
    const [page = ''] = await pagesOf(recipe('divided_by: 100'));
    expect(page.replace(/\s+/g, ' ').trim()).to.equal('10% of €95.15 €9.52 20% of €900.00 €180.00');
  });

  it('fill sheets of labels', async () => {
    const labels = recipe('grid-template');
    const rows = Array.from({ length: 49 }, (_, index) => ({ name: `n${index}`, street: 's', city: 'c' }));
    const pages = await pagesOf({ ...labels, data: { rows } });
    expect(pages.map((page) => page.match(/n\d+/g)?.length)).to.deep.equal([24, 24, 1]);
  });

  it('are found by the words that people search for', async () => {
    const script = await (await fetch(`${service.url}/docs-index.js`)).text();
    const [, json = ''] = /^globalThis\.toolpressIndex = (.*);\n$/s.exec(script) ?? [];
    const index = JSON.parse(json) as { href: string; title: string; text: string }[];
    for (const [words, href] of [
      ['carried forward', '/docs/pdf#sums-carried-forward'],
      ['foreign key', '/docs/get-record'],
      ['csv', '/docs/jobs'],
      ['upload font', '/docs/accounts#your-own-fonts'],
    ] as const) {
      const found = index.filter(({ title, text }) =>
        words.split(' ').every((word) => `${title} ${text}`.toLowerCase().includes(word)),
      );
      expect(
        found.some((one) => one.href.startsWith(href)),
        words,
      ).to.equal(true);
    }
  });
});
