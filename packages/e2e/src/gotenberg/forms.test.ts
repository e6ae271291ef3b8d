import {
  eventually,
  type HttpTarget,
  pdfColours,
  pdfInfo,
  pdfSource,
  pdfText,
  type SharedService,
  sharedService,
  startHttpTarget,
  svgOf,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { entriesOfZip } from '../zip-reader.js';

const HTML = '/forms/chromium/convert/html';
const PAGES = '<title>T</title><link rel=stylesheet href=a.css><p>[[name]]<p class=next>two<p class=next>three';
const STYLE = '.next { break-before: page }';

describe('Forms of Gotenberg’s clients', () => {
  let service: SharedService;
  let gateway: Awaited<ReturnType<SharedService['addGateway']>>;
  let hook: HttpTarget;
  before(async () => {
    service = await sharedService();
    gateway = await service.addGateway({ COMPAT: 'gotenberg' });
    hook = await startHttpTarget((_request, response) => response.end());
  });
  after(async () => {
    await gateway?.end();
    await hook?.close();
  });

  async function send(
    fields: Record<string, string>,
    { files = {}, headers = {}, url = gateway.url, token = service.token } = {},
  ) {
    const form = new FormData();
    for (const [name, text] of Object.entries({ 'index.html': PAGES, 'a.css': STYLE, ...files }))
      form.append('files', new Blob([text]), name);
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const basic = { authorization: `Basic ${btoa(`any:${token}`)}` };
    const answer = await fetch(`${url}${HTML}`, { method: 'POST', headers: { ...basic, ...headers }, body: form });
    return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
  }

  it('print with header and footer, are charged as html-to-pdf, and count for no account', async () => {
    const usage = async () => (await service.call('/api/usage')).body.data as { actions: number };
    const { actions } = await usage();
    const files = { 'footer.html': '<p style="font-size: 9px">page <span class="pageNumber"></span></p>' };
    const { status, headers, body } = await send(
      { landscape: 'true' },
      { files, headers: { 'Gotenberg-Output-Filename': 'dir/offer', 'Gotenberg-Trace': 'trace-1' } },
    );
    expect(status, body.toString()).to.equal(200);
    expect(headers.get('content-disposition')).to.include('filename="offer.pdf"');
    expect(headers.get('gotenberg-trace')).to.equal('trace-1');
    expect(headers.get('x-warnings')).to.equal(null);
    expect(pdfInfo(body)).to.include({ pages: 3, title: 'T', width: 792, height: 612 });
    expect(pdfText(body)).to.match(/\[\[name\]\][\s\S]*page 1[\s\S]*two[\s\S]*page 2/);
    await eventually(async () => expect((await usage()).actions).to.equal(actions + 3));
    expect((await service.call('/api/account')).body.data).to.deep.include({ storage_bytes: 0 });
  });

  const lines = (count: number): string =>
    Array.from({ length: count }, (_, index) => `<p>Line ${index + 1}.`).join('');
  const hidden = (css: string): string => `<p>Title<div style="${css}">${lines(99)}</div>`;
  const kept: Record<string, readonly [html: string, text: RegExp]> = {
    'a window that does not scroll': [
      `<style>html, body { height: 100vh; overflow: hidden }</style>${lines(99)}`,
      /99\./,
    ],
    'a box that scrolls': [`<div style="height: 90px; overflow: auto">${lines(99)}</div>`, /99\./],
    'a page break at `br`': ['a<br style="page-break-before: always">b', /^\s*a\s*\f\s*b/],
    'brackets of code': ['<p>x[[i]] {{ y }}', /x\[\[i\]\] \{\{ y \}\}/],
  };
  for (const [what, [html, text]] of Object.entries(kept))
    it(`print as they are meant: ${what}`, async () => {
      const { status, headers, body } = await send({}, { files: { 'index.html': html } });
      expect([status, headers.get('x-warnings')], body.toString('latin1', 0, 300)).to.deep.equal([200, null]);
      expect(pdfText(body)).to.match(text);
    });

  const warned: Record<string, readonly [files: Record<string, string>, code: string]> = {
    'a box that clips': [
      { 'index.html': `<div style="height: 90px; overflow: hidden">${lines(99)}</div>` },
      'content_cut',
    ],
    'text over the left edge': [{ 'index.html': '<p style="margin-left: -2cm">Invoice 4711 of today' }, 'content_cut'],
    'a cover': [
      { 'index.html': `${lines(9)}<div style="position: fixed; inset: 0; background: white"></div>` },
      'nothing_printed',
    ],
    'hidden text': [{ 'index.html': hidden('display: none') }, 'nothing_printed'],
    'a page break in a line': [{ 'index.html': '<p>a <span style="break-before: page">b</span>' }, 'css_ignored'],
    'a link that leads nowhere': [{ 'index.html': '<a href="orders/1">x</a>' }, 'link_dead'],
    'a link of the header that leads nowhere': [{ 'header.html': '<a href="sms:+43">x</a>' }, 'link_dead'],
    TeX: [{ 'index.html': '<p>$$\\frac{1}{2}$$' }, 'markup_ignored'],
    'a character that no font has': [{ 'index.html': '<p>\u{20c0}' }, 'character_missing'],
  };
  for (const [what, [files, code]] of Object.entries(warned))
    it(`lose nothing without a warning: ${what}`, async () => {
      const { status, headers, body } = await send({}, { files });
      expect([status, headers.get('x-warnings')], body.toString('latin1', 0, 300)).to.deep.equal([200, code]);
    });

  it('complete links, and load what is in their files or in data URLs', async () => {
    const [red, blue] = ['red', 'blue'].map((fill) => svgOf(`<rect width="99" height="99" fill="${fill}"/>`));
    const url = (text = ''): string => `data:image/svg+xml;base64,${btoa(text)}`;
    const files = {
      'index.html': `<link rel=stylesheet href=a.css><p>x<a href="www.example.com">y</a><img src="${url(blue)}" width="99">`,
      'a.css': 'p { background: url(red.svg); height: 30mm }',
      'red.svg': red ?? '',
      'header.html': `<p style="background: url(red.svg); font-size: 9px">h`,
    };
    const { headers, body } = await send({ printBackground: 'true' }, { files });
    expect(headers.get('x-warnings'), body.toString('latin1', 0, 300)).to.equal(null);
    expect(pdfSource(body)).to.include('(https://www.example.com/)');
    expect([...pdfColours(body)]).to.include.members(['255,0,0', '0,0,255']);
  });

  it('split into an archive, rotate and select pages', async () => {
    const { headers, body } = await send(
      { splitMode: 'intervals', splitSpan: '2' },
      { headers: { 'Gotenberg-Output-Filename': 'o' } },
    );
    expect(headers.get('content-type'), body.toString()).to.equal('application/zip');
    const entries = entriesOfZip(body);
    expect([...entries.keys()]).to.deep.equal(['o_0.pdf', 'o_1.pdf']);
    const last = entries.get('o_1.pdf') ?? Buffer.alloc(0);
    expect(pdfText(last).trim()).to.equal('three');
    expect(last.includes('two')).to.equal(false);
    const turned = await send({ nativePageRanges: '3', rotateAngle: '90' });
    expect(pdfText(turned.body)).to.include('three');
    expect(pdfInfo(turned.body).pages).to.equal(1);
  });

  it('are answered as text when they fail', async () => {
    const beyond = await send({ nativePageRanges: '7-8' });
    expect(beyond.status).to.equal(400);
    expect(beyond.body.toString()).to.equal("The page ranges '7-8' (nativePageRanges) exceeds the page count");
    const long = await send({ metadata: ' '.repeat(1024 * 1024 + 1) });
    expect(long.body.toString()).to.equal("Invalid form data: form field 'metadata' is longer than 1048576 bytes");
    const image = await send({}, { files: { 'header.html': '<img src=https://example.com/a.png>' } });
    expect(image.body.toString()).to.include('at header.html 1:').and.include('Embed it as `data:`');
    expect([long.status, image.status]).to.deep.equal([400, 400]);
    expect(beyond.headers.get('content-type')).to.equal('text/plain; charset=UTF-8');
    const missing = await send(
      { failOnResourceLoadingFailed: 'true' },
      { files: { 'index.html': '<img src=none.png>' } },
    );
    expect(missing.status).to.equal(409);
    expect((await send({}, { url: service.url })).status).to.equal(404);
    expect((await fetch(`${gateway.url}/forms/pdfengines/merge`, { method: 'POST' })).status).to.equal(404);
  });

  it('ask for a token in both ways that they accept', async () => {
    const challenge = 'Basic realm="Restricted", Bearer';
    for (const [headers, message] of [
      [
        { authorization: '' },
        /^Send an API token as the password of basic authentication, or in the header `Authorization: Bearer <API_TOKEN>`/,
      ],
      [{}, /^The API token is unknown/],
    ] as const) {
      const answer = await send({}, { token: 'wrong', headers });
      expect([answer.status, answer.headers.get('www-authenticate')]).to.deep.equal([401, challenge]);
      expect(answer.body.toString()).to.match(message);
    }
  });

  it('leave unknown paths unknown, and refuse a boundary that no form can have', async () => {
    for (const path of ['/forms', '//docs', '/docs/..%2fx', '/nowhere', '/form'])
      expect((await fetch(`${gateway.url}${path}`)).status, path).to.equal(404);
    const headers = { 'content-type': `multipart/form-data; boundary=${'b'.repeat(300)}` };
    const { status, body } = await send({}, { headers });
    expect([status, body.toString().slice(0, 14)]).to.deep.equal([400, 'Malformed body']);
  });

  it('with a password that a browser remembers are not taken from pages of other sites', async () => {
    for (const origin of ['https://other.example', 'null'])
      expect((await send({}, { headers: { origin } })).status, origin).to.equal(403);
    expect((await send({}, { headers: { origin: gateway.url } })).status).to.equal(200);
    const authorization = `Bearer ${service.token}`;
    expect((await send({}, { headers: { origin: 'https://other.example', authorization } })).status).to.equal(200);
  });

  it('are sent to webhooks at allowed addresses', async () => {
    const to = { 'Gotenberg-Webhook-Url': `${hook.url}/pdf`, 'Gotenberg-Webhook-Events-Url': `${hook.url}/events` };
    expect(
      (await send({}, { headers: { ...to, 'Gotenberg-Webhook-Extra-Http-Headers': '{"X-Key":"k"}' } })).status,
    ).to.equal(204);
    await eventually(() => expect(hook.requests).to.have.lengthOf(2));
    const [pdf, event] = hook.requests;
    expect(pdf?.headers['x-key']).to.equal('k');
    expect(pdfInfo(pdf?.body ?? Buffer.alloc(0)).pages).to.equal(3);
    expect(JSON.parse(event?.body.toString() ?? '')).to.include({ event: 'webhook.success' });
    const inside = { ...to, 'Gotenberg-Webhook-Url': 'http://10.0.0.1/' };
    expect((await send({}, { headers: inside })).status).to.equal(403);
  });
});
