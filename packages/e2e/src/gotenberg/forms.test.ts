import {
  eventually,
  type HttpTarget,
  pdfInfo,
  pdfText,
  type SharedService,
  sharedService,
  startHttpTarget,
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
