/** `npm run pictures`: the pictures of samples in `docs/images`. */
import { fileURLToPath } from 'node:url';
import { pdfInfo, pdfPicture, TestService } from '@toolpress/testkit';
import { type Choice, requestFor } from '../sample-requests.js';
import { Visitor } from './visitor.js';

/** A page of a sample. */
interface Part extends Choice {
  readonly name: string;
  /** The page number, from 1; default 1. */
  readonly page?: number;
}

const pagesOf = (name: string, ...pages: number[]): Part[] => pages.map((page) => ({ name, page }));

/** The pictures by their names, with the width of each page in pixels. */
const PICTURES: Readonly<Record<string, { width: number; parts: readonly Part[] }>> = {
  samples: { width: 360, parts: [{ name: 'invoice' }, { name: 'quote' }, { name: 'statement' }] },
  'sample-book': { width: 350, parts: pagesOf('book', 1, 3, 5, 6, 7, 12) },
  'sample-certificate': { width: 760, parts: [{ name: 'certificate' }] },
  'sample-delivery-note': { width: 560, parts: [{ name: 'delivery-note' }] },
  'sample-e-invoice': { width: 560, parts: [{ name: 'e-invoice' }] },
  'sample-invoice': { width: 560, parts: [{ name: 'invoice' }, { name: 'invoice', language: 'de' }] },
  'sample-letter': { width: 480, parts: pagesOf('letter', 1, 2, 4) },
  'sample-order': { width: 560, parts: [{ name: 'order' }] },
  'sample-payslip': { width: 560, parts: [{ name: 'payslip' }] },
  'sample-quote': { width: 560, parts: [{ name: 'quote' }] },
  'sample-report': { width: 480, parts: pagesOf('report', 1, 2, 3) },
  'sample-shipping-label': { width: 480, parts: pagesOf('shipping-label', 1, 2) },
  'sample-statement': {
    width: 460,
    parts: [
      { name: 'statement', isLong: true },
      { name: 'statement', isLong: true, page: 2 },
    ],
  },
};

const POINTS_PER_INCH = 72;

const service = await TestService.start();
const visitor = await Visitor.launch(process.env['CHROME_PATH'] ?? '', service.url);
try {
  for (const [picture, { width, parts }] of Object.entries(PICTURES)) {
    const images = await Promise.all(parts.map((part) => imageOf(part, width)));
    await visitor.page.setViewport({ width: 3000, height: 2000 });
    await visitor.page.setContent(`<style>
      main { display: inline-grid; grid-template-columns: repeat(${Math.min(3, images.length)}, ${width}px); gap: 14px; padding: 14px; background: #dfe4e8 }
      body { margin: 0 } img { display: block; width: 100% }
    </style><main>${images.join('')}</main>`);
    const path = fileURLToPath(new URL(`../../../../docs/images/${picture}.png`, import.meta.url)) as `${string}.png`;
    await (await visitor.page.waitForSelector('main'))?.screenshot({ path });
  }
} finally {
  await visitor.close();
  await service.stop();
}

async function imageOf({ name, page = 1, ...choice }: Part, width: number): Promise<string> {
  const answer = await service.call('/api/utilities/html-to-pdf', { body: requestFor(name, choice) });
  const pdf = Buffer.from(answer.body.data.pdf_base64, 'base64');
  const png = pdfPicture(pdf, (width / pdfInfo(pdf).width) * POINTS_PER_INCH, page);
  return `<img alt="" src="data:image/png;base64,${png.toString('base64')}">`;
}
