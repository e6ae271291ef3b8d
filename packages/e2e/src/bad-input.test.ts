import { type CallOptions, eventually, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';

/** What is sent, and the status, code and words it is refused with. */
const CASES: [what: string, path: string, options: CallOptions, status: number, code: string, words: RegExp][] = [
  ['a body that is not JSON', PDF, { body: '{"html": "x"' }, 400, 'invalid_json', /not valid JSON/],
  ['an empty body', PDF, { body: '' }, 400, 'invalid_parameter', /`html` is required/],
  [
    'a body that is a list',
    PDF,
    { body: [] },
    400,
    'invalid_parameter',
    /must be a JSON object such as .*, not a list/,
  ],
  ['a missing parameter', PDF, { body: { css: 'p {}' } }, 400, 'invalid_parameter', /`html` is required/],
  ['a parameter of a wrong type', PDF, { body: { html: 5 } }, 400, 'invalid_parameter', /`html` must be a string/],
  [
    'an unknown parameter',
    PDF,
    { body: { html: 'x', colour: 1 } },
    400,
    'invalid_parameter',
    /`colour` is not known\. Known are `html`/,
  ],
  [
    'a parameter in another spelling',
    PDF,
    { body: { html: 'x', pageSize: 'A4' } },
    400,
    'invalid_parameter',
    /^`pageSize` is not known; did you mean `page_size`\?$/,
  ],
  [
    'a parameter in the query in place of the body',
    `${PDF}?landscape=true`,
    { body: { html: 'x' } },
    400,
    'invalid_parameter',
    /^`landscape` is in the query, where this endpoint has no parameters: send it in the JSON body\.$/,
  ],
  [
    'a wrong paper size',
    PDF,
    { body: { html: 'x', page_size: 'A9' } },
    400,
    'invalid_parameter',
    /must be one of A0, A1/,
  ],
  [
    'a wrong orientation',
    PDF,
    { body: { html: 'x', orientation: 'up' } },
    400,
    'invalid_parameter',
    /portrait, landscape/,
  ],
  ['no token', PDF, { body: { html: 'x' }, token: null }, 401, 'token_missing', /Authorization: Bearer/],
  [
    'an unknown token',
    PDF,
    { body: { html: 'x' }, token: 'tp_unknown' },
    401,
    'token_invalid',
    /unknown, expired or revoked/,
  ],
  [
    'another scheme',
    PDF,
    { body: { html: 'x' }, token: null, headers: { authorization: 'Basic YTpi' } },
    401,
    'token_missing',
    /Bearer/,
  ],
  [
    'an unknown path',
    '/api/v1/print',
    { body: {} },
    404,
    'path_unknown',
    /^Unknown path\. See \/docs for all endpoints/,
  ],
  [
    'a path in another spelling',
    '/Api/Usage/',
    { method: 'GET' },
    404,
    'path_unknown',
    /Did you mean `\/api\/usage`\?/,
  ],
  [
    'a mistyped path',
    '/api/utilities/html-to-pdfs',
    { body: {} },
    404,
    'path_unknown',
    /`\/api\/utilities\/html-to-pdf`/,
  ],
  ['a path that can not be decoded', '/files/%zz', { method: 'GET' }, 404, 'path_unknown', /invalid percent-encoding/],
  ['another method', PDF, { method: 'GET' }, 405, 'method_not_allowed', /POST/],
  [
    'a body of another type',
    PDF,
    { body: 'html=x', headers: { 'content-type': 'text/plain' } },
    415,
    'media_type_unsupported',
    /application\/json/,
  ],
  [
    'a body in an unknown encoding',
    PDF,
    { body: 'x', headers: { 'content-encoding': 'rot13' } },
    415,
    'media_type_unsupported',
    /Content-Encoding/,
  ],
  ['a body over 10 MiB', PDF, { body: { html: 'x'.repeat(10 * 1024 * 1024) } }, 413, 'body_too_large', /10 MiB/],
  [
    'data nested too deep',
    PDF,
    { body: `{"html":"x","data":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}` },
    400,
    'invalid_parameter',
    /100 levels/,
  ],
  [
    'translations nested too deep',
    PDF,
    { body: `{"html":"x","translations":${'{"de":'.repeat(100_000)}{}${'}'.repeat(100_000)}}` },
    400,
    'invalid_parameter',
    /`translations`: `de` must be an object of texts and their translations.* 10 levels/,
  ],
  [
    'a body of 100,000 unknown parameters',
    PDF,
    { body: Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 1])) },
    400,
    'invalid_parameter',
    /more than 200 fields/,
  ],
  [
    'a body of thirty unknown parameters',
    PDF,
    { body: Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, 1])) },
    400,
    'invalid_parameter',
    /`k19` is not known\. And 10 more\. Known are/,
  ],
  [
    'a request with 100,000 headers',
    '/api/utilities/http-request',
    {
      body: {
        method: 'GET',
        url: 'https://example.com',
        headers: Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, []])),
      },
    },
    400,
    'invalid_parameter',
    /`headers` must have at most 100 members/,
  ],
  [
    'an unknown variable',
    PDF,
    { body: { html: '[[var:nothing]]' } },
    422,
    'variable_unknown',
    /no html variable `nothing`.* Save it with `PUT \/api\/variables\/nothing`\.$/,
  ],
  [
    'a mistyped variable',
    PDF,
    { body: { html: 'x', css: '[[var:Sheets]]' } },
    422,
    'variable_unknown',
    /Did you mean `sheet`\? Else save it with/,
  ],
  [
    'a variable of another kind',
    PDF,
    { body: { html: '[[var:sheet]]' } },
    422,
    'variable_unknown',
    /`sheet` exists as a variable of the kind css; `html` needs one of the kind html\.$/,
  ],
  ['an unclosed section', PDF, { body: { html: 'a\n b [[#items]] c' } }, 422, 'template_invalid', /items.*line 2/],
  ['a stray closing tag', PDF, { body: { html: '[[/items]]' } }, 422, 'template_invalid', /items/],
  [
    'a remote image',
    PDF,
    { body: { html: '<img src="http://127.0.0.1:1/logo.png">' } },
    422,
    'content_forbidden',
    /`img` `src` at html 1:6 uses `http:`/,
  ],
  ['a wrong admin token', '/admin/accounts', { token: 'wrong' }, 401, 'token_invalid', /admin token/],
  ['no admin token', '/admin/accounts', { token: null }, 401, 'token_missing', /the admin token in the header/],
  [
    'an API token at the operator’s door',
    '/admin/accounts',
    {},
    401,
    'token_invalid',
    /^This is an API token, which cannot be used for `\/admin`\. Send the admin token/,
  ],
];

describe('Bad input', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
    await service.call('/api/variables/sheet', { method: 'PUT', body: { kind: 'css', content: 'p {}' } });
  });

  for (const [what, path, options, status, code, words] of CASES) {
    it(`such as ${what} is answered ${status} in the two-field envelope`, async () => {
      const answer = await service.call(path, options);
      expect(answer.status).to.equal(status);
      expect(answer.body).to.have.all.keys('success', 'error');
      expect(answer.body.success).to.equal(false);
      expect(answer.body.error).to.match(words);
      expect(answer.headers.get('x-error-code')).to.equal(code);
      expect(answer.headers.get('x-request-id')).to.match(/^[\w-]+$/);
      if (status === 401) expect(answer.headers.get('www-authenticate')).to.match(/^Bearer(?: |$)/);
      if (status === 405) expect(answer.headers.get('allow')).to.equal('POST');
    });
  }

  it('was charged nothing, and a success after all that is charged its actions', async () => {
    const before = (await service.call('/api/usage')).body.data;
    const nothing = { actions: 0, requests: 0, by_tool: {}, by_day: {}, by_token: {}, storage_bytes: 0 };
    expect(before).to.deep.equal(nothing);
    const { size_bytes } = (await service.call(PDF, { body: { html: 'x' } })).body.data;
    // The charge is on its way when the answer leaves.
    await eventually(async () => expect((await service.call('/api/usage')).body.data).to.have.property('requests', 1));
    const { by_day, by_token, storage_bytes, ...usage } = (await service.call('/api/usage')).body.data;
    expect(usage).to.deep.equal({ actions: 3, requests: 1, by_tool: { 'html-to-pdf': { actions: 3, requests: 1 } } });
    expect(storage_bytes).to.equal(size_bytes);
    expect(Object.values(by_token)).to.deep.equal([{ actions: 3, requests: 1 }]);
    expect(Object.values(by_day)).to.deep.equal([{ actions: 3, requests: 1 }]);
  });

  it('never shows in the log as an error of the service', async () => {
    expect(await service.logs()).not.to.match(/"level":"(error|fatal)"/);
  });

  it('does not keep the scheme word `bearer` from being written in any case', async () => {
    const answer = await service.call('/api/usage', {
      token: null,
      headers: { authorization: `bEARER ${service.token}` },
    });
    expect(answer.status).to.equal(200);
  });

  it('does not keep a caller’s own request id from being taken over, when it is harmless', async () => {
    const withId = (id: string) => service.call('/api/usage', { headers: { 'x-request-id': id } });
    expect((await withId('order-4711')).headers.get('x-request-id')).to.equal('order-4711');
    expect((await withId('a b"c')).headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/);
  });
});
