import { pdfInfo, pdfText, redisContents, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';

describe('Saved templates', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  const call = (path: string, body?: unknown, token = service.token, method?: string) =>
    service.call(path, { token, ...(body !== undefined && { body }), ...(method && { method }) });
  const put = async (name: string, content: string, more: object = {}, token = service.token) => {
    const { status, body } = await call(`/api/variables/${name}`, { kind: 'html', content, ...more }, token, 'PUT');
    expect(status, body.error).to.equal(200);
    return body.data;
  };
  const printed = async (body: object, token = service.token) => {
    const answer = await call(PDF, body, token);
    expect(answer.status, answer.body.error).to.equal(200);
    const { pdf_base64, ...data } = answer.body.data;
    return { ...data, text: pdfText(Buffer.from(pdf_base64, 'base64')).trim() };
  };
  const refused = async (body: object, path = PDF) => {
    const { status, headers, body: answer } = await call(path, body);
    return [status, headers.get('x-error-code'), answer.error];
  };

  it('print as the published version, as a numbered one and as the draft, and the answer names it', async () => {
    await put('hello', '<p>one [[who]]');
    await put('hello', '<p>two [[who]]');
    await put('hello', '<p>draft [[who]]', { draft: true });
    const data = { who: 'Ada' };
    for (const [template, text, version] of [
      ['hello', 'two Ada', 2],
      ['hello@1', 'one Ada', 1],
      ['hello@2', 'two Ada', 2],
      ['hello@draft', 'draft Ada', 'draft'],
    ]) {
      const { text: found, template: named } = await printed({ template, data });
      expect([found, named]).to.deep.equal([text, { name: 'hello', version }]);
    }
    const inText = '[[var:hello]] [[var:hello@1]] [[> hello@draft who="Bob"]]';
    const { text, template } = await printed({ html: inText, data });
    expect([text.split(/\s+/).join(' '), template]).to.deep.equal(['two Ada one Ada draft Bob', undefined]);
  });

  it('keep the digits of their sample data, also of much of it', async () => {
    const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' };
    const send = async (path: string, init: RequestInit): Promise<string> => {
      const answer = await fetch(`${service.url}${path}`, { ...init, headers });
      const text = await answer.text();
      expect(answer.status, text).to.equal(200);
      return text;
    };
    const few = '{"id":12345678901234567890,"price":1.50,"far":1e400}';
    const many = `{"rows":[${Array(40_000).fill('1.50').join()}],"id":12345678901234567890}`;
    for (const [name, data] of [
      ['few', few],
      ['many', many],
    ]) {
      const body = `{"kind":"html","content":"a","sample_data":{"short":${data}}}`;
      await send(`/api/variables/digits-${name}`, { method: 'PUT', body });
      expect(await send(`/api/variables/digits-${name}`, {})).to.include(`"sample_data":{"short":${data}}`);
    }
    const changed = `{"kind":"html","content":"a","draft":true,"sample_data":{"short":${few.replace('1.50', '1.5')}}}`;
    await send('/api/variables/digits-few', { method: 'PUT', body: changed });
    const { text } = (await call('/api/variables/digits-few/diff')).body.data;
    expect(text).to.match(/-\s+"price": 1\.50,.*\+\s+"price": 1\.5,/s);
  });

  it('lose no name of their sample data, and no digits of their options', async () => {
    for (const body of [
      '{"kind":"html","content":"a","sample_data":{"short":{"a":1,"a":2}}}',
      '{"kind":"html","content":"a","options":{"expires_in":12345678901234567890}}',
    ]) {
      const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${service.url}/api/variables/lost`, { method: 'PUT', headers, body });
      expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([400, 'invalid_json']);
    }
  });

  it('are saved and published with the warnings of their blocks, as a check finds them, also when they are long', async () => {
    const check = async (body: object) => (await call('/api/utilities/check-template', body)).body.data.faults;
    const [html, css] = ['<p>\n[[#each items]]', 'p { [[#if a]] }'];
    const faults = await check({ html, css });
    expect(faults).to.have.lengthOf(2);
    expect(faults[0]).to.deep.include({ code: 'template_invalid', line: 2, column: 1 });
    expect((await put('open', html, { css })).warnings).to.deep.equal(faults);
    const [fault, dropped] = (await put('open', html, { draft: true })).warnings;
    expect([fault, dropped.code]).to.deep.equal([faults[0], 'parts_dropped']);
    expect((await put('sheet', css, { kind: 'css' })).warnings).to.deep.equal([faults[1]]);
    const long = html.padEnd(100_000, ' x');
    expect((await put('long', long)).warnings).to.deep.equal(await check({ html: long }));
    expect(await put('closed', '[[#each items]][[> row]][[var:a]][[x | none]][[/each]]')).not.to.have.property(
      'warnings',
    );
    expect((await call('/api/variables/open')).body.data)
      .to.deep.include({ content: html })
      .and.not.have.property('warnings');
    const publish = async (name: string, version: number | 'draft') =>
      (await call(`/api/variables/${name}/publish`, { version })).body.data;
    expect((await publish('open', 1)).warnings).to.deep.equal(faults);
    expect(await publish('open', 'draft')).to.deep.include({ version: 2, warnings: [faults[0]] });
    expect((await publish('sheet', 1)).warnings).to.deep.equal([faults[1]]);
    expect((await publish('long', 1)).warnings).to.deep.equal(await check({ html: long }));
    expect(await publish('closed', 1)).not.to.have.property('warnings');
  });

  it('carry a tag, and a change that names an older one is refused', async () => {
    const read = await put('tagged', '<p>one');
    const at = '/api/variables/tagged';
    const send = (method: string, headers: Record<string, string>, body?: object, path = at) =>
      service.call(path, { method, headers, token: service.token, ...(body !== undefined && { body }) });
    const tags = await Promise.all(
      ['', '/versions/1', '/versions/published'].map(async (path) => {
        const { headers, body } = await call(at + path);
        return [headers.get('etag'), body.data.etag];
      }),
    );
    expect(new Set(tags.flat())).to.deep.equal(new Set([read.etag]));
    const body = { kind: 'html', content: '<p>two', draft: true };
    const saved = await send('PUT', { 'if-match': read.etag }, body);
    expect([saved.status, saved.headers.get('etag')]).to.deep.equal([200, saved.body.data.etag]);
    const late = await send('PUT', { 'if-match': read.etag }, { ...body, content: '<p>three' });
    expect([late.status, late.headers.get('x-error-code')]).to.deep.equal([412, 'precondition_failed']);
    expect(late.body.error).to.match(/^The text has changed .* by the token `/);
    const old = { 'if-match': read.etag };
    for (const [method, path, headers, given] of [
      ['PUT', at, { 'if-none-match': '*' }, { ...body, content: '<p>new' }],
      ['POST', `${at}/publish`, old, { version: 'draft' }],
      ['DELETE', `${at}/draft`, old, undefined],
      ['DELETE', at, old, undefined],
    ] as const)
      expect((await send(method, headers, given, path)).status, `${method} ${path}`).to.equal(412);
    const published = await send('POST', { 'if-match': saved.body.data.etag }, { version: 'draft' }, `${at}/publish`);
    expect([published.status, published.headers.get('etag')]).to.deep.equal([200, saved.body.data.etag]);
    expect((await send('PUT', { 'if-match': 'two' }, body)).status, 'not in quotation marks').to.equal(400);
    expect((await send('DELETE', { 'if-match': `W/${saved.body.data.etag}` })).status).to.equal(200);
    expect((await send('PUT', { 'if-match': read.etag }, body)).body.error).to.match(/`tagged` does not exist/);
  });

  it('are of the version at acceptance in a job', async () => {
    await put('slip', '<p>one');
    const { id } = (await call('/api/jobs', { tool: 'html-to-pdf', input: { template: 'slip' } })).body.data;
    await put('slip', '<p>two');
    const { result } = (await service.ended(`/api/jobs/${id}`, service.token)).body.data;
    expect(result.template).to.deep.equal({ name: 'slip', version: 1 });
    const file = Buffer.from(await (await fetch(result.download_url)).arrayBuffer());
    expect(pdfText(file).trim()).to.equal('one');
  });

  it('contain style, files and options; fields of the request win, files by their path', async () => {
    const box = (color: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>${color}</title></svg>`;
    await put(
      'whole',
      '<link rel="stylesheet" href="more.css"><p>A</p><b>B</b><i>C</i><img src="a.svg"><img src="b.svg">',
      {
        css: 'p { display: none }',
        files: { 'more.css': 'b { display: none }', 'a.svg': box('red') },
        options: { page_size: 'A5', footer_html: '<div>[[firm]] foot</div>', filename: 'whole', locale: 'de' },
      },
    );
    const missing = await refused({ template: 'whole' });
    expect(missing[1], 'b.svg is missing').to.equal('content_forbidden');
    const files = { 'b.svg': box('blue') };
    const own = await call(PDF, { template: 'whole', files, data: { firm: 'Ada & Co' } });
    expect(own.body.data.signed_url).to.include('.pdf');
    const pdf = Buffer.from(own.body.data.pdf_base64, 'base64');
    expect(pdfText(pdf).trim().split(/\s+/)).to.deep.equal(['C', 'Ada', '&', 'Co', 'foot']);
    expect(Math.round(pdfInfo(pdf).width), 'A5').to.equal(420);
    const changed = {
      css: 'i { display: none }',
      files: { ...files, 'more.css': '' },
      footer_html: '<p>x',
      page_size: 'A4',
    };
    expect((await printed({ template: 'whole', ...changed })).text.split(/\s+/)).to.deep.equal(['A', 'B', 'x']);
  });

  it('are printed with large data and files, which are not parsed', async () => {
    await put('list', '[[first]] [[last]]<img src="a.svg">', {
      files: { 'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    });
    const data = { first: 'first', unused: 'x'.repeat(400_000), last: 'last' };
    const files = { 'b.svg': `<svg xmlns="http://www.w3.org/2000/svg"><desc>${'x'.repeat(300_000)}</desc></svg>` };
    expect((await printed({ template: 'list', data, files })).text).to.equal('first last');
  });

  it('send `X-Template` with the PDF itself', async () => {
    await put('header', '<p>x');
    const response = await fetch(`${service.url}${PDF}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.token}`,
        'content-type': 'application/json',
        accept: 'application/pdf',
      },
      body: JSON.stringify({ template: 'header' }),
    });
    await response.arrayBuffer();
    expect(response.headers.get('x-template')).to.equal('header@1');
  });

  it('are explained when they can not be printed', async () => {
    await put('kept', '<p>x');
    await put('unready', '<p>x', { draft: true });
    await call('/api/variables/sheet', { kind: 'css', content: 'p {}' }, service.token, 'PUT');
    for (const [template, says] of [
      ['kept@7', 'There is no template `kept@7`. `kept` has no version 7, or it is no longer kept'],
      ['kept@draft', 'There is no template `kept@draft`. `kept` has no draft.'],
      ['unready', '`unready` has only a draft; publish it with `POST /api/variables/unready/publish`.'],
      ['sheet', '`sheet` exists as a variable of the kind css'],
      ['kpet', 'Did you mean `kept`?'],
    ] as const) {
      const [status, code, error] = await refused({ template });
      expect([status, code]).to.deep.equal([422, 'variable_unknown']);
      expect(error).to.include(says);
      expect((await refused({ tool: 'html-to-pdf', input: { template } }, '/api/jobs'))[2]).to.equal(error);
      expect((await refused({ tool: 'html-to-pdf', input: { template }, rows: [{}] }, '/api/batches'))[2]).to.equal(
        error,
      );
    }
    for (const template of [
      'kept@0',
      'kept@',
      '@1',
      'a/b',
      'kept@01',
      'kept@1.5',
      '[[var:kept]]',
      '../kept',
      'x'.repeat(65),
    ])
      expect((await refused({ template }))[0], template).to.equal(400);
    expect((await refused({ template: 'kept', html: 'x' }))[2]).to.equal(
      '`template` can’t go with `html`; send one of them.',
    );
    expect((await refused({}))[2]).to.equal('`html` is required.');
    const options = { conformance: 'pdf/a-3b' };
    await put('archive', '<p>x', { options });
    expect((await refused({ template: 'archive', protect: { user_password: 'x' } }))[2]).to.equal(
      '`protect` can’t go with `conformance`: PDF/A and PDF/UA are read without a password, with the options of `archive`.',
    );
  });

  it('refuse hostile content, names and numbers', async () => {
    const wrong = async (body: object, name = 'wrong') => {
      const answer = await call(
        `/api/variables/${name}`,
        { kind: 'html', content: 'x', ...body },
        service.token,
        'PUT',
      );
      expect(answer.status, JSON.stringify(body)).to.equal(400);
      return answer.body.error;
    };
    for (const name of ['a@1', 'a@draft', '%2e%2e%2fx', 'a%3Ab', 'a%0A', `a${'b'.repeat(64)}`]) await wrong({}, name);
    expect(await wrong({ kind: 'css', css: 'p {}' })).to.equal('`css` needs the `kind` html: CSS is no template.');
    expect(await wrong({ options: { protect: { user_password: 'quince' } } })).to.include('`options.protect`');
    expect(await wrong({ options: { data: {} } })).to.include('`options.data`');
    expect(await wrong({ options: { page_size: 'A99' } })).to.include('options.page_size');
    expect(await wrong({ files: { 'https://x': 'y' } })).to.include('is a URL');
    expect(await wrong({ sample_data: { a: [] } })).to.include('`a` must be an object');
    await wrong({ sample_data: { '../x': {} } });
    await wrong({ sample_data: JSON.parse('{"__proto__": {}}') });
    await wrong({ sample_data: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`s${index}`, {}])) });
    await wrong({ sample_data: { a: JSON.parse(`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`) } });
    await wrong({ note: 'x'.repeat(201) });
    await wrong({ css: 'x'.repeat(1024 * 1024 + 1) });
    await wrong({ draft: 'yes' });
    await put('fine', 'x');
    for (const version of [0, -1, 1.5, 'latest', '1', 1e10, null])
      expect((await call('/api/variables/fine/publish', { version })).status, String(version)).to.be.within(400, 404);
    for (const version of ['0', '01', 'x', '1e3', '1%40'])
      expect((await call(`/api/variables/fine/versions/${version}`)).status, version).to.equal(400);
    expect((await call('/api/variables/fine/versions/9')).headers.get('x-error-code')).to.equal('version_not_found');
    expect((await call('/api/variables/nothing/versions')).headers.get('x-error-code')).to.equal('variable_not_found');
  });

  it('show who saved which version and what it changes', async () => {
    const parts = {
      css: 'p { margin: 0 }',
      sample_data: { short: { who: 'A' } },
      options: { locale: 'de', header_html: 'top\n' },
    };
    await put('story', 'one\ntwo\nthree\n', { note: 'first', ...parts });
    await put('story', 'one\n2\nthree\n', { ...parts, sample_data: { long: { who: 'B' } } });
    const { items, next_cursor } = (await call('/api/variables/story/versions')).body.data;
    expect(next_cursor).to.equal(null);
    expect(
      items.map(({ version, published, note }: Record<string, unknown>) => [version, published, note]),
    ).to.deep.equal([
      [2, true, undefined],
      [1, false, 'first'], // biome-ignore format: one line
    ]);
    expect(items[0].by).to.have.all.keys('id', 'name');
    const whole = (await call('/api/variables/story/versions/1')).body.data;
    expect(whole).to.deep.include({
      name: 'story',
      version: 1,
      published: false,
      content: 'one\ntwo\nthree\n',
      ...parts,
    });
    const { from, to, text, is_complete } = (await call('/api/variables/story/diff?from=1&to=published')).body.data;
    expect([from, to, is_complete]).to.deep.equal([1, 2, true]);
    expect(text).to.equal(
      [
        '--- /dev/null\n+++ story@2/data/long.json\n@@ -0,0 +1,3 @@\n+{\n+  "who": "B"\n+}\n',
        '--- story@1/data/short.json\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-{\n-  "who": "A"\n-}\n',
        '--- story@1/template.html\n+++ story@2/template.html\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n',
      ].join(''),
    );
    expect((await call('/api/variables/story/diff')).headers.get('x-error-code'), 'no draft').to.equal(
      'version_not_found',
    );
  });

  it('answer a comparison of very different texts with their names, soon', async () => {
    const lines = (word: string) => Array.from({ length: 100_000 }, (_, index) => `${word}${index % 7}`).join('\n');
    await put('far', lines('a'));
    await put('far', lines('b'));
    const { text, is_complete } = (await call('/api/variables/far/diff?from=1&to=2')).body.data;
    expect([text, is_complete]).to.deep.equal(['far@1/template.html and far@2/template.html differ\n', false]);
  });

  it('are counted in the account, belong to it alone, and are deleted with it', async () => {
    const { id, token } = await service.createAccount('closing');
    await put('own', 'quince one', { sample_data: { a: { who: 'quince sample' } } }, token);
    await put('own', 'quince two', {}, token);
    await put('own', 'quince draft', { draft: true }, token);
    const { variable_bytes, limits } = (await call('/api/account', undefined, token)).body.data;
    expect(variable_bytes).to.equal('quince onequince twoquince draft'.length + '{"a":{"who":"quince sample"}}'.length);
    expect(limits).to.include({ variable_bytes: 64 * 1024 * 1024, variable_versions: 100 });
    for (const path of ['own', 'own/versions', 'own/versions/1', 'own/versions/draft', 'own/diff'])
      expect((await call(`/api/variables/${path}`)).status, path).to.equal(404);
    expect((await refused({ template: 'own@1' }))[1]).to.equal('variable_unknown');
    expect((await call(`/admin/accounts/${id}`, undefined, service.adminToken, 'DELETE')).status).to.equal(200);
    const kept = await redisContents(service.redis.url);
    expect(kept).not.to.include('quince');
    expect(kept).not.to.include(`account:${id}:variable`);
  });
});
