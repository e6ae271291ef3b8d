import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { ServiceError } from '@toolpress/contract';
import { countPages } from '@toolpress/pdf/testing';
import { eventually, isRunning, pdfText, quietLogger } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import {
  chromiumProcesses as chromium,
  ENDLESS,
  LIMIT_MS,
  PIXEL,
  sheet,
  startTestRenderer,
  type TestRenderer,
} from '../testing/chromium.js';
import { findChromium } from './launch.js';
import { startRenderer } from './renderer.js';

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // went down with its parent
  }
}

describe('The renderer', () => {
  let renderer: TestRenderer;
  before(async () => {
    renderer = await startTestRenderer({ concurrency: 2, jobsPerPage: 5 });
  });
  after(async () => {
    await renderer.close();
    await eventually(() => expect(chromium(/./), 'Chromium left behind').to.deep.equal([]));
    expect(
      readdirSync(tmpdir()).filter((name) => new RegExp(`^toolpress-chromium-.*-${process.pid}-`).test(name)),
    ).to.deep.equal([]);
  });

  it('prints a document whose text can be read out again', async () => {
    const pdf = await renderer.print(sheet('<!DOCTYPE html><h1>Grüße, 世界</h1>'), LIMIT_MS);
    expect(pdfText(pdf)).to.match(/Grüße,\s+世界/);
    expect(countPages(pdf)).to.equal(1);
  });

  it('prints images that come with the document', async () => {
    const pdf = await renderer.print(sheet(`<img width="100" height="100" src="${PIXEL}">`), LIMIT_MS);
    expect(pdf.toString('latin1')).to.include('/Subtype /Image');
  });

  it('prints many documents at a time, each its own, through replaced pages', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `document-${index}-end`);
    const pdfs = await Promise.all(names.map((name) => renderer.print(sheet(`<p>${name}</p>`), LIMIT_MS)));
    expect(pdfs.map((pdf) => pdfText(pdf).trim())).to.deep.equal(names);
  });

  it('never runs scripts', async () => {
    const html =
      '<p id="p">still</p><script>document.getElementById("p").textContent = "ran"</script><img onerror="p.textContent=1" src="data:image/png;base64,AA">';
    expect(pdfText(await renderer.print(sheet(html), LIMIT_MS))).to.include('still');
  });

  it('prints no more than one page over the limit of a document without end', async () => {
    const pdf = await renderer.print(sheet('<div style="height: 300cm">x</div>'.repeat(100)), LIMIT_MS);
    expect(countPages(pdf)).to.equal(51);
  });

  it('refuses a document that tries to load something, and opens no connection', async () => {
    let connections = 0;
    const server = createServer(() => {
      connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    for (const html of [
      `<img src="http://127.0.0.1:${port}/logo.png">`,
      `<link rel="stylesheet" href="http://localhost:${port}/a.css">`,
      `<iframe src="http://127.0.0.1:${port}/"></iframe>`,
      `<style>p { background: url(http://127.0.0.1:${port}/b.png) }</style><p>x`,
      `<object data="http://127.0.0.1:${port}/c.svg"></object>`,
    ]) {
      const error = await renderer.print(sheet(html), LIMIT_MS).catch((thrown: unknown) => thrown);
      expect(error, html).to.be.instanceOf(ServiceError);
      expect((error as ServiceError).code).to.equal('content_forbidden');
    }
    await new Promise((resolve) => server.close(resolve));
    expect(connections).to.equal(0);
    expect(pdfText(await renderer.print(sheet('<p>next</p>'), LIMIT_MS))).to.include('next');
  });

  it('prints a document that would lead elsewhere where it is, and the next one after it', async () => {
    const html = '<meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/"><p>here</p>';
    const pdf = await renderer.print(sheet(html), LIMIT_MS);
    expect(pdfText(pdf)).to.include('here');
    for (const text of ['one', 'two', 'three']) {
      expect(pdfText(await renderer.print(sheet(`<p>${text}</p>`), LIMIT_MS))).to.include(text);
    }
  });

  it('ends a page that is stuck, its process too, and serves the next documents within seconds', async () => {
    const before = chromium(/--type=renderer/);
    const error = await renderer.print(sheet(ENDLESS), 700).catch((thrown: unknown) => thrown);
    expect((error as ServiceError).code).to.equal('deadline_exceeded');
    await Promise.all(['a', 'b'].map((text) => renderer.print(sheet(`<p>${text}</p>`), LIMIT_MS)));
    await eventually(() => {
      const alive = before.filter(({ pid }) => isRunning(pid));
      expect(alive.length, 'page processes of before').to.be.below(before.length);
    });
  });

  it('ends the page of a document that is no longer wanted, and lets one that waits leave', async () => {
    const unwanted = [1, 2, 3].map(() => new AbortController());
    const origin = { accountId: 'a', mayBePostponed: false };
    const printing = unwanted.map(({ signal }) =>
      renderer.print(sheet(ENDLESS), LIMIT_MS, { ...origin, signal }).catch((error: Error) => error.message),
    );
    for (const each of unwanted) each.abort(new Error('unwanted'));
    expect(await Promise.all(printing)).to.deep.equal(['unwanted', 'unwanted', 'unwanted']);
    expect(pdfText(await renderer.print(sheet('<p>wanted</p>'), LIMIT_MS))).to.include('wanted');
  });

  it('keeps its pages when a deadline passes while a document still loads its images', async () => {
    const manyImages = `<img src="${PIXEL}">`.repeat(12_000);
    for (const limitMs of [150, 300, 450, 600]) {
      await Promise.all([1, 2].map(() => renderer.print(sheet(manyImages), limitMs).catch(() => undefined)));
    }
    expect(pdfText(await renderer.print(sheet('<p>still here</p>'), LIMIT_MS))).to.include('still here');
  });

  it('counts waiting for a page against the limit', async () => {
    const stuck = [1, 2].map(() => renderer.print(sheet(ENDLESS), 900).catch(() => undefined));
    const error = await renderer.print(sheet('<p>waits</p>'), 300).catch((thrown: unknown) => thrown);
    expect((error as ServiceError).code).to.equal('deadline_exceeded');
    await Promise.all(stuck);
  });

  it('fails the job, not the service, when Chromium is killed, and prints again immediately', async () => {
    await Promise.all([renderer.print(sheet('<p>a</p>'), LIMIT_MS), renderer.print(sheet('<p>b</p>'), LIMIT_MS)]);
    const doomed = renderer.print(sheet(ENDLESS), LIMIT_MS).catch((thrown: unknown) => thrown);
    await new Promise((resolve) => setTimeout(resolve, 200)); // no event reports that a page is printing
    for (const { pid } of chromium(/./)) kill(pid);
    const error = await doomed;
    expect(error).to.be.instanceOf(Error).and.not.instanceOf(ServiceError);
    expect(pdfText(await renderer.print(sheet('<p>alive</p>'), LIMIT_MS))).to.include('alive');
  });
});

describe('The renderer without a Chromium', () => {
  it('reports a permanent failure after a few tries instead of waiting', async () => {
    let fatal = 0;
    const error = await startRenderer({
      executablePath: '/bin/false',
      concurrency: 1,
      maxPageBytes: 4 * 1024 ** 3,
      maxPdfBytes: 1024 ** 2,
      logger: quietLogger(),
      onFatal: () => {
        fatal += 1;
      },
    }).catch((thrown: unknown) => thrown);
    expect(String(error)).to.include('Chromium did not start');
    expect(fatal).to.equal(1);
  });

  it('names what to install or set', () => {
    expect(() => findChromium('/nowhere/chromium')).to.throw('CHROME_PATH does not name a program that can be run');
  });
});
