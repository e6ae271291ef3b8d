import { ServiceError } from '@toolpress/contract';
import { eventually, pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import {
  chromiumProcesses,
  ENDLESS,
  LIMIT_MS,
  megabytesOf,
  sheet,
  startTestRenderer,
  type TestRenderer,
} from '../testing/chromium.js';

const largestPage = (): number => Math.max(...chromiumProcesses(/--type=renderer/).map(({ pid }) => megabytesOf(pid)));

describe('Memory of the browser', () => {
  let renderer: TestRenderer;
  before(async () => {
    renderer = await startTestRenderer({ maxPageBytes: 400 * 1024 * 1024 });
  });
  after(() => renderer.close());

  it('returns after a document that took much of it', async () => {
    const words = `<p>${'word '.repeat(400_000)}`;
    const printing = renderer.print(sheet(words), LIMIT_MS);
    await eventually(() => expect(largestPage(), 'MiB').to.be.above(200), LIMIT_MS);
    await printing;
    await eventually(() => expect(largestPage(), 'MiB').to.be.below(200), LIMIT_MS);
    expect(pdfText(await renderer.print(sheet('<p>next</p>'), LIMIT_MS))).to.include('next');
  });

  it('has a bound: a document that takes more ends with a clear answer, and the next is printed as usual', async () => {
    const error = await renderer.print(sheet(ENDLESS), LIMIT_MS).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ServiceError);
    expect(error).to.include({ code: 'document_too_complex' });
    expect((error as Error).message).to.include('memory');
    await renderer.print(sheet('<p>next</p>'), LIMIT_MS);
    expect(largestPage(), 'MiB').to.be.below(200);
  });

  it('is noticed while a document is being printed as well: Chromium says no more than that printing failed', async () => {
    const rows = `<table>${'<tr><td>a row'.repeat(100_000)}</table>`;
    const error = await renderer.print(sheet(rows), LIMIT_MS).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ServiceError).and.include({ code: 'document_too_complex' });
    expect((error as Error).message).to.include('memory');
    expect(pdfText(await renderer.print(sheet('<p>next</p>'), LIMIT_MS))).to.include('next');
  });

  it('and a document that crashes its page every time gets a clear answer too', async () => {
    const error = await renderer
      .print(sheet(`<style>${'a{'.repeat(20_000)}</style><p>x`), LIMIT_MS)
      .catch((thrown) => thrown);
    expect(error).to.be.instanceOf(ServiceError).and.include({ code: 'document_too_complex' });
    expect(pdfText(await renderer.print(sheet('<p>next</p>'), LIMIT_MS))).to.include('next');
  });
});
