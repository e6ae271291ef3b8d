import { caseCount, pdfInfo, pdfText, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';

const INVOICE = `
[[let net = 0]]
[[#each lines]]
  [[let amount = price | times: count]]
  [[let net = net | plus: amount]]
  <p>[[@number]]. [[what]]: [[count]] × [[price | money: "EUR"]] = [[amount | money: "EUR"]]</p>
[[else]]
  <p>Nothing to pay for.</p>
[[/each]]
[[let tax = net | times: rate | round: 2]]
<p>[[rate | percent]] of [[net | money: "EUR"]]: [[tax | money: "EUR"]],
  [[#if paid]][["paid" | t]][[else if net > 0]][["due by" | t]] [[sent | add_days: 14 | date: "long"]][[else]]free[[/if]]</p>
<p>[[sent | time]], [["items" | t: count: lines.size]]</p>`;

/** What an answer was, in the words of tests. */
interface Outcome {
  status: number;
  code: string | null;
  message: string;
}

describe('The template language in the whole service', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  const render = (body: object) => service.call(PDF, { body });

  /** The text of each page, blanks and line breaks as one blank each. */
  async function pagesOf(body: object): Promise<string[]> {
    const answer = await render(body);
    expect(answer.status, answer.body.error).to.equal(200);
    const pages = pdfText(Buffer.from(answer.body.data.pdf_base64, 'base64')).split('\f');
    return pages.slice(0, -1).map((page) => page.replace(/\s+/g, ' ').trim());
  }
  const textOf = async (body: object): Promise<string> => (await pagesOf(body)).join(' ');

  async function outcomeOf(body: object): Promise<Outcome> {
    const { status, headers, body: answer } = await render(body);
    return { status, code: headers.get('x-error-code'), message: answer.error ?? '' };
  }

  it('puts in partials with arguments, in the document, its style and its footer', async () => {
    const save = (name: string, kind: string, content: string) =>
      service.call(`/api/variables/${name}`, { method: 'PUT', body: { kind, content } });
    await save('row', 'html', '<p>[[@number]]. [[line.what]] [[> price amount=line.price]][[shop]]</p>');
    await save('price', 'html', '[[amount | money: currency]]\n<img src="[[amount]]">');
    await save('paper', 'css', '@page { size: [[size]] }');
    const body = {
      html: '<p>[[shop]]</p>\n[[#each lines]]\n[[> row line=. shop="!"]][[/each]]',
      css: '[[> paper size="A5"]]',
      footer_html: '<p>[[> foot n=pages]]</p>',
      data: {
        shop: 'Tea & Co',
        currency: 'EUR',
        lines: [
          { what: '<Tea>', price: 2 },
          { what: 'Cup', price: '0.5' },
        ],
      },
      on_blocked: 'warn',
    };
    await save('foot', 'html', 'all [[n]]');
    const answer = await render(body);
    expect(answer.status, answer.body.error).to.equal(200);
    const pdf = Buffer.from(answer.body.data.pdf_base64, 'base64');
    expect(pdfText(pdf).replace(/\s+/g, ' ')).to.contain('Tea & Co').and.contain('1. <Tea> €2.00').and.contain('all 1');
    expect(pdfInfo(pdf).height).to.be.closeTo(595, 1);
    const [blocked] = answer.body.data.warnings;
    expect(blocked.message, 'what stands in a partial is checked').to.contain('html 3:1 (partial `price` 2:');
  });

  it('reports the faults of partials by code, partial, line and column', async () => {
    const save = (name: string, content: string) =>
      service.call(`/api/variables/${name}`, { method: 'PUT', body: { kind: 'html', content } });
    await save('bad', 'x\n [[a | upper]]');
    await save('round', '[[> round]]');
    const bad = await outcomeOf({ html: 'a\n[[> bad]]', data: { a: 1 } });
    expect(bad).to.include({ status: 422, code: 'template_invalid' });
    expect(bad.message).to.contain('at line 2, column 2 of the partial `bad`, inserted at line 2, column 1');
    const round = await outcomeOf({ html: '[[> round a=1]]' });
    expect(round).to.include({ status: 422, code: 'variable_unknown' });
    const unknown = await outcomeOf({ html: '[[> rund a=1]]' });
    expect(unknown).to.include({ status: 422, code: 'variable_unknown' });
    expect(unknown.message).to.contain('by `[[> …]]`').and.contain('Did you mean `round`');
  });

  it('prints an invoice in two languages from the same data', async () => {
    const body = {
      html: INVOICE,
      data: {
        lines: [
          { what: 'Tea', count: 3, price: '1250.10' },
          { what: 'Cups', count: 12, price: 0.35 },
        ],
        rate: '0.25',
        paid: false,
        sent: '2026-11-21T23:30:00Z',
      },
      translations: {
        en: { items: { one: '{count} item', other: '{count} items' } },
        de: { 'due by': 'fällig am', paid: 'bezahlt', items: { one: '{count} Posten', other: '{count} Posten' } },
      },
      time_zone: 'Europe/Vienna',
    };
    expect(await textOf({ ...body, locale: 'en' })).to.equal(
      '1. Tea: 3 × €1,250.10 = €3,750.30 2. Cups: 12 × €0.35 = €4.20 25% of €3,754.50: €938.63, due by December 6, 2026 12:30 AM, 2 items',
    );
    expect(await textOf({ ...body, locale: 'de' })).to.equal(
      '1. Tea: 3 × 1.250,10 € = 3.750,30 € 2. Cups: 12 × 0,35 € = 4,20 € 25 % of 3.754,50 €: 938,63 €, fällig am 6. Dezember 2026 00:30, 2 Posten',
    );
    const data = { lines: [], rate: 0, paid: true, sent: null };
    expect(await textOf({ ...body, data, locale: 'de-AT' })).to.equal(
      'Nothing to pay for. 0 % of € 0,00: € 0,00, bezahlt , 0 Posten',
    );
  });

  it('writes page numbers in translated sentences, and computes with them', async () => {
    const footer_html = '[["Page {page} of {pages}" | t: page: page, pages: pages]]';
    const translations = { de: { 'Page {page} of {pages}': 'Seite {page} von {pages}' } };
    expect(await textOf({ html: 'x', footer_html, translations, locale: 'de' })).to.equal('x Seite 1 von 1');
    const html = 'x<p style="break-before: page">y';
    const header_html = { default: '[[#if page == pages]]last[[/if]] [[page | plus: 1 | roman]]', first: '([[page]])' };
    expect(await pagesOf({ html, header_html, first_page_number: 3 })).to.deep.equal(['(3) x', 'last V y']);
    const { status, message } = await outcomeOf({
      html,
      header_html: { ...header_html, first: '\n [[page | roman]]' },
      first_page_number: 0,
    });
    expect(status).to.equal(422);
    expect(message).to.include('`header_html.first`').and.include('line 2, column 2').and.include('from 1 to 3999');
  });

  it('takes translations of a mebibyte, in a request that is read apart', async () => {
    const words = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`word ${index}`, `Wort ${index}`]));
    const translations = { de: { ...words, long: 'x'.repeat(300_000) } };
    const html = '[["word 19999" | t]], [["word" | t]], [["long" | t | size]], [["toString" | t]]';
    expect(await textOf({ html, translations, locale: 'de-CH' })).to.equal('Wort 19999, word, 300000, toString');
  });

  describe('The language of the formats', () => {
    /** A Turkish `i` has its dot in capitals, too. */
    const parts = {
      html: '<html lang="[[language]]"><style>p::after { content: " [["title" | upcase]]" }</style><p>[["in" | upcase]]</p>',
      css: 'p::before { content: "[["link" | upcase]] " }',
      header_html: '[["hi" | upcase]]',
      footer_html: '[["pi" | upcase]]',
    };

    it('comes from the document, or its data, for all parts', async () => {
      const text = await textOf({ ...parts, data: { language: 'tr' } });
      for (const word of ['Hİ', 'LİNK İN TİTLE', 'Pİ']) expect(text).to.include(word);
    });

    it('is English where the document names no language, or an unknown one', async () => {
      for (const language of ['', 'xx-', 'no language', 'x'.repeat(50_000)])
        expect(await textOf({ ...parts, data: { language } }))
          .to.include('HI')
          .and.include('LINK IN TITLE');
    });

    it('comes first from the request, for all parts', async () => {
      const english = await textOf({ ...parts, data: { language: 'tr' }, locale: 'en' });
      for (const word of ['HI', 'LINK IN TITLE', 'PI']) expect(english).to.include(word);
      const turkish = await textOf({ ...parts, data: { language: 'en' }, locale: 'tr-CY' });
      for (const word of ['Hİ', 'LİNK İN TİTLE', 'Pİ']) expect(turkish).to.include(word);
    });
  });

  describe('A fault', () => {
    for (const [field, place] of [
      ['html', /^In `html`, `\[\[total \| times: "x"\]\]` at line 3, column 5 /],
      ['css', /^In `css`, .* at line 3, column 5 /],
      ['header_html', /^In `header_html`, .* at line 3, column 5 /],
      ['footer_html', /^In `footer_html`, .* at line 3, column 5 /],
    ] as const)
      it(`in ${field} is answered with field, line and column, and without the data`, async () => {
        const data = { total: 7777 };
        const body = { html: 'x', [field]: '\n\n<b> [[total | times: "x"]]', data };
        const { status, code, message } = await outcomeOf(body);
        expect([status, code]).to.deep.equal([422, 'template_invalid']);
        expect(message).to.match(place).and.not.include('7777');
      });

    it('of a template that is not filled there is one all the same: an unknown filter', async () => {
      const { status, message } = await outcomeOf({ html: '[[#if no]]\n  [[total | tims: 2]][[/if]]' });
      expect(status).to.equal(422);
      expect(message).to.include('`tims`').and.include('line 2, column 3').and.include('times');
    });
  });

  it('has with `strict` a value for every expression, too', async () => {
    const html =
      '[[#if a]][[b]][[else]][[c]][[/if]]\n[[#each rows]][[name]] [[price | times: 2]] [[@number]][[else]]none[[/each]]\n[[let d = e]][[d]]';
    const data = { a: false, c: 'Closed', rows: [{ name: 'Tea', price: 2100 }], e: 'end' };
    expect(await textOf({ html, data, strict: true })).to.equal('Closed Tea 4200 1 end');
    const { status, code, message } = await outcomeOf({ html, data: { rows: [{ name: null }] }, strict: true });
    expect([status, code]).to.deep.equal([422, 'tag_without_value']);
    for (const part of [
      '`[[c]]` at html 1:23',
      '`[[name]]` at html 2:15',
      '`[[price | times: 2]]` at html 2:24',
      '`[[d]]` at html 3:14',
    ])
      expect(message).to.include(part);
    expect(message).not.to.include('[[b]]').and.not.include('@number');
  });

  it('has page numbers in headers, where they are not computed, beside expressions', async () => {
    const pages = await pagesOf({
      html: '<p style="break-after: page">one</p><p>two</p>',
      header_html:
        '[[title | upcase]] [[#if draft]]draft[[else]]final[[/if]]: [[page]] of [[pages]][[#each parts]] [[@number]]=[[.]]/[[page]][[/each]]',
      data: { title: 'Report', parts: ['a', 'b'] },
    });
    expect(pages).to.deep.equal(['REPORT final: 1 of 2 1=a/1 2=b/1 one', 'REPORT final: 2 of 2 1=a/2 2=b/2 two']);
  });

  describe('A hostile template', () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => index);
    const loops = (inner: string, depth = 8) => `${'[[#each rows]]'.repeat(depth)}${inner}${'[[/each]]'.repeat(depth)}`;
    const HOSTILE: Record<string, object> = {
      'loops in loops': { html: loops('x') },
      'loops in loops that print nothing': { html: loops('') },
      'loops in a header': { html: 'x', header_html: loops('[[page]]') },
      'loops in CSS': { html: 'x', css: loops('') },
      'a text that grows': { html: `[[let a = "xx"]]${loops('[[let a = a | append: a]]')}` },
      'a number that grows': { html: `[[let a = 99]]${'[[let a = a | times: a]]'.repeat(50)}` },
      'comparisons of lists': { html: loops(`[[#if rows == rows${' and rows == rows'.repeat(50)}]]x[[/if]]`) },
      'searches in lists': { html: loops('[[#if rows contains "x"]]x[[/if]]') },
      'dates that are read by a pattern': {
        html: '[[#each (1..99999)]][[let d = "Saturday 31 January 2026" | date: "y", from: "EEEE d MMMM y"]][[/each]]',
      },
      'a range of a billion': { html: '[[#each (1..1000000000)]]x[[/each]]' },
    };

    for (const [what, body] of Object.entries(HOSTILE).slice(0, caseCount(6, 10)))
      it(`of ${what} is 422 soon, and the worker continues with those of others`, async () => {
        const begun = performance.now();
        const hostile = outcomeOf({ ...body, data: { rows } });
        expect(await textOf({ html: '<p>[[name | upcase]]</p>', data: { name: 'other' } })).to.equal('OTHER');
        const { status, code, message } = await hostile;
        expect([status, code]).to.deep.equal([422, 'template_invalid']);
        expect(message).to.match(/(?:more|longer|further) than \d+ (?:steps|characters|digits|numbers)/);
        expect(performance.now() - begun, 'milliseconds, of the minute that it might take').to.be.below(50_000);
      });

    it('of any kind is not counted as a fault of the service', async () => {
      expect(await service.logs()).not.to.match(/"level":"(error|fatal)"/);
    });
  });
});
