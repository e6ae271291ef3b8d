import { once } from 'node:events';
import { access, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { eventually, freePort, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import puppeteer from 'puppeteer';
import { fileOf } from './file-of-link.js';
import { Visitor } from './pages/visitor.js';

const PDF = '/api/utilities/html-to-pdf';
const POLICY = "sandbox; default-src 'none'";
/** Headless shells have no viewer of PDFs. */
const WHOLE_BROWSER = '/usr/bin/chromium';

const ADDRESS = { line_1: 'Street 1', city: 'Berlin', post_code: '10115', country: 'DE' };
const INVOICE = {
  delivery: { date: '2026-11-20' },
  number: '1',
  issue_date: '2026-11-22',
  due_date: '2026-12-22',
  currency: 'EUR',
  seller: { name: 'Seller', vat_id: 'DE123456789', address: ADDRESS },
  buyer: { name: 'Buyer', address: ADDRESS },
  lines: [{ name: 'Work', quantity: 1, unit: 'C62', net_price: 10, vat_category: 'S', vat_rate: 19 }],
};

/** Sends the length of the operator's page to the service. */
const SCRIPT = `fetch('/ops/state').then((answer) => answer.text()).then((text) => fetch('/stolen/' + text.length))`;
const XML = `<?xml version="1.0"?><x><script xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</script></x>`;

describe('What callers have stored', () => {
  let service: SharedService;
  let visitor: Visitor;
  before(async () => {
    service = await sharedService();
    visitor = await Visitor.launch(process.env['CHROME_PATH'] ?? '', service.url);
  });
  after(async () => {
    await visitor?.close();
  });

  const invoiceXml = async (e_invoice: object) => {
    const body = { e_invoice: { profile: 'en16931', output: 'xml', ...e_invoice } };
    return service.call(PDF, { body });
  };
  const print = async () => (await service.call(PDF, { body: { html: '<p>x', filename: 'a.pdf' } })).body.data;

  it('is served so that a browser runs nothing in it, and is saved unless it is a PDF that is to be shown', async () => {
    const { data: xml } = (await invoiceXml({ invoice: INVOICE })).body;
    const pdf = await print();
    for (const [link, disposition] of [
      [pdf.download_url, /^attachment; filename="a\.pdf"/],
      [pdf.signed_url, /^attachment; filename="a\.pdf"/],
      [`${pdf.download_url}?inline`, /^inline; filename="a\.pdf"/],
      [`${pdf.signed_url}&inline`, /^inline; filename="a\.pdf"/],
      [xml.download_url, /^attachment/],
      [xml.signed_url, /^attachment/],
      [`${xml.download_url}?inline`, /^attachment/],
      [`${xml.signed_url}&inline`, /^attachment/],
    ] as const) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await fetch(link, { method });
        expect(status, link).to.equal(200);
        expect(headers.get('content-security-policy')).to.equal(POLICY);
        expect(headers.get('x-content-type-options')).to.equal('nosniff');
        expect(headers.get('cross-origin-resource-policy')).to.equal('same-site');
        expect(headers.get('content-disposition'), link).to.match(disposition);
      }
    }
  });

  it('runs no script that reads the operator’s pages: neither where it is saved, nor where a browser shows it all the same', async () => {
    const { download_url: link } = (await invoiceXml({ invoice: INVOICE })).body.data;
    // Other content, so that what refuses such content is not what is tested.
    await writeFile(await fileOf(link, service.storageFolder), XML);
    await visitor.open('/ops', /401/);
    await visitor.logIn(service.adminToken);
    const { page } = visitor;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.setCacheEnabled(false); // what was asked for before had other headers
    const debug = await page.createCDPSession();
    await debug.send('Fetch.enable', { patterns: [{ urlPattern: '*/files/*', requestStage: 'Response' }] });
    let without: readonly string[] = [];
    debug.on('Fetch.requestPaused', ({ requestId, responseStatusCode = 200, responseHeaders = [] }) => {
      const kept = responseHeaders.filter(({ name }) => !without.includes(name.toLowerCase()));
      const body = Buffer.from(XML).toString('base64');
      void debug.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: responseStatusCode,
        responseHeaders: kept,
        body,
      });
    });
    const open = async (headers: readonly string[]): Promise<string> => {
      without = headers;
      await page.goto(`${service.url}/ops`);
      asked.length = 0;
      await page.goto(`${link}?inline`, { waitUntil: 'networkidle0' }).catch((error: Error) => error.message);
      return asked.filter((path) => !path.startsWith('/files/') && path !== '/favicon.ico').join();
    };
    expect(await open([])).to.equal('');
    expect(page.url(), 'it is saved').to.equal(`${service.url}/ops`);
    expect(await open(['content-disposition'])).to.equal('');
    expect(page.url(), 'it is shown').to.equal(`${link}?inline`);
    // So it would be without the headers: this test sees a script that reads.
    expect(await open(['content-disposition', 'content-security-policy'])).to.match(/^\/ops\/state,\/stolen\/\d{3,}$/);
  });

  it('opens in the browser’s viewer of PDFs where it is one', async function () {
    if (
      await access(WHOLE_BROWSER).then(
        () => false,
        () => true,
      )
    )
      this.skip();
    const { download_url } = await print();
    const browser = await puppeteer.launch({
      executablePath: WHOLE_BROWSER,
      headless: true,
      pipe: true,
      args: ['--no-sandbox'],
    });
    try {
      const page = await browser.newPage();
      await page.goto(`${download_url}?inline`);
      await eventually(async () => {
        const viewer = page.frames().find((frame) => frame.url().startsWith('chrome-extension://'));
        const pages = await viewer?.evaluate(`document.querySelector('pdf-viewer')?.shadowRoot
          ?.querySelector('viewer-toolbar')?.shadowRoot?.querySelector('viewer-page-selector')?.shadowRoot
          ?.querySelector('#pagelength')?.textContent`);
        expect(pages).to.equal('1');
      });
    } finally {
      await browser.close();
    }
  });

  it('excludes XML with parts that are foreign to an invoice: scripts, style sheets, document types', async () => {
    const { xml } = (await invoiceXml({ invoice: INVOICE })).body.data;
    const end = '</rsm:CrossIndustryInvoice>';
    for (const [broken, says] of [
      [
        xml.replace(end, `<script xmlns="http://www.w3.org/1999/xhtml">1</script>${end}`),
        'has an element of another vocabulary: `script` of `http://www.w3.org/1999/xhtml`',
      ],
      [
        xml.replace(end, `<svg xmlns="http://www.w3.org/2000/svg" onload="1"/>${end}`),
        'has an element of another vocabulary: `svg`',
      ],
      [xml.replace(end, `<p/>${end}`), 'has an element of another vocabulary: `p` of ``'],
      [
        xml.replace('<ram:', '<ram:ID xmlns:x="http://www.w3.org/1999/xlink" x:href="javascript:1"/><ram:'),
        'has an attribute of another vocabulary: `x:href` of `http://www.w3.org/1999/xlink`',
      ],
      [
        xml.replace('<rsm:', '<?xml-stylesheet href="data:text/xsl,x" type="text/xsl"?><rsm:'),
        'processing instructions',
      ],
      [xml.replace('<rsm:', '<!DOCTYPE html><rsm:'), 'document type'],
    ]) {
      const { status, headers, body } = await invoiceXml({ xml: broken });
      expect([status, headers.get('x-error-code')], says).to.deep.equal([422, 'e_invoice_invalid']);
      expect(body.error).to.include(says);
    }
    const hinted = xml.replace(
      '<rsm:CrossIndustryInvoice',
      '<rsm:CrossIndustryInvoice xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema" xsi:schemaLocation="urn:a b.xsd"',
    );
    expect((await invoiceXml({ xml: hinted })).status).to.equal(200);
  });

  it('may be on a separate host, which serves only files, and older links lead there', async () => {
    const older: string = (await print()).download_url;
    const port = await freePort();
    const own = {
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      FILES_ORIGIN: `http://localhost:${port}`,
    };
    const gateway = await service.addGateway(own);
    /** On the loopback address, whatever host it asks for. */
    const ask = async (path: string, host: string, headers = {}, method = 'GET'): Promise<IncomingMessage> => {
      const request = httpRequest({ host: '127.0.0.1', port, path, method, headers: { host, ...headers } }).end();
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      answer.resume();
      return answer;
    };
    const printed = await fetch(`${own.PUBLIC_URL}${PDF}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ html: '<p>x' }),
    });
    const { data } = (await printed.json()) as { data: { download_url: string; signed_url: string } };
    const files = `localhost:${port}`;
    const api = `127.0.0.1:${port}`;
    for (const link of [data.download_url, data.signed_url]) {
      const { origin, pathname, search } = new URL(link);
      expect(origin).to.equal(own.FILES_ORIGIN);
      expect((await ask(pathname + search, files)).statusCode).to.equal(200);
      const elsewhere = await ask(pathname + search, api);
      expect([elsewhere.statusCode, elsewhere.headers.location]).to.deep.equal([307, link]);
    }
    const { pathname } = new URL(older);
    expect((await ask(pathname, api)).headers.location).to.equal(`${own.FILES_ORIGIN}${pathname}`);
    expect((await ask(`http://evil.example${pathname}`, api)).headers.location).to.equal(
      `${own.FILES_ORIGIN}${pathname}`,
    );
    for (const path of [
      '/',
      '/docs',
      '/ops',
      '/ops/login',
      '/ops/state',
      '/api/account',
      '/openapi.json',
      '/metrics',
      '/healthz',
      '/files',
    ]) {
      expect((await ask(path, files)).statusCode, path).to.equal(404);
      expect((await ask(path, `LOCALHOST:${port}`)).statusCode, path).to.equal(404);
    }
    expect((await ask('/ops/login', files, {}, 'POST')).statusCode).to.equal(404);
    for (const path of ['/', '/docs', '/healthz']) expect((await ask(path, api)).statusCode, path).to.equal(200);
    // No client counts as a proxy unless `TRUST_PROXY` lists it.
    expect((await ask('/healthz', api, { 'x-forwarded-host': files })).statusCode).to.equal(200);
    await gateway.end();
  });
});
