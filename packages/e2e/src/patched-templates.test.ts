import { type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

interface Call {
  body?: unknown;
  method?: string;
  headers?: Record<string, string>;
}

const WHOLE = {
  kind: 'html',
  content: '<h1>Invoice [[number]]</h1>',
  css: 'h1 { color: teal }',
  files: { 'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>', 'more.css': 'p { margin: 0 }' },
  sample_data: { short: { number: '1', city: null }, long: { number: '2' } },
  options: { page_size: 'A5', margin: { top: '20mm', left: '10mm' }, locale: 'de' },
};

describe('Patches of saved templates', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  const call = async (path: string, { body, method = 'GET', headers = {} }: Call = {}) => {
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const { data, error } = JSON.parse(text);
    return {
      status: answer.status,
      code: answer.headers.get('x-error-code'),
      etag: answer.headers.get('etag'),
      data,
      error,
      text,
    };
  };
  const done = async (path: string, given: Call = {}) => {
    const answer = await call(path, given);
    expect(answer.status, answer.error).to.equal(200);
    return answer;
  };
  const put = (name: string, body: object = WHOLE) => done(`/api/variables/${name}`, { method: 'PUT', body });
  const patch = (name: string, body: unknown, headers = {}) =>
    call(`/api/variables/${name}`, { method: 'PATCH', body, headers });
  const partsOf = ({ kind, content, css, files, sample_data, options }: typeof WHOLE) =>
    JSON.parse(JSON.stringify({ kind, content, css, files, sample_data, options }));

  it('keep what is absent, remove what is null, and merge objects by name (RFC 7396)', async () => {
    await put('merge');
    const changes = {
      css: null,
      files: { 'more.css': null, 'new.css': 'a {}' },
      sample_data: { short: { number: '7' }, long: null },
      options: { margin: { left: null, right: '5mm' }, locale: 'en' },
      note: 'Less',
    };
    const { status, data, etag, error } = await patch('merge', changes);
    expect(status, error).to.equal(200);
    expect([data.version, data.note, data.warnings, data.etag]).to.deep.equal([2, 'Less', undefined, etag]);
    const expected = {
      kind: 'html',
      content: WHOLE.content,
      files: { 'logo.svg': WHOLE.files['logo.svg'], 'new.css': 'a {}' },
      sample_data: { short: { number: '7', city: null } },
      options: { page_size: 'A5', margin: { top: '20mm', right: '5mm' }, locale: 'en' },
    };
    expect(partsOf(data)).to.deep.equal(expected);
    expect(partsOf((await done('/api/variables/merge')).data)).to.deep.equal(expected);
    expect((await patch('merge', {})).data.version, 'without changes').to.equal(2);
    const { data: plain } = await patch('merge', { files: null, sample_data: null, options: null });
    expect(partsOf(plain)).to.deep.equal({ kind: 'html', content: WHOLE.content });
  });

  it('keep the digits of numbers, also in large templates', async () => {
    const rows = Array(40_000).fill('1.50').join();
    for (const [name, more] of [
      ['few', '1.50'],
      ['many', rows],
    ]) {
      const data = `{"id":12345678901234567890,"rows":[${more}]}`;
      const body = `{"kind":"html","content":"a","sample_data":{"short":${data}}}`;
      await done(`/api/variables/patch-${name}`, { method: 'PUT', body });
      expect((await patch(`patch-${name}`, '{"sample_data":{"other":{"price":2.50}},"content":"b"}')).status).to.equal(
        200,
      );
      const { text } = await done(`/api/variables/patch-${name}`);
      expect(text).to.include(`"sample_data":{"short":${data},"other":{"price":2.50}}`);
    }
  });

  it('change the draft, or begin one from the published version', async () => {
    await put('drafted');
    const { data: first } = await patch('drafted', { draft: true, content: 'one' });
    expect([first.version, first.css]).to.deep.equal(['draft', WHOLE.css]);
    const { data: second } = await patch('drafted', { draft: true, css: 'b {}' });
    expect([second.version, second.content, second.css]).to.deep.equal(['draft', 'one', 'b {}']);
    const { data } = await done('/api/variables/drafted');
    expect([data.version, data.content, data.css]).to.deep.equal([1, WHOLE.content, WHOLE.css]);
  });

  it('are refused for what does not exist, or would be no template', async () => {
    expect(await patch('none', { css: 'a {}' })).to.include({ status: 404, code: 'variable_not_found' });
    await done('/api/variables/only-draft', { method: 'PUT', body: { ...WHOLE, draft: true } });
    const published = await patch('only-draft', { css: 'a {}' });
    expect([published.status, published.error]).to.deep.equal([
      404,
      'The account has no published template variable `only-draft`.',
    ]);
    await put('refused');
    for (const [changes, message] of [
      [{ content: null }, /`content`/],
      [{ kind: 'css' }, /needs the `kind` html/],
      [{ options: { page_size: 'A99' } }, /page_size/],
      [{ options: 'A5' }, /`options`/],
      [{ sample_data: { short: 1 } }, /`sample_data/],
      [{ text: 'x' }, /text/],
    ] as const) {
      const { status, error } = await patch('refused', changes);
      expect(status, error).to.equal(400);
      expect(error).to.match(message);
    }
    expect(partsOf((await done('/api/variables/refused')).data)).to.deep.equal(WHOLE);
    const hostile = await patch('refused', '{"sample_data":{"short":{"__proto__":{"a":1}}},"note":"x"}');
    expect([hostile.status, ({} as { a?: number }).a]).to.deep.equal([200, undefined]);
  });

  it('need the tag in `If-Match`, and may be repeated', async () => {
    const { etag } = await put('tagged');
    const headers = { 'if-match': etag ?? '' };
    const { data: once } = await patch('tagged', { css: 'c {}' }, headers);
    const { data: again } = await patch('tagged', { css: 'c {}' }, headers);
    expect([once.version, again.version, again.etag]).to.deep.equal([2, 2, once.etag]);
    expect(await patch('tagged', { css: 'd {}' }, headers)).to.include({ status: 412, code: 'precondition_failed' });
    expect((await patch('tagged', { css: 'd {}' }, { 'if-match': '*' })).status).to.equal(200);
  });

  it('lose no change when they are sent at the same time', async () => {
    await put('race');
    const names = Array.from({ length: 12 }, (_, index) => `name${index}`);
    const answers = await Promise.all(names.map((name) => patch('race', { sample_data: { [name]: { name } } })));
    expect(answers.map(({ status }) => status)).to.deep.equal(names.map(() => 200));
    expect((await done('/api/variables/race')).data.sample_data).to.include.keys('short', 'long', ...names);
  });

  it('are recorded in the audit log', async () => {
    await put('audited-patch');
    await patch('audited-patch', { css: 'e {}' });
    const { data } = await done('/api/audit?action=variable.save&limit=1');
    expect(data.items[0]).to.deep.include({ object: 'audited-patch', fields: ['css'], outcome: 'done' });
  });

  it('are what a PUT that drops parts names in a warning, with what was there', async () => {
    await put('dropped');
    const { data } = await put('dropped', { kind: 'html', content: 'x' });
    expect(data.warnings).to.have.lengthOf(1);
    expect(data.warnings[0].code).to.equal('parts_dropped');
    expect(data.warnings[0].message).to.match(
      /^The saved text replaces version 1 of `dropped`, and lacks parts of it: `css` \(18 bytes\), `files` \(`logo\.svg`, `more\.css`; \d+ bytes\), `sample_data` \(`short`, `long`; \d+ bytes\), `options` \(`page_size`, `margin`, `locale`; \d+ bytes\)\. Version 1 is kept\. A PUT replaces all parts; `PATCH \/api\/variables\/dropped`/,
    );
    expect((await put('dropped', { kind: 'html', content: 'y' })).data.warnings).to.equal(undefined);
    await put('dropped', { ...WHOLE });
    const { data: drafted } = await put('dropped', { ...WHOLE, css: undefined, draft: true });
    expect(drafted.warnings[0].message).to.include('`css` (18 bytes). Version 4 remains published.');
    const { data: again } = await put('dropped', { kind: 'html', content: 'z', draft: true });
    expect(again.warnings[0].message).to.include('the draft before').and.not.include('Version');
    const files = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`${index}${'x'.repeat(200)}.css`, 'a {}']),
    );
    await put('many', { kind: 'html', content: 'x', files });
    const { data: few } = await put('many', { kind: 'html', content: 'x' });
    expect(few.warnings[0].message).to.match(/`files` \((?:`\dx{99}`, ){4}`4x{99}`, …; /);
  });

  it('and all other calls work under /api/templates, too', async () => {
    const path = '/api/templates/alias';
    const { data } = await done(path, { method: 'PUT', body: WHOLE });
    expect((await done('/api/variables/alias')).data.etag).to.equal(data.etag);
    await done(path, { method: 'PATCH', body: { css: null } });
    expect((await done(`${path}/versions`)).data.items).to.have.lengthOf(2);
    expect((await done('/api/templates?limit=1000')).data.items.map(({ name }: { name: string }) => name)).to.include(
      'alias',
    );
    await done(`${path}/publish`, { method: 'POST', body: { version: 1 } });
    expect((await done(`${path}/diff?from=1&to=2`)).data.text).to.include('-h1 { color: teal }');
    await done(path, { method: 'DELETE' });
    expect(await call(path)).to.include({ status: 404, code: 'variable_not_found' });
    expect(await call(path, { method: 'POST' })).to.include({ status: 405 });
  });

  it('do not make a difference of the order of options', async () => {
    await put('ordered');
    const { page_size, margin, locale } = WHOLE.options;
    const options = { locale, margin: { left: margin.left, top: margin.top }, page_size };
    await done('/api/variables/ordered', { method: 'PUT', body: { ...WHOLE, options, draft: true } });
    expect((await done('/api/variables/ordered/diff')).data.text).to.equal('');
  });
});
