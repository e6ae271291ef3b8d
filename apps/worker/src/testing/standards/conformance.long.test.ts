import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RenderJob, wantsTags } from '@toolpress/contract';
import { areJudgesHere, pdfInfo, pdfSource, veraPdf } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { jobContext } from '../job-context.js';
import { type RenderWorker, startRenderWorker } from '../render-worker.js';

const STRANGE = '<b>&amp; "日本" ]]> \u{1f389}\u0000\ud800 <?xpacket?>';
const LONG = 'あ'.repeat(50);
const html = `<html lang="en"><title>Title &lt;of&gt; it</title><h1>x</h1><p style="opacity: .5"><a href="#${LONG}">to the end</a></p>
  <p id="${LONG}" style="break-before: page">the end</p></html>`;

/** Print CSS of other printers. */
const BOOK = `<html lang="en"><title>Book</title><style>@page { size: A5; @top-left { content: string(title) } } @page :blank { @top-left { content: "" } }
  h1, h2 { string-set: title content() } h2 { break-before: right } a::after { content: leader(".") target-counter(attr(href), page) }</style>
  <h1>Book</h1><ul><li><a href="#a">Chapter A</a></ul><h2 id="a">A</h2><p>text`;

describe('A PDF that conforms', () => {
  let worker: RenderWorker;
  const folder = mkdtempSync(join(tmpdir(), 'toolpress-conformance-'));
  before(async () => {
    worker = await startRenderWorker();
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await worker.close();
  });

  async function printed(job: Partial<RenderJob>): Promise<Buffer> {
    const tagged = wantsTags(job.conformance ?? []);
    const reply = await worker.render({ requestId: 't', html, orientation: 'portrait', tagged, ...job }, jobContext());
    expect(reply).to.include({ ok: true });
    return worker.last();
  }

  it('passes veraPDF with any content', async function () {
    if (!(await areJudgesHere('veraPdf'))) this.skip();
    const letterhead = (await printed({ html: '<p style="color: teal">Example Ltd' })).toString('base64');
    const whole: Partial<RenderJob> = {
      metadata: { title: STRANGE, author: STRANGE, subject: STRANGE, keywords: STRANGE, createdAt: '2026-01-31' },
      headerHtml: '<p style="opacity: .9">[[page]] <a href="https://example.com/">link</a></p>',
      watermarkHtml: { html: '<p style="opacity: .2">DRAFT</p>', layer: 'over' },
      backgroundPdf: letterhead,
      outline: true,
    };
    const attachments = [
      { name: 'ä/日本.xml', data_base64: 'PGEvPg==', mime_type: 'text/xml', description: STRANGE },
      { name: 'empty', data_base64: '' },
    ];
    const jobs: Record<string, Partial<RenderJob>> = {
      a: { conformance: ['pdf/a-2b'], ...whole },
      b: { conformance: ['pdf/a-2b', 'pdf/ua-1'] },
      c: { conformance: ['pdf/ua-1', 'pdf/a-3a'], ...whole, attachments },
      d: { conformance: ['pdf/ua-1'], attachments },
      e: { conformance: ['pdf/ua-1', 'pdf/a-3a'], html: BOOK },
    };
    const files = new Map<string, string>();
    for (const [name, job] of Object.entries(jobs)) {
      const file = join(folder, `${name}.pdf`);
      files.set(name, file);
      writeFileSync(file, await printed(job));
    }
    for (const [flavour, names] of [
      ['2b', 'ab'],
      ['3a', 'ce'],
      ['ua1', 'bcde'],
    ] as const) {
      const verdicts = await veraPdf(
        [...names].map((name) => files.get(name) ?? ''),
        flavour,
      );
      expect(verdicts.flatMap(({ failures }) => failures)).to.deep.equal([]);
    }
  });

  it('names itself in readers as in its metadata', async () => {
    const pdf = await printed({ conformance: ['pdf/a-3b'], metadata: { title: STRANGE } });
    const title = '<b>&amp; "日本" ]]> \u{1f389} \ufffd <?xpacket?>';
    expect(pdfInfo(pdf).title).to.equal(title);
    const escaped = title.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
    expect(pdf.includes(Buffer.from(`<rdf:li xml:lang="x-default">${escaped}</rdf:li>`))).to.equal(true);
    const untitled = await printed({ html: 'x', conformance: ['pdf/a-3b'] });
    expect(pdfSource(untitled)).not.to.include('DisplayDocTitle').and.not.include('dc:title');
    const titled = { html: '<html lang="en">x', conformance: ['pdf/ua-1' as const], metadata: { title: 'Given' } };
    expect(pdfSource(await printed(titled))).to.match(/\/DisplayDocTitle true/);
  });

  it('differs only in its metadata where only that is requested', async () => {
    const pdf = await printed({ metadata: { author: 'Ann', createdAt: '2026-01-31T23:30:00-02:00' } });
    expect(pdfInfo(pdf).title).to.equal('Title <of> it');
    expect(pdfSource(pdf)).to.include('/CreationDate (D:20260201013000Z)').and.not.include('/Metadata');
  });
});
