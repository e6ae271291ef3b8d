import { type RenderJob, ServiceError } from '@toolpress/contract';
import { pdfWords } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { printerWith } from '../../browser/printer.js';
import { prepareDocument } from '../../render/prepare/prepare-document.js';
import { printDocument } from '../../render/print/print-document.js';
import { NO_IMAGES } from '../../resources/image-source.js';
import { MAX_PDF_BYTES } from '../../testing/chromium.js';
import { testPage } from '../../testing/page.js';
import { printPagedFlow } from './paged.js';

describe('References to pages', () => {
  const page = testPage();
  let prints = 0;

  async function printed(html: string, job: Partial<RenderJob> = {}, accountId?: string) {
    const whole: RenderJob = { requestId: 'test', html, orientation: 'portrait', ...job };
    const document = prepareDocument(whole, () => undefined);
    prints = 0;
    const { result } = await page.work({
      images: NO_IMAGES,
      run: (printer) => {
        const print: typeof printer.print = (...args) => {
          prints += 1;
          return printer.print(...args);
        };
        return printDocument(printerWith(printer, { print }), document, whole, MAX_PDF_BYTES, {
          flow: printPagedFlow,
          accountId,
        });
      },
    });
    return result;
  }

  const NEXT = '<div style="break-before: page"></div>';
  const RUNNING = `<h1 data-running="chapter">One</h1>${NEXT}<h1 data-running="chapter" id="two">Two</h1>`;
  const pagesOf = ({ places }: Awaited<ReturnType<typeof printed>>) =>
    [...(places ?? [])].map(([id, { page }]) => [id, page]);

  for (const [what, job] of [
    ['without headers', {}],
    ['with one', { headerHtml: 'h' }],
    ['with one in margins of its own', { headerHtml: 'h', css: '@page :first { margin: 3cm }' }],
    ['on pages of a size that only the document knows', { headerHtml: 'h', css: '@page { size: A6 }' }],
  ] as const)
    it(`have places on the pages of a document ${what}`, async () => {
      expect(pagesOf(await printed(RUNNING, job))).to.have.deep.members([
        ['toolpress-1', 1],
        ['two', 2],
      ]);
    });

  it('have a place on the one page that is as high as its content', async () => {
    const result = await printed(RUNNING, { paper: { width: 4 } });
    expect(pagesOf(result)).to.have.deep.members([
      ['toolpress-1', 1],
      ['two', 1],
    ]);
  });

  /** One digit to a line. */
  const css =
    '@page { size: 4in; margin: 0 } body { margin: 0 } div { width: 1ch; font: 20px/50px monospace; word-break: break-all }';
  const words = ({ pdf }: { pdf: Buffer }): string[] => pdfWords(pdf).map(({ text }) => text);

  it('are printed as the numbers of the pages that they are on, in styles', async () => {
    const html = `see [[page-of:#b]] and [["a" | page_of: "upper-roman"]]${NEXT.repeat(11)}<p id="b">b</p>${NEXT}<p id="a">a</p>`;
    expect(words(await printed(html)).slice(0, 4)).to.deep.equal(['see', '12', 'and', 'XIII']);
  });

  it('are followed when they move what they refer to', async () => {
    // The guess of two digits takes two lines, the right one a single line: then the next page begins later.
    const html = `<div>[[page-of:#a]]</div><p style="height: 300px; margin: 0"><p id="a" style="margin: 0">a`;
    expect(words(await printed(html, { css }))).to.deep.equal(['1', 'a']);
  });

  it('are printed immediately with the numbers that the last two documents of the account had', async () => {
    const html = (pages: number) => `see [[page-of:#a]]${NEXT.repeat(pages)}<p id="a">a`;
    const seen = async (pages: number, accountId: string, count: number) => {
      expect(words(await printed(html(pages), {}, accountId))).to.deep.equal(['see', String(pages + 1), 'a']);
      expect(prints, `${pages} pages of ${accountId}`).to.equal(count);
    };
    await seen(4, 'acc_1', 2);
    await seen(4, 'acc_1', 2);
    await seen(4, 'acc_1', 1);
    await seen(4, 'acc_2', 2);
    await seen(4, 'acc_1', 1);
    await seen(6, 'acc_1', 3); // the guess is wrong
    await seen(7, 'acc_1', 2);
    await seen(7, 'acc_1', 2);
    await seen(7, 'acc_1', 1);
    await seen(4, 'acc_2', 2);
    await seen(4, 'acc_2', 1);
  });

  it('are those of a document without a guess where a wrong one would lead elsewhere, or to none', async () => {
    const text = '<p id="a" style="margin: 0">a';
    const far = `<div>[[page-of:#a]]</div>${NEXT.repeat(9)}${text}`;
    const footnote = '<span data-footnote>note</span>';
    for (const near of [
      `<div>[[page-of:#a]]</div><p style="height: 300px; margin: 0">${text}`,
      `<div>[[page-of:#a]]</div><p style="height: 300px; margin: 0">x${footnote}${text}`,
      `<div>[[page-of:#a]]</div><p style="height: 334px; margin: 0">${text}`,
    ]) {
      const alone = await printed(near, { css }).then(words, String);
      for (let time = 0; time < 2; time++)
        expect(words(await printed(far, { css }, 'acc_3'))).to.deep.equal(['1', '0', 'a']);
      expect(await printed(near, { css }, 'acc_3').then(words, String)).to.deep.equal(alone);
    }
  });

  it('are on the one page of a roll', async () => {
    const html = `see [[page-of:#a]]<p id="a">a</p>`;
    expect(words(await printed(html, { paper: { width: 4 } }))).to.deep.equal(['see', '1', 'a']);
  });

  for (const [html, place] of [
    ['[[page-of:#a]]', 'html 1:1 from `[[page-of:#a]]`'],
    ['[[page-of:#a]]<p id="a" style="display: none">a</p>', 'html 1:1 from `[[page-of:#a]]`'],
    ['<p id="b">b</p>\n<p>[[#each ids]][[. | page_of]], [[/each]]', 'html 2:17 from `[[. | page_of]]`'],
  ] as const)
    it(`are refused to what is on none, with the place: ${html}`, async () => {
      let error: unknown;
      await printed(html, { data: { ids: ['b', 'a'] } }).catch((thrown: unknown) => (error = thrown));
      expect(error)
        .to.be.instanceOf(ServiceError)
        .with.property('message')
        .that.includes(`\`page_of\` at ${place} needs the page of \`#a\`, but no element`);
    });

  for (const tagged of [false, true])
    it(`make contents, whose entries lead where their numbers say, in ${tagged ? 'a tagged' : 'an untagged'} PDF`, async () => {
      const chapters = ['one', 'two', 'three'].map(
        (name) => `${NEXT}<h1>${name}</h1>${NEXT}<h2 lang="de">sub-${name}</h2>`,
      );
      const unseen = '<h1 style="display: none">none</h1>';
      const result = await printed(`<nav data-toc="h1 h2">in</nav>${chapters.join('')}${unseen}`, { tagged });
      const all = pdfWords(result.pdf);
      const beside = (title: string): string | undefined => {
        const { yMin } = all.find(({ text }) => text === title) ?? { yMin: 0 };
        return all.find((word) => /^\d+$/.test(word.text) && Math.abs(word.yMin - yMin) < 1)?.text;
      };
      const titles = ['one', 'sub-one', 'two', 'sub-two', 'three', 'sub-three'];
      expect(titles.map(beside)).to.deep.equal(['2', '3', '4', '5', '6', '7']);
      expect(words(result)).not.to.include('none');
      expect(pagesOf(result).map(([, number]) => number)).to.have.members([2, 3, 4, 5, 6, 7]);
    });

  it('are empty where their target is on no page', async () => {
    const sheet = 'a::after { content: target-counter(attr(href), page) }';
    const html =
      '<nav data-toc>c</nav><a href="#x">l</a><h1 style="display: none">h</h1><i id="x" style="display: none">i</i>';
    expect(words(await printed(html, { css: sheet }))).to.deep.equal(['c', 'l']);
  });

  it('are printed where a sheet asks for them', async () => {
    const sheet = `a::after { content: " (p. " target-counter(attr(href), page) ")" } i::after { content: target-counter("#b", page, upper-roman) }`;
    const html = `<a href="#a">see</a> <i>or</i>${NEXT}<p id="a">a</p>${NEXT}<p id="b">b</p>`;
    expect(words(await printed(html, { css: sheet })).join(' ')).to.equal('see (p. 2) orIII a b');
  });

  it('are printed after links to elements only, not after what leads elsewhere or is made here', async () => {
    const sheet = `a::after { content: " (p. " target-counter(attr(href), page) ")" }`;
    const note = '<span data-footnote>text</span>';
    const html = `<nav data-toc></nav><p><a href="#a">see</a> <a href="#gone">gone</a> <a href="https://example.com">web</a>${note}${NEXT}<h1 id="a">One</h1>`;
    expect(words(await printed(html, { css: sheet })).join(' ')).to.equal(
      'One see (p. 2) gone (p. ) web 1 1 text 2 One',
    );
  });

  it('are rejected when they do not converge', async () => {
    // “x” leaves it on page 9, “ix” moves it to page 10.
    const html = `x${NEXT.repeat(8)}<div>[["a" | page_of: "lower-roman"]]</div><p style="height: 300px; margin: 0"><p id="a" style="margin: 0">a`;
    let error: unknown;
    await printed(html, { css }).catch((thrown: unknown) => (error = thrown));
    expect(error)
      .to.be.instanceOf(ServiceError)
      .with.property('message')
      .that.includes('give the numbers a fixed width');
  });
});
