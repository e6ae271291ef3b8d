import { randomBytes } from 'node:crypto';
import { cpuUsage } from 'node:process';
import { degrees, PDFDocument, type PDFPage, PDFRawStream, PDFString, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { type BackgroundPdf, MAX_BACKGROUND_BYTES, type RenderJob, ServiceError } from '@toolpress/contract';
import { Backgrounds } from '@toolpress/pdf/backgrounds';
import { HOSTILE_PDFS, SLOW_PDF } from '@toolpress/pdf/testing';
import { Postponed } from '@toolpress/queue';
import { pdfColours, pdfOfObjects, pdfPixels, pdfText, streamObject } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { jobContext } from '../job-context.js';
import { type RenderWorker, startRenderWorker } from '../render-worker.js';

const A4 = [595.28, 841.89] as const;

interface Sheet {
  size?: readonly [number, number];
  change?: (page: PDFPage) => void;
}

/** A letterhead: on each page something in three of the corners, and its number. */
async function letterhead(sheets: readonly Sheet[], change?: (pdf: PDFDocument) => unknown): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.HelveticaBold);
  for (const [index, { size = A4, change: changePage }] of sheets.entries()) {
    const page = pdf.addPage([...size]);
    const { width, height } = page.getSize();
    page.drawRectangle({ x: 0, y: height - 90, width: width / 2, height: 90, color: rgb(0.1, 0.3, 0.8) });
    page.drawEllipse({ x: width - 60, y: 60, xScale: 40, yScale: 25, color: rgb(0.9, 0.4, 0), opacity: 0.5 });
    page.drawText(`letterhead${index + 1}`, { x: 90, y: 150, size: 30, font });
    changePage?.(page);
  }
  await change?.(pdf);
  return Buffer.from(await pdf.save());
}

const base64 = (pdf: Buffer): string => pdf.toString('base64');
const wordsOf = (pdf: Buffer): string[] =>
  pdfText(pdf)
    .trimEnd()
    .split('\f')
    .map((page) => page.replace(/\s+/g, ' ').trim());

/** The share of pixels that clearly differ. */
function difference(one: Buffer, other: Buffer, page = 1): number {
  const [a, b] = [pdfPixels(one, 50, page), pdfPixels(other, 50, page)];
  expect(a.size).to.equal(b.size);
  let different = 0;
  for (let at = 0; at < a.pixels.length; at += 3)
    if ([0, 1, 2].some((part) => Math.abs((a.pixels[at + part] ?? 0) - (b.pixels[at + part] ?? 0)) > 60)) different++;
  return (3 * different) / a.pixels.length;
}

describe('A background', () => {
  let worker: RenderWorker;
  before(async () => {
    worker = await startRenderWorker();
  });
  after(() => worker.close());

  const jobOf = (backgroundPdf: BackgroundPdf): RenderJob => ({
    requestId: 'test',
    html: '',
    orientation: 'portrait',
    backgroundPdf,
  });
  /** @returns the PDF, or the error that the caller gets. */
  async function printed(backgroundPdf: BackgroundPdf, job: Partial<RenderJob> = {}): Promise<Buffer | ServiceError> {
    const reply = await worker.render({ ...jobOf(backgroundPdf), ...job }, jobContext());
    return reply.ok ? worker.last() : ServiceError.fromData(reply.error);
  }
  async function pdfOn(backgroundPdf: BackgroundPdf, job: Partial<RenderJob> = {}): Promise<Buffer> {
    const pdf = await printed(backgroundPdf, job);
    if (pdf instanceof ServiceError) throw pdf;
    return pdf;
  }
  const pages = (count: number) => ({ html: '<p style="break-after: page">body</p>'.repeat(count - 1).concat('body') });

  describe('shows under an empty page as it does by itself:', () => {
    const turned = (angle: number) => (page: PDFPage) => page.setRotation(degrees(angle));
    const cropped = (page: PDFPage) => page.setCropBox(40, 50, A4[0] - 100, A4[1] - 70);
    const shifted = (page: PDFPage) => {
      page.setMediaBox(-30, 20, ...A4);
      page.setCropBox(-30, 20, ...A4);
    };
    const both = (page: PDFPage) => {
      cropped(page);
      turned(270)(page);
    };
    const sheets: Record<string, Sheet> = {
      'of the same size': {},
      'on its side': { change: turned(90) },
      'on its head': { change: turned(180) },
      'on its other side': { change: turned(-90) },
      cropped: { change: cropped },
      'cropped and on its side': { change: both },
      'with its corner elsewhere': { change: shifted },
      'of a size of its own': { size: [300, 700] },
    };
    for (const [name, sheet] of Object.entries(sheets))
      it(name, async () => {
        const background = await letterhead([sheet]);
        const page = (await PDFDocument.load(background)).getPage(0);
        const { width, height } = page.getCropBox();
        const [across, up] = page.getRotation().angle % 180 === 0 ? [width, height] : [height, width];
        const pdf = await pdfOn(base64(background), { paper: { width: across / 72, height: up / 72 }, html: ' ' });
        expect(difference(pdf, background)).to.be.below(0.004);
      });

    it('with its content in several streams, and resources that its pages inherit', async () => {
      const background = pdfOfObjects([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 300 300]/Resources<</ColorSpace<</C[/Indexed/DeviceRGB 1<ff00000000ff>]>>>>>>',
        '<</Type/Page/Parent 2 0 R/Contents[4 0 R 5 0 R 6 0 R]>>',
        streamObject('q /C cs 1'),
        streamObject('sc 20 20 150 150 re f 1 0 0 1 100 100 cm'),
        streamObject(
          `${Buffer.from('0 sc 0 0 150 150 re f Q 90 0 9 300 re f').toString('hex')}>`,
          '/Filter/ASCIIHexDecode',
        ),
      ]);
      const pdf = await pdfOn(base64(background), { paper: { width: 300 / 72, height: 300 / 72 }, html: ' ' });
      expect(pdfColours(background)).to.include('255,0,0').and.include('0,0,255');
      expect(difference(pdf, background)).to.be.below(0.004);
    });
  });

  it('of another size is as large as fits, in the middle', async () => {
    const whole = await letterhead([{ size: [A4[0] / 2, A4[1] / 2] }]);
    const pdf = await pdfOn(base64(whole), { pageSize: 'A4', html: ' ' });
    const large = await letterhead([{ size: [A4[0] / 2, A4[1] / 2], change: (page) => page.scale(2, 2) }]);
    expect(difference(pdf, large)).to.be.below(0.01);
  });

  it('has its page n under page n, and its last one under all after', async () => {
    const background = base64(await letterhead([{}, {}]));
    expect(wordsOf(await pdfOn(background, pages(4))).map((words) => words.replace('body ', ''))).to.deep.equal([
      'letterhead1',
      'letterhead2',
      'letterhead2',
      'letterhead2',
    ]);
    expect(wordsOf(await pdfOn(background, pages(1)))).to.deep.equal(['body letterhead1']);
  });

  it('may be another one under the first page, or only there', async () => {
    const first = base64(await letterhead([{}]));
    const others = base64(await letterhead([{}, {}, {}]));
    const numbers = async (background: BackgroundPdf) =>
      wordsOf(await pdfOn(background, pages(4))).map((words) => /\d/.exec(words)?.[0] ?? '');
    expect(await numbers({ first })).to.deep.equal(['1', '', '', '']);
    expect(await numbers({ first, default: others })).to.deep.equal(['1', '1', '2', '3']);
    expect(await numbers({ default: others })).to.deep.equal(['1', '2', '3', '3']);
  });

  it('is under headers, footers and the document, as an artifact of tagged PDFs', async () => {
    const background = base64(await letterhead([{}]));
    const around = { headerHtml: 'head [[page]]', footerHtml: '<a href="https://example.com/">foot</a>', tagged: true };
    const pdf = await pdfOn(background, { ...pages(2), ...around });
    for (const [index, words] of wordsOf(pdf).entries())
      expect(words)
        .to.include(`head ${index + 1}`)
        .and.include('body')
        .and.include('foot')
        .and.include('letterhead1');
    const read = await PDFDocument.load(pdf);
    expect(read.getPage(0).node.Annots()?.size()).to.equal(1);
    expect(pdf.toString('latin1')).to.include('/Artifact BMC\nq\n1 0 0 1 ');
  });

  it('is in the PDF once, however many pages it is printed under', async () => {
    const picture = randomBytes(120_000);
    const background = pdfOfObjects([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 595 842]/Resources<</XObject<</I 6 0 R>>>>>>',
      '<</Type/Page/Parent 2 0 R/Contents 5 0 R>>',
      '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Rotate 180>>',
      streamObject('200 0 0 200 0 0 cm /I Do'),
      streamObject(picture, '/Type/XObject/Subtype/Image/Width 200/Height 200/ColorSpace/DeviceRGB/BitsPerComponent 8'),
    ]);
    const pdf = await pdfOn(base64(background), pages(20));
    expect(pdf.length).to.be.within(picture.length, picture.length * 1.4);
  });

  it('copies only the objects that it draws', async () => {
    const background = await letterhead([{}], async (pdf) => {
      pdf.addJavaScript('alert', 'app.alert("secret script")');
      await pdf.attach(Buffer.from('secret file'), 'secret.txt', { mimeType: 'text/plain' });
      pdf.setTitle('secret title');
      const { context } = pdf;
      const link = context.register(
        context.obj({
          Type: 'Annot',
          Subtype: 'Link',
          Rect: [0, 0, 600, 900],
          A: { Type: 'Action', S: 'URI', URI: PDFString.of('https://secret.example/') },
        }),
      );
      pdf.getPage(0).node.addAnnot(link);
      const field = pdf.getForm().createTextField('secretfield');
      field.setText('secret value');
      field.addToPage(pdf.getPage(0), { x: 100, y: 300 });
    });
    const pdf = await pdfOn(base64(background), { html: ' ' });
    const objects = (await PDFDocument.load(pdf)).context.enumerateIndirectObjects();
    const texts = objects.map(([, object]) => (object instanceof PDFRawStream ? object.dict : object).toString());
    expect(texts.join('\n')).not.to.match(/secret|JavaScript|EmbeddedFile|Filespec|AcroForm|\/Annot\b/);
    expect(wordsOf(pdf)).to.deep.equal(['letterhead1']);
  });

  describe('that is hostile is refused or printed, in bounded time and memory:', () => {
    for (const [name, make] of Object.entries(HOSTILE_PDFS))
      it(name, async () => {
        const answer = await printed(base64(make()) || 'AAAA');
        if (answer instanceof ServiceError) {
          expect(answer.code).to.equal('pdf_invalid');
          expect(answer.message).to.match(/^`background_pdf` (?:is|has|takes|needs) .*\.$/);
        } else expect(wordsOf(answer)).to.deep.equal(['']);
      });

    it('with any of its bytes changed or missing', async () => {
      const whole = await letterhead([{}, {}]);
      let printedOnes = 0;
      for (let turn = 0; turn < 24; turn++) {
        const broken = Buffer.from(
          whole.subarray(0, turn % 2 ? whole.length : Math.floor(Math.random() * whole.length)),
        );
        for (let change = 0; change < 5; change++)
          broken[Math.floor(Math.random() * broken.length)] = Math.random() * 256;
        const reading = new Backgrounds().read(base64(broken) || 'AAAA', 'account');
        const result = await reading.catch((error: unknown) => error);
        if (result instanceof Error) expect(result).to.include({ code: 'pdf_invalid' });
        else printedOnes++;
      }
      expect(printedOnes).to.be.within(1, 23);
    });
  });

  it('that takes too long to be read is refused, and does not keep the next one', async () => {
    const backgrounds = new Backgrounds({ cpuMs: 60_000, ms: 1 });
    const error = await backgrounds.read(base64(SLOW_PDF()), 'account').catch((reason: unknown) => reason);
    expect(error).to.include({ code: 'pdf_invalid' });
    expect(String(error)).to.match(/`background_pdf` takes longer than 0.001 s to be read/);
  });

  it('that takes too much processor time is rejected, also on a busy machine, and is not read again', async () => {
    const backgrounds = new Backgrounds({ cpuMs: 300, ms: 60_000 });
    const pdf = base64(SLOW_PDF());
    for (const round of ['first', 'again']) {
      const begun = cpuUsage();
      const error = await backgrounds.read(pdf, 'account').catch((reason: unknown) => reason);
      expect(String(error), round).to.match(/`background_pdf` takes more than 0.3 s of processor time to be read/);
      if (round === 'again') expect(cpuUsage(begun).user / 1_000, 'milliseconds').to.be.below(200);
    }
  });

  it('that is slow to be read moves its job to the slow queue, and keeps no other account’s waiting', async () => {
    const postponing = { ...jobContext(), accountId: 'slow', mayBePostponed: true };
    const slow = worker.render(jobOf(base64(SLOW_PDF())), postponing).catch((error: unknown) => error);
    const other = await worker.render(jobOf(base64(await letterhead([{}]))), { ...jobContext(), accountId: 'other' });
    expect(other.ok, JSON.stringify(other)).to.equal(true);
    expect(await slow).to.be.instanceOf(Postponed);
  });

  it('is not read after its caller has hung up', async () => {
    const backgrounds = new Backgrounds();
    const [one, other] = [base64(await letterhead([{}])), base64(await letterhead([{}, {}]))];
    const reading = backgrounds.read(one, 'account');
    const caller = new AbortController();
    const left = backgrounds.read(other, 'account', [], caller.signal).catch(String);
    caller.abort(new Error('left'));
    expect(await left).to.equal('Error: left');
    await reading;
    expect((await backgrounds.read(other, 'account')).others?.pages).to.have.lengthOf(2);
  });

  it('with a password is refused, and which of two it is', async () => {
    const pdf = await PDFDocument.load(await letterhead([{}]));
    pdf.encrypt({ userPassword: 'secret', ownerPassword: 'other' });
    const first = base64(Buffer.from(await pdf.save()));
    expect(await printed({ first })).to.include({
      code: 'pdf_invalid',
      message: '`background_pdf.first` needs a password; send it without.',
    });
  });

  it('that is only protected against changes is printed', async () => {
    const pdf = await PDFDocument.load(await letterhead([{}]));
    pdf.encrypt({ userPassword: '', ownerPassword: 'other' });
    expect(wordsOf(await pdfOn(base64(Buffer.from(await pdf.save()))))).to.deep.equal(['letterhead1']);
  });

  it('is refused when it is too large', async () => {
    expect(await printed(base64(Buffer.alloc(MAX_BACKGROUND_BYTES + 3)))).to.include({
      code: 'body_too_large',
      message: '`background_pdf` is over the limit of 5 MiB.',
    });
  });

  it('is read in its account’s turn, independent of other accounts', async () => {
    const slow = SLOW_PDF();
    const backgrounds = new Backgrounds({ cpuMs: 600, ms: 200_000 });
    const ended: string[] = [];
    const account = async (name: string, pdf: Buffer) => {
      await backgrounds.read(base64(pdf), name).catch(() => undefined);
      ended.push(name);
    };
    const busy = [1, 2, 3, 4].map((size) => account('busy', Buffer.concat([slow, Buffer.alloc(size)])));
    await Promise.all([...busy, account('other', await letterhead([{}]))]);
    // Two are read at a time, of two accounts. The small one takes a part of the time of a slow one.
    expect(ended.indexOf('other')).to.be.below(2);
  });

  it('is read once, also for documents that come at the same time', async () => {
    const backgrounds = new Backgrounds();
    const text = base64(await letterhead([{}]));
    const [one, other] = await Promise.all([backgrounds.read(text, 'account'), backgrounds.read(text, 'account')]);
    const later = await backgrounds.read({ first: text }, 'account');
    expect(one.others).to.equal(other.others).and.equal(later.first);
  });
});
