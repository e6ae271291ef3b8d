/** Calls a service with the requests that the start page shows, for its pictures and for the test of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROVIDER_TOKEN, pdfPicture, startHttpTarget, TARGET_ADDRESS, TestService } from '@toolpress/testkit';
import { ROOT } from '../examples/blocks.js';

export const HOME_FOLDER = join(ROOT, 'apps/gateway/views/home');
const textOf = (name: string): string => readFileSync(join(HOME_FOLDER, name), 'utf8');
export const jsonOf = (name: string) => JSON.parse(textOf(name));

/** What the other servers answer, by path. Their addresses are the only thing that differs from what the page shows. */
const OTHERS: Readonly<Record<string, unknown>> = {
  '/rates?base=EUR': { base: 'EUR', date: '2026-11-27', rates: { CHF: 0.9318, GBP: 0.8767, USD: 1.1593 } },
  '/v0/appLkNDICXNqxSDhG/Orders/rec4711abcdEFGH12': {
    id: 'rec4711abcdEFGH12',
    createdTime: '2026-11-24T09:12:30.000Z',
    fields: {
      Number: '2026-0118',
      Customer: 'Noether Symmetries Ltd',
      Amount: 1364.3,
      Paid: false,
      Tags: ['rent', 'supplies'],
    },
  },
};

export interface HomeExamples {
  /** The documents by the names of their pictures in `docs/images`. */
  readonly documents: ReadonlyMap<string, { readonly pdf: Buffer; readonly png: Buffer }>;
  /** `data` of the answers of the other tools, by their names. */
  readonly answers: ReadonlyMap<string, unknown>;
}

/** Returns the saved template of the page with its sample data, as the body of `PUT /api/variables/invoice`. */
export const invoiceTemplate = () => ({
  kind: 'html',
  content: textOf('invoice.html'),
  css: textOf('invoice.css'),
  sample_data: { invoice: jsonOf('invoice.json') },
});

/** Runs all examples with a service of their own. */
export async function runHomeExamples(): Promise<HomeExamples> {
  const others = await startHttpTarget(({ path }, response) => {
    response.sendDate = false;
    const body = JSON.stringify(OTHERS[path]);
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      .end(body);
  });
  const env = { OUTBOUND_ALLOW: TARGET_ADDRESS, TABLEBASE_API_URL: `${others.url}/v0` };
  const service = await TestService.start({ env });
  try {
    const dataOf = async (path: string, body: unknown, method = 'POST') => {
      const answer = await service.call(path, { method, body });
      if (answer.status !== 200) throw new Error(`${path}: ${answer.body.error}`);
      return answer.body.data;
    };
    await dataOf('/api/variables/invoice', invoiceTemplate(), 'PUT');
    await dataOf('/api/connections/sales', { provider: 'tablebase', token: PROVIDER_TOKEN }, 'PUT');
    const first = { template: 'invoice', data: jsonOf('invoice.json') };
    const requests = [
      ['home-invoice', 'json-to-pdf', first, 120],
      ['home-second-invoice', 'json-to-pdf', jsonOf('json-to-pdf.json'), 96],
      ['home-label', 'html-to-pdf', jsonOf('html-to-pdf.json'), 150],
    ] as const;
    const documents = new Map<string, { pdf: Buffer; png: Buffer }>();
    for (const [picture, tool, body, dotsPerInch] of requests) {
      const { pdf_base64, page_count } = await dataOf(`/api/utilities/${tool}`, body);
      if (page_count !== 1) throw new Error(`${picture} has ${page_count} pages; only the first would be shown.`);
      const pdf = Buffer.from(pdf_base64, 'base64');
      documents.set(picture, { pdf, png: pdfPicture(pdf, dotsPerInch) });
    }
    const request = jsonOf('http-request.json');
    const url = request.url.replace('https://api.example.com', others.url);
    const answers = new Map<string, unknown>([
      ['http-request', await dataOf('/api/utilities/http-request', { ...request, url })],
      ['get-record', await dataOf('/api/tablebase/get-record', jsonOf('get-record.json'))],
    ]);
    return { documents, answers };
  } finally {
    await service.stop();
    await others.close();
  }
}
