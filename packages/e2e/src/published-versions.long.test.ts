import { pdfText, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDFS = 400;
const PUBLICATIONS = 20;
const CLIENTS = 8;
/** The number of publications after which an older version is published again. */
const ROLL_BACK_EVERY = 5;

/** A time in which a version may be printed: from the call that publishes it to the answer of the next such call. */
interface Reign {
  version: number;
  from: number;
  until: number;
}

describe(`${PDFS} PDFs of a template that is published ${PUBLICATIONS} times meanwhile, over two gateways`, () => {
  let service: TestService;
  let urls: string[];
  before(async () => {
    service = await TestService.start({ env: { RENDER_CONCURRENCY: '2', LOG_LEVEL: 'info' } });
    urls = [service.url, (await service.addGateway()).url];
  });
  after(() => service.stop());

  const edition = (number: number) => ({
    kind: 'html',
    content: `<p>html${number}</p>`,
    css: `p::after { content: " css${number}" }`,
    options: { footer_html: `foot${number}` },
    draft: true,
  });

  it('are each of exactly the version that their answer names, and never of one that was replaced before the call', async () => {
    const reigns: Reign[] = [];
    /** The edition of each version. */
    const editions = new Map<number, number>();
    const change = async (path: string, body: object, method: string): Promise<number> => {
      const answer = await service.call(`/api/variables/slip${path}`, { method, body });
      expect(answer.status, answer.body.error).to.equal(200);
      return answer.body.data.version;
    };
    const publish = async (version: number | 'draft'): Promise<number> => {
      const from = performance.now();
      const published = await change('/publish', { version }, 'POST');
      const last = reigns.at(-1);
      if (last !== undefined) last.until = performance.now();
      reigns.push({ version: published, from, until: Number.POSITIVE_INFINITY });
      return published;
    };
    const publishNext = async (number: number): Promise<void> => {
      if (number % ROLL_BACK_EVERY === 0) {
        await publish([...editions.keys()].at(-3) ?? 1);
        return;
      }
      await change('', edition(number), 'PUT');
      editions.set(await publish('draft'), number);
    };
    await publishNext(1);

    let begun = 0;
    let printed = 0;
    let publications = 1;
    const seen = new Set<number>();
    /** Checked at the end: a PDF may arrive before the answer of the publication that it is of. */
    const checks: (() => void)[] = [];
    const print = async (url: string, accept: string): Promise<void> => {
      const from = performance.now();
      const response = await fetch(`${url}/api/utilities/html-to-pdf`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json', accept },
        body: JSON.stringify({ template: 'slip' }),
      });
      expect(response.status).to.equal(200);
      const { version, pdf } = await answered(response);
      const until = performance.now();
      const words = pdfText(pdf).trim().split(/\s+/);
      checks.push(() => {
        const number = editions.get(version);
        expect(words).to.deep.equal([`html${number}`, `css${number}`, `foot${number}`]);
        const isCurrent = reigns.some((one) => one.version === version && one.from < until && one.until > from);
        expect(isCurrent, `version ${version} was published during the call`).to.equal(true);
      });
      seen.add(version);
      printed += 1;
    };
    const client = async (url: string): Promise<void> => {
      while (begun < PDFS) {
        begun += 1;
        await print(url, begun % 2 === 0 ? 'application/pdf' : 'application/json');
      }
    };
    const publisher = async (): Promise<void> => {
      while (publications < PUBLICATIONS) {
        const due = (publications * PDFS) / PUBLICATIONS;
        while (printed < due) await new Promise((resolve) => setTimeout(resolve, 5));
        publications += 1;
        await publishNext(publications);
      }
    };
    await Promise.all([
      publisher(),
      ...Array.from({ length: CLIENTS }, (_, index) => client(urls[index % urls.length] ?? '')),
    ]);
    expect([printed, reigns.length]).to.deep.equal([PDFS, PUBLICATIONS]);
    for (const check of checks) check();
    expect(seen.size, 'versions that were printed').to.be.above(editions.size / 2);
  });
});

/** Reads an answer of either form. */
async function answered(response: Response): Promise<{ version: number; pdf: Buffer }> {
  const named = response.headers.get('x-template');
  if (named !== null) return { version: Number(named.split('@')[1]), pdf: Buffer.from(await response.arrayBuffer()) };
  const { data } = (await response.json()) as { data: { pdf_base64: string; template: { version: number } } };
  return { version: data.template.version, pdf: Buffer.from(data.pdf_base64, 'base64') };
}
