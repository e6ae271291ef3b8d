import {
  type HttpTarget,
  type ReceivedRequest,
  type SharedService,
  sharedService,
  startHttpTarget,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const TOOL = '/api/utilities/http-request';

describe('The bodies of HTTP requests', () => {
  let service: SharedService;
  let target: HttpTarget;
  before(async () => {
    service = await sharedService();
    target = await startHttpTarget((request, response) => {
      if (request.path === '/bytes') response.writeHead(200, { 'content-type': 'image/png' }).end(BYTES);
      else response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
    });
  });
  after(() => target.close());

  /** Every byte, and bytes that are no text. */
  const BYTES = Buffer.from(Array.from({ length: 256 }, (_, index) => index));

  const call = (more: object, token?: string) =>
    service.call(TOOL, {
      body: { method: 'POST', url: `${target.url}/`, ...more },
      ...(token === undefined ? {} : { token }),
    });
  const sent = async (more: object): Promise<ReceivedRequest> => {
    const answer = await call(more);
    expect(answer.status, answer.body.error).to.equal(200);
    const received = target.requests.at(-1);
    if (received === undefined) throw new Error('nothing was sent');
    return received;
  };
  const stored = async (): Promise<string> => {
    const answer = await call({ method: 'GET', url: `${target.url}/bytes`, response: 'store' });
    expect(answer.status, answer.body.error).to.equal(200);
    return answer.body.data.file.id;
  };
  const partsOf = async ({ headers, body }: ReceivedRequest): Promise<FormData> =>
    new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } }).formData();

  it('are forms', async () => {
    const form = {
      grant_type: 'client_credentials',
      'näme & more': 'ü=1+2 %',
      scope: ['a', 'b'],
      n: 5,
      yes: true,
      none: '',
    };
    const received = await sent({ form });
    expect(received.headers['content-type']).to.equal('application/x-www-form-urlencoded');
    expect([...new URLSearchParams(received.body.toString())]).to.deep.equal([
      ...[
        ['grant_type', 'client_credentials'],
        ['näme & more', 'ü=1+2 %'],
      ],
      ...[
        ['scope', 'a'],
        ['scope', 'b'],
        ['n', '5'],
        ['yes', 'true'],
        ['none', ''],
      ],
    ]);
  });

  it('are texts of any type, in UTF-8', async () => {
    expect(await sent({ text: '<a>ü</a>', content_type: 'text/xml; charset=UTF-8' })).to.deep.include({
      body: Buffer.from('<a>ü</a>'),
    });
    expect(target.requests.at(-1)?.headers['content-type']).to.equal('text/xml; charset=UTF-8');
    expect((await sent({ text: '' })).headers['content-type']).to.equal('text/plain; charset=utf-8');
    const soap = await sent({ text: '<x/>', headers: { 'Content-Type': 'application/soap+xml', SOAPAction: 'urn:a' } });
    expect(soap.headers).to.include({ 'content-type': 'application/soap+xml', soapaction: 'urn:a' });
  });

  it('are bytes', async () => {
    const received = await sent({ base64: BYTES.toString('base64'), method: 'PUT', content_type: 'image/png' });
    expect(received.body.equals(BYTES)).to.equal(true);
    expect(received.headers).to.include({ 'content-type': 'image/png', 'content-length': '256' });
  });

  it('are stored files, by the id or the end of a link', async () => {
    const id = await stored();
    for (const file of [id, `${id}.bin`]) {
      const received = await sent({ file, content_type: 'image/png' });
      expect(received.body.equals(BYTES)).to.equal(true);
      expect(received.headers['content-type']).to.equal('image/png');
    }
    expect((await sent({ file: id })).headers['content-type']).to.equal('application/octet-stream');
  });

  it('are parts: texts, bytes and stored files, as browsers send them', async () => {
    const received = await sent({
      multipart: [
        { name: 'title', value: 'Größe\r\n"5"' },
        { name: 'meta', value: '{"a":1}', content_type: 'application/json' },
        { name: 'logo', base64: BYTES.toString('base64'), filename: 'größe "x".png', content_type: 'image/png' },
        { name: 'file', file: await stored(), filename: 'a.bin' },
        { name: 'text', value: 'a,b', filename: 'a.csv' },
      ],
    });
    const form = await partsOf(received);
    expect([...form.keys()]).to.deep.equal(['title', 'meta', 'logo', 'file', 'text']);
    expect(form.get('title')).to.equal('Größe\r\n"5"');
    expect(received.body.toString()).to.match(/name="meta"\r\nContent-Type: application\/json\r\n\r\n\{"a":1}\r\n/);
    const logo = form.get('logo') as File;
    expect([logo.name, logo.type]).to.deep.equal(['größe "x".png', 'image/png']);
    expect(Buffer.from(await logo.arrayBuffer()).equals(BYTES)).to.equal(true);
    expect(Buffer.from(await (form.get('file') as File).arrayBuffer()).equals(BYTES)).to.equal(true);
    expect([(form.get('text') as File).name, await (form.get('text') as File).text()]).to.deep.equal(['a.csv', 'a,b']);
  });

  it('never break out of a part, with any names', async () => {
    for (const evil of [
      'a"; filename="b',
      'a\r\nX-Evil: 1',
      'a\nContent-Type: text/html\n\n<b>',
      '\r\n--x--',
      '日本 "\\"',
    ]) {
      const form = await partsOf(
        await sent({
          multipart: [
            { name: evil, value: 'v', filename: evil },
            { name: 'last', value: '' },
          ],
        }),
      );
      const escaped = evil; // the reader undoes the escapes
      expect([...form.keys()], evil).to.deep.equal([escaped, 'last']);
      expect((form.get(escaped) as File).name).to.equal(escaped);
    }
  });

  for (const [what, more, message] of [
    ['two bodies', { body: {}, form: { a: '1' } }, '`body` and `form` are not allowed together'],
    ['a form with GET', { method: 'GET', form: { a: '1' } }, '`form` is not allowed with GET'],
    [
      'JSON called a form',
      { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: { a: 1 } },
      'send the fields as `form`',
    ],
    [
      'JSON called parts',
      { headers: { 'content-type': 'multipart/form-data; boundary=a' }, body: {} },
      'send the parts as `multipart`',
    ],
    [
      'parts with a content type',
      { headers: { 'content-type': 'multipart/mixed' }, multipart: [{ name: 'a', value: '' }] },
      'leave the header out',
    ],
    [
      'a form called JSON',
      { headers: { 'content-type': 'application/json' }, form: { a: '1' } },
      'leave the header `content-type` out',
    ],
    ['an object in a form', { form: { a: { b: 1 } } }, '`form`: `a` must be a text'],
    ['a text in another charset', { text: 'ü', content_type: 'text/plain; charset=latin1' }, 'sent in UTF-8'],
    ['two types', { text: 'ü', content_type: 'a/b', headers: { 'content-type': 'a/b' } }, 'send one of them'],
    ['a type for JSON', { body: {}, content_type: 'a/b' }, '`content_type` is only for'],
    ['a type with a line break', { text: '', content_type: 'a/b\r\nX-Evil: 1' }, '`content_type` must be a media type'],
    ['bytes that are no base64', { base64: 'AA=A' }, '`base64` is not valid base64'],
    ['a part of nothing', { multipart: [{ name: 'a' }] }, 'needs one of `value`, `base64` and `file`'],
    ['a part of two things', { multipart: [{ name: 'a', value: '', base64: '' }] }, 'must have only one of'],
    [
      'a type of a part with a line break',
      { multipart: [{ name: 'a', value: '', content_type: 'a/b\r\nX: 1' }] },
      'media type',
    ],
    ['a file that is no id', { file: '../../etc/passwd' }, '`file` must be the last part of a link'],
  ] as const) {
    it(`are refused: ${what}`, async () => {
      const before = target.requests.length;
      const answer = await call(more);
      expect(answer.status).to.equal(400);
      expect(answer.headers.get('x-error-code')).to.equal('invalid_parameter');
      expect(answer.body.error).to.include(message);
      expect(target.requests.length).to.equal(before);
    });
  }

  it('are no file of another account, none that is unknown, and none that has expired', async () => {
    const id = await stored();
    const { token } = await service.createAccount('another');
    const others = await call({ file: id }, token);
    expect([others.status, others.headers.get('x-error-code')]).to.deep.equal([404, 'file_unknown']);
    const inPart = await call({ multipart: [{ name: 'a', file: id }] }, token);
    expect(inPart.status).to.equal(404);
    expect((await call({ file: `0mws455o1${'0'.repeat(32)}` })).status).to.equal(410);
    await service.call(`/api/files/${id}`, { method: 'DELETE' });
    expect((await call({ file: id })).status).to.equal(404);
  });

  it('are limited like JSON', async () => {
    for (const more of [
      { text: 'x'.repeat(6_000_000) },
      { multipart: [{ name: 'a', value: 'x'.repeat(6_000_000) }] },
    ]) {
      const answer = await call(more);
      expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([413, 'request_too_large']);
    }
  });
});
