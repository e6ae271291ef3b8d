import { pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { documentWith as document, type RenderWorker, startRenderWorker } from '../testing/render-worker.js';

const NUMBERS =
  'h1 { counter-increment: x } h2 { counter-increment: y } h3 { counter-increment: z } h1::before { content: counter(x) " " } ' +
  'h2::before { content: counter(x) "." counter(y) " " } h3::before { content: counter(x) "." counter(y) "." counter(z) " " }';
const HEADINGS =
  '<h1>A</h1><h2>B</h2><h3>C</h3><h3>D</h3><h2>E</h2><h3>F</h3><h1>G</h1><h2>H</h2><h3>I</h3>'.replaceAll(
    '</h',
    '!</h',
  );
const NUMBERED = '1A!1.1B!1.1.1C!1.1.2D!1.2E!1.2.1F!2G!2.1H!2.1.1I!';

describe('Numbers of headings', () => {
  let worker: RenderWorker;
  before(async () => {
    worker = await startRenderWorker();
  });
  after(() => worker.close());

  const numbered = async (css: string, body = HEADINGS, nav = ''): Promise<string> =>
    pdfText((await worker.printed({ html: document(`${css} ${NUMBERS}`, nav + body) })).pdf);

  for (const css of [
    'body { counter-reset: x y z } h1 { counter-reset: y z } h2 { counter-reset: z }',
    'html { counter-reset: x y z } h1 { counter-reset: y } h2 { counter-reset: z }',
    ':root { counter-reset: z y x } body h1 { counter-reset: y z } h1 ~ h2 { counter-reset: z 0 }',
    'h1 { counter-reset: y z } h2 { counter-reset: z } body { counter-reset: x y z }',
    'body { counter-reset: z } h1 { counter-reset: y } h2 { counter-reset: z }',
    'h1 { counter-reset: y } h2 { counter-reset: z }',
  ])
    it(`restart: ${css}`, async () => {
      expect((await numbered(css)).replaceAll(/\s/g, '')).to.equal(NUMBERED);
    });

  it('restart in sections', async () => {
    const sections = HEADINGS.replaceAll(/<h1>|$/g, '</section><section><h1>').replace('</section>', '');
    const text = await numbered(
      'body { counter-reset: x y z } h1 { counter-reset: y } h2 { counter-reset: z }',
      sections,
    );
    expect(text.replaceAll(/\s/g, '')).to.include('1.2E!1.2.1F!').and.to.include('2.1H!2.1.1I!');
  });

  it('are the same in contents', async () => {
    const css = 'body { counter-reset: x y z } h1 { counter-reset: y } h2 { counter-reset: z }';
    const text = (await numbered(css, HEADINGS, '<nav data-toc="h1 h2 h3"></nav>')).replaceAll(/\s/g, '');
    expect(text.match(/1\.2\.1F!/g)).to.have.lengthOf(2);
    expect(text.match(/2\.1\.1I!/g)).to.have.lengthOf(2);
  });
});
