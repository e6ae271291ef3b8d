import { type RenderJob, type RenderReply, ServiceError } from '@toolpress/contract';
import { pdfColours, pdfText, svgOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { NOTHING } from '../../resources/image-bytes.js';
import type { ImageSource } from '../../resources/image-source.js';
import { jobContext } from '../../testing/job-context.js';
import { type RenderWorker, startRenderWorker } from '../../testing/render-worker.js';
import { Faults, refusal } from './faults.js';

const messageOf = (faults: Faults): string => {
  try {
    faults.check();
  } catch (error) {
    return `${(error as ServiceError).code} ${(error as ServiceError).message}`;
  }
  return '';
};
const messages = (count: number, what: string) =>
  Array.from({ length: count }, (_, index) => ({ message: `${what}${index}.` }));

describe('Faults', () => {
  it('are an empty list for a valid document', () => {
    const faults = new Faults();
    expect(faults.collect(() => 7)).to.equal(7);
    expect([faults.any, messageOf(faults)]).to.deep.equal([false, '']);
  });

  it('are reported in the words of the check that found them', () => {
    const faults = new Faults();
    faults.add(refusal('image_unavailable', messages(2, 'a')));
    expect(messageOf(faults)).to.equal('image_unavailable 2 places of the document: (1) a0. (2) a1.');
  });

  it('of several kinds are reported each with its code, as an error of the first kind', () => {
    const faults = new Faults();
    faults.collect(() => {
      throw new ServiceError('template_invalid', 'x.');
    });
    faults.add(refusal('image_unavailable', messages(2, 'a')));
    expect(messageOf(faults)).to.equal(
      'template_invalid 3 faults of the document: (1) template_invalid: x. (2) image_unavailable: a0. (3) image_unavailable: a1.',
    );
  });

  it('of one kind hide no other, however many they are', () => {
    const faults = new Faults();
    faults.add(refusal('content_forbidden', messages(500, 'a')));
    faults.add(refusal('image_unavailable', messages(500, 'b')));
    const message = messageOf(faults);
    expect(message).to.match(/^content_forbidden 1000 faults of .* \(19\) \S+: a18\. \(20\) \S+: b0\. And 980 more\.$/);
  });

  it('are the caller’s: internal errors are thrown immediately', () => {
    const faults = new Faults();
    expect(() => faults.add(new ServiceError('unavailable', 'x'))).to.throw(ServiceError);
    expect(() => faults.add(new TypeError('x'))).to.throw(TypeError);
    expect(() => faults.add(new ServiceError('deadline_exceeded', 'x'))).to.throw(ServiceError);
    faults.add(new ServiceError('template_invalid', 'x.'));
    faults.add(new ServiceError('deadline_exceeded', 'y.'));
    expect(messageOf(faults)).to.equal('template_invalid x.');
  });
});

describe('One answer', () => {
  let worker: RenderWorker;
  let fetches = 0;
  const images: ImageSource = {
    fetchAll: async (wanted) => {
      fetches += 1;
      return {
        images: new Map(wanted.map(({ url }) => [url, NOTHING])),
        missing: wanted.map((image) => ({ image, reason: 'the server answered with 404' })),
      };
    },
  };
  before(async () => {
    worker = await startRenderWorker({ images });
  });
  after(() => worker.close());

  const answerTo = (job: Partial<RenderJob>): Promise<RenderReply> =>
    worker.render({ requestId: 't', html: '', orientation: 'portrait', ...job }, jobContext());
  /** Returns the code, and the messages without the counts. */
  async function faultsOf(job: Partial<RenderJob>): Promise<{ code: string; said: string[] }> {
    const reply = await answerTo(job);
    if (reply.ok) return { code: 'ok', said: [] };
    const said = reply.error.message.replace(/^\d+ \w+ of the document: /, '').split(/ ?\(\d+\) /);
    return { code: reply.error.code, said: said.filter((text) => text !== '') };
  }

  const FAULTY = `<p>[[name | nofilter]]</p>
<img src="logo.png">
<img src="https://a.example/b.png">
<iframe src="https://a.example/"></iframe>
<img src="[[photo]]">`;

  it('names one fault of each kind: of templates, contents, files, images, the background', async () => {
    const { code, said } = await faultsOf({
      html: FAULTY,
      css: 'p { color: [[#tint]] }',
      headerHtml: '[[page | nope]]',
      footerHtml: '<img src="data:image/webp;base64,UklGRg==">',
      backgroundPdf: Buffer.from('%PDF-1.4 broken').toString('base64'),
      strict: true,
    });
    expect(code).to.equal('pdf_invalid');
    expect(said.map((text) => text.split(': ')[0])).to.deep.equal([
      'pdf_invalid',
      'template_invalid',
      'template_invalid',
      'template_invalid',
      'content_forbidden',
      'content_forbidden',
      'content_forbidden',
      'image_unavailable',
    ]);
    for (const [index, place] of [
      [1, 'at line 1, column 4'],
      [2, 'In `css`'],
      [3, 'In `header_html`'],
      [4, '`img` `src` at html 2:6'],
      [5, '`iframe` at html 4:1'],
      [6, 'at footer_html 1:6'],
      [7, 'at html 3:6'],
    ] as const)
      expect(said[index]).to.include(place);
  });

  it('names tags without a value together with missing content', async () => {
    const html = '[[a]] {{ b }}\n<img src="logo.png"><iframe src="https://a.example/"></iframe>';
    const { code, said } = await faultsOf({ html, strict: true });
    expect(code).to.equal('template_invalid');
    expect(said.map((text) => text.split(' ').slice(0, 2).join(' '))).to.deep.equal([
      'template_invalid: `{{',
      'tag_without_value: `data`',
      'content_forbidden: `img`',
      'content_forbidden: `iframe`',
    ]);
  });

  it('names faults of accessibility and of an e-invoice as well, where sheets may hide something too', async () => {
    for (const css of ['', '.h { display: none }']) {
      const { code, said } = await faultsOf({
        html: '<html lang="en"><title>t</title><h1>x</h1><h3>y</h3><img src="logo.png"><p><img class="h" src="https://a.example/b.png">',
        css,
        conformance: ['pdf/ua-1'],
        tagged: true,
        eInvoice: { profile: 'en16931', invoice: {} } as never,
      });
      expect(code, css).to.equal('e_invoice_invalid');
      expect(
        said.map((text) => text.split(': ')[0]).filter((one, index, all) => all.indexOf(one) === index),
      ).to.deep.equal(['e_invoice_invalid', 'content_forbidden', 'image_unavailable', 'not_conforming']);
    }
  });

  it('says nothing of what a template that can’t be filled would have had from its data', async () => {
    const html =
      '[[#if a]]<iframe src="https://a.example/"></iframe>[[/if]]<img src="[[b]]"><img src=[[c]]>[[d | nofilter]]';
    const { code, said } = await faultsOf({ html });
    expect(code).to.equal('template_invalid');
    expect(said).to.have.lengthOf(1);
  });

  it('says what a single fault is as before', async () => {
    const { said } = await faultsOf({ html: '<iframe src="https://a.example/"></iframe>' });
    expect(said).to.deep.equal([
      '`iframe` at html 1:1 is not allowed: it shows another document; put the content into this one, or leave it out with `on_blocked: "warn"`.',
    ]);
  });

  it('of a good document asks for its images once', async () => {
    fetches = 0;
    const reply = await answerTo({ html: '<img src="https://a.example/b.png">', onBlocked: 'warn' });
    expect([reply.ok, fetches]).to.deep.equal([true, 1]);
  });

  it('prints the same in place of images that are missing for any reason: their texts, or nothing', async () => {
    const files = { 'text.png': 'no image', 'broken.svg': svgOf('<p>') };
    const shown = async (src: string): Promise<[text: string, colors: Set<string>]> => {
      const html = `<!DOCTYPE html><p>A <img src="${src}" alt="LOGO"> B <img src="${src}"> C <img src="${src}" alt="" width="50"> D <input type="image" src="${src}" alt="SEND"> E <svg><image href="${src}" width="50" height="50" /></svg>`;
      const reply = await answerTo({ html, files, onBlocked: 'warn' });
      expect(reply, src).to.have.property('ok', true);
      return [pdfText(worker.last()).replace(/\s+/g, ' ').trim(), pdfColours(worker.last())];
    };
    const refused = await shown('not-sent.png');
    expect(refused[0]).to.equal('A LOGO B C D SEND E');
    for (const src of ['http://a.example/b.png', 'https://a.example/b.png', 'text.png', 'broken.svg'])
      expect(await shown(src), src).to.deep.equal(refused);
  });
});
