import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pdfInfo, pdfText, qpdfComplaints, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const run = promisify(execFile);

describe('The one PDF of a batch', () => {
  let service: TestService;
  let folder: string;
  before(async () => {
    service = await TestService.start();
    folder = await mkdtemp(join(tmpdir(), 'toolpress-merged-'));
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  const merge = async (input: object, rows: object[]) => {
    const { token } = await service.createAccount('merging');
    const body = { tool: 'json-to-pdf', output: 'merged', input, rows };
    const { id } = (await service.call('/api/batches', { token, body })).body.data;
    const batch = (await service.ended(`/api/batches/${id}`, token)).body.data;
    expect(batch.result, JSON.stringify(batch)).to.be.an('object');
    const answer = await fetch(batch.result.download_url);
    const pdf = Buffer.from(await answer.arrayBuffer());
    const path = join(folder, `${id}.pdf`);
    await writeFile(path, pdf);
    const items = (await service.call(`/api/batches/${id}/rows?limit=1000`, { token })).body.data.items;
    return { batch, answer, pdf, path, rows: items as Row[] };
  };
  /** What poppler reads: the outline with its pages, and the pages that links lead to, by their texts. */
  const seen = async (path: string) => {
    const { stdout } = await run('pdftohtml', ['-xml', '-i', '-stdout', '-hidden', path], { maxBuffer: 2 ** 27 });
    const outline = /<outline>.*<\/outline>/s.exec(stdout)?.[0] ?? '';
    const links = [...stdout.matchAll(/<a href="[^"#]*#(\d+)">(.*?)<\/a>/g)];
    return {
      entries: [...outline.matchAll(/<item page="(\d+)">(.*?)<\/item>/g)].map(([, page, title]) => `${title} ${page}`),
      links: links.map(([, page, text]) => `${text} ${page}`),
    };
  };

  it('has the pages of all rows in their order, an entry of its outline for each, and links within each', async () => {
    const html = `<title>[[title]]</title><h1>[[name]]</h1><p><a href="#end">to the end of [[name]]</a>
      <h2>Sums</h2><p>[[name]] (1 0 R) \\( )</p><h2 style="break-before: page" id="end">End</h2><p>of [[name]]`;
    const names = Array.from({ length: 30 }, (_, index) => `Person-${index + 1}`);
    const data = names.map((name, index) => ({ name, title: index < 20 ? `(${name}) Ä` : '' }));
    const input = { html, outline: true, filename: 'Slips', footer_html: '<p>[[page]] of [[pages]]', tagged: true };
    const { batch, answer, pdf, path, rows } = await merge(input, data);
    expect(batch).to.deep.include({ status: 'done', done: 30 });
    expect(batch.result).to.include({ page_count: 60, missing: 0, size_bytes: pdf.length });
    expect(answer.headers.get('content-type')).to.equal('application/pdf');
    expect(answer.headers.get('content-disposition')).to.include('Slips.pdf');
    expect(await qpdfComplaints([path])).to.deep.equal([[]]);
    expect(pdfInfo(pdf)).to.include({ pages: 60, title: 'Slips', tagged: false });
    const single = await Promise.all(
      rows.map(async ({ result }) => pdfText(Buffer.from(await (await fetch(result.download_url)).arrayBuffer()))),
    );
    expect(pdfText(pdf)).to.equal(single.join(''));
    const { entries, links } = await seen(path);
    expect(entries).to.deep.equal(
      names.flatMap((name, index) => {
        const page = 2 * index + 1;
        const title = index < 20 ? `(${name}) Ä` : `Slips-${index + 1}`;
        return [`${title} ${page}`, `${name} ${page}`, `Sums ${page}`, `End ${page + 1}`];
      }),
    );
    expect(links).to.deep.equal(names.map((name, index) => `to the end of ${name} ${2 * index + 2}`));
    expect(pdf.length).to.be.below(rows.reduce((sum, { result }) => sum + result.size_bytes, 0));
  });

  it('has what equal rows are drawn with once, and is the same each time', async () => {
    const input = {
      html: '<title>Slip</title><p>the same [[nothing]]',
      filename: 'all',
      metadata: { created_at: '2026-01-31' },
    };
    const once = await merge(input, Array(40).fill({}));
    const again = await merge(input, Array(40).fill({}));
    expect(once.pdf.equals(again.pdf)).to.equal(true);
    expect(await qpdfComplaints([once.path])).to.deep.equal([[]]);
    expect(once.pdf.length).to.be.below(3 * (once.rows[0]?.result.size_bytes ?? 0));
    expect(pdfInfo(once.pdf).pages).to.equal(40);
  });

  it('may have more pages than a document, and a page tree of several nodes', async () => {
    const html = `${'<p style="break-after: page">[[name]]</p>'.repeat(29)}<p>last of [[name]]`;
    const { batch, pdf, path } = await merge(
      { html },
      Array.from({ length: 20 }, (_, row) => ({ name: `row ${row}` })),
    );
    expect(batch.result.page_count).to.equal(600);
    expect(await qpdfComplaints([path])).to.deep.equal([[]]);
    expect(pdfInfo(pdf)).to.include({ pages: 600, title: undefined });
    expect((await seen(path)).entries).to.deep.equal(
      Array.from({ length: 20 }, (_, row) => `Row ${row + 1} ${30 * row + 1}`),
    );
  });
});

interface Row {
  result: { download_url: string; size_bytes: number };
}
