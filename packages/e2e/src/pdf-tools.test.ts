import { eventually, pdfInfo, pdfText, redisContents, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const HTML_TO_PDF = '/api/utilities/html-to-pdf';
const JSON_TO_PDF = '/api/utilities/json-to-pdf';
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('The PDF tools', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  /** Renders and returns the PDF's bytes. */
  async function render(body: object): Promise<Buffer> {
    const answer = await service.call(HTML_TO_PDF, { body });
    expect(answer.status, answer.body.error).to.equal(200);
    return Buffer.from(answer.body.data.pdf_base64, 'base64');
  }

  for (const path of [HTML_TO_PDF, JSON_TO_PDF]) {
    it(`answer ${path} with every field of the specification, and nothing else`, async () => {
      const { status, body, headers } = await service.call(path, {
        body: {
          html: '<h1>[[who.name]]</h1>',
          css: 'h1 { color: [[colour]] }',
          data: { who: { name: 'Wörld' }, colour: 'teal' },
        },
      });
      expect(status).to.equal(200);
      expect(headers.get('content-type')).to.match(/^application\/json/);
      expect(body).to.have.all.keys('success', 'data', 'metadata');
      expect(body.success).to.equal(true);
      expect(body.metadata).to.deep.equal({ actions_consumed: 3 });
      const { data } = body;
      expect(data).to.have.all.keys(
        'download_url',
        'signed_url',
        'signed_url_expires_at',
        'expires_at',
        'pdf_base64',
        'size_bytes',
        'page_count',
      );
      const pdf = Buffer.from(data.pdf_base64, 'base64');
      expect(data.size_bytes).to.equal(pdf.length);
      expect(data.page_count).to.equal(pdfInfo(pdf).pages).and.equal(1);
      expect(pdfText(pdf)).to.include('Wörld');
      expect(data.signed_url_expires_at).to.match(ISO_TIME);
      expect(data.expires_at).to.match(ISO_TIME);
      const hours = (time: string): number => (Date.parse(time) - Date.now()) / 3_600_000;
      expect(hours(data.signed_url_expires_at)).to.be.closeTo(1, 0.01);
      expect(hours(data.expires_at)).to.be.closeTo(24 * 7, 0.01);
    });
  }

  it('store the PDF so that both links download the same bytes', async () => {
    const { data } = (await service.call(HTML_TO_PDF, { body: { html: '<p>linked</p>' } })).body;
    for (const link of [data.download_url, data.signed_url]) {
      expect(link).to.match(new RegExp(`^${service.url}/files/`));
      const response = await fetch(link);
      expect(response.status).to.equal(200);
      expect(response.headers.get('content-type')).to.equal('application/pdf');
      expect(response.headers.get('cache-control')).to.include('private');
      expect(Buffer.from(await response.arrayBuffer()).toString('base64')).to.equal(data.pdf_base64);
    }
    expect(data.signed_url).to.match(/[?&]signature=/);
  });

  it('reject a signed link that was altered, and links to unknown files', async () => {
    const { data } = (await service.call(HTML_TO_PDF, { body: { html: '<p>x</p>' } })).body;
    const altered = (change: (url: URL) => void): string => {
      const url = new URL(data.signed_url);
      change(url);
      return `${url.pathname}${url.search}`;
    };
    const signature = new URL(data.signed_url).searchParams.get('signature') ?? '';
    const other = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    for (const [path, status, code] of [
      [altered(({ searchParams }) => searchParams.set('signature', other)), 403, 'link_forged'],
      [altered(({ searchParams }) => searchParams.set('expires', '99999999999')), 403, 'link_forged'],
      [altered(({ searchParams }) => searchParams.delete('signature')), 403, 'link_forged'],
      [altered(({ searchParams }) => searchParams.append('signature', signature)), 403, 'link_forged'],
      ['/files/nothing.pdf', 404, 'file_unknown'],
      ['/files/..%2f..%2fetc%2fpasswd.pdf', 404, 'file_unknown'],
      ['/files/x', 404, 'file_unknown'],
    ] as const) {
      const answer = await service.call(path, { token: null });
      expect(answer.status, path).to.equal(status);
      expect(answer.headers.get('x-error-code'), path).to.equal(code);
      expect(answer.body, path).to.have.all.keys('success', 'error');
    }
  });

  it('know sizes and orientations, with A4 portrait where nothing says otherwise', async () => {
    const points = async (body: object): Promise<[number, number]> => {
      const { width, height } = pdfInfo(await render({ html: '<p>x</p>', ...body }));
      return [Math.round(width), Math.round(height)];
    };
    const near = (actual: [number, number], [width, height]: [number, number], what: string): void => {
      expect(actual[0], what).to.be.closeTo(width, 1);
      expect(actual[1], what).to.be.closeTo(height, 1);
    };
    near(await points({}), [595, 842], 'default');
    near(await points({ orientation: 'LANDSCAPE' }), [842, 595], 'landscape');
    near(await points({ page_size: 'a6' }), [298, 420], 'A6');
    near(await points({ page_size: 'Letter', orientation: 'landscape' }), [792, 612], 'Letter landscape');
    near(await points({ css: '@page { size: A5 landscape }' }), [595, 420], '@page');
    near(await points({ css: '@page { size: A5 }', page_size: 'Legal' }), [612, 1008], 'the request wins over @page');
  });

  it('fill lists, conditions and nested paths, and escape what is filled in', async () => {
    const text = pdfText(
      await render({
        html: '<ul>[[#items]]<li>[[name]]: [[price]]</li>[[/items]]</ul>[[^none]]<p>none of those</p>[[/none]]<p>[[a.b.1]]</p>',
        data: {
          items: [
            { name: '<b>Tea</b>', price: 0 },
            { name: 'Cup & saucer', price: 12.5 },
          ],
          a: { b: ['x', 'second'] },
        },
      }),
    );
    expect(text).to.include('<b>Tea</b>: 0').and.include('Cup & saucer: 12.5');
    expect(text).to.include('none of those').and.include('second');
  });

  it('load saved variables into html and css, inside other variables too', async () => {
    const save = (name: string, kind: string, content: string) =>
      service.call(`/api/variables/${name}`, { method: 'PUT', body: { kind, content } });
    await save('letter', 'html', '<h1>[[title]]</h1>[[var:footer]]');
    await save('footer', 'html', '<p>Kind regards, [[sender]]</p>');
    await save('house-style', 'css', '@page { size: A5 }');
    const pdf = await render({
      html: '[[var:letter]]',
      css: '[[ var:house-style ]]',
      data: { title: 'Hello', sender: '[[var:letter]]' },
    });
    expect(pdfText(pdf)).to.include('Hello').and.include('Kind regards, [[var:letter]]');
    expect(pdfInfo(pdf).height).to.be.closeTo(595, 1);
  });

  it('print Latin, Chinese, Japanese, Arabic text and emoji with fonts that have them', async () => {
    const pdf = await render({ html: '<p>Žluťoučký kůň</p><p>发票 請求書</p><p>مرحبا</p><p>🧾</p>' });
    // A character that no font has prints as a box, and a box has no text to read out.
    for (const text of ['Žluťoučký kůň', '发票', '請求書', 'مرحبا', '🧾']) expect(pdfText(pdf)).to.include(text);
  });

  it('take 50 pages and refuse 51', async () => {
    const pages = (count: number): object => ({
      html: `${'<p style="break-after: page">x</p>'.repeat(count - 1)}<p>x</p>`,
    });
    expect(pdfInfo(await render(pages(50))).pages).to.equal(50);
    const refused = await service.call(HTML_TO_PDF, { body: pages(51) });
    expect(refused.status).to.equal(422);
    expect(refused.headers.get('x-error-code')).to.equal('page_limit');
    expect(refused.body.error).to.include('50');
  });

  it('leave nothing of the customer in Redis and nothing in the logs', async () => {
    const secret = 'payslip-of-ann-4711';
    await render({ html: `<p>${secret}</p>`, css: `/* ${secret} */`, data: { [secret]: secret } });
    await service.call(HTML_TO_PDF, { body: { html: `[[#${secret}]] is never closed` } });
    await service.call(HTML_TO_PDF, { body: { html: 'x', data: { a: 1 }, [secret]: 1 } });
    await eventually(async () => expect(await redisContents(service.redis.url)).not.to.include(secret));
    expect(await service.logs())
      .to.include('"requestId"')
      .and.not.include(secret)
      .and.not.include(service.token);
  });
});
