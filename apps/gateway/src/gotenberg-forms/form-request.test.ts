import { PdfRequest, ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { Form } from './form-body.js';
import { formRequest } from './form-request.js';

const HTML = '<h1>Hello</h1>';

function formOf(fields: Record<string, string>, files: Record<string, string> = { 'index.html': HTML }): Form {
  const bytes = Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  return {
    fields: new Map(Object.entries(fields).map(([name, value]) => [name, [value]])),
    files: new Map([['files', bytes]]),
  };
}

const read = (fields: Record<string, string>, files?: Record<string, string>, isMarkdown = false) =>
  formRequest(formOf(fields, files), { isMarkdown, outputName: undefined, usualName: 'id', fileTtl: 60 });

function faultOf(fields: Record<string, string>, files?: Record<string, string>, isMarkdown = false): string {
  try {
    read(fields, files, isMarkdown);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 400) return error.message;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('Forms of Gotenberg’s clients', () => {
  it('have its defaults: letter paper, 0.39 in, no backgrounds; missing content is a warning', () => {
    const { body, name } = read({});
    expect(body).to.deep.include({ html: HTML, on_blocked: 'warn', expires_in: 60 });
    expect(body.form).to.deep.equal({
      ...{ paperWidth: 8.5, paperHeight: 11, scale: 1, landscape: false, printBackground: false },
      ...{ marginTop: 0.39, marginRight: 0.39, marginBottom: 0.39, marginLeft: 0.39, preferCSSPageSize: false },
    });
    expect(name).to.equal('id');
  });

  it('become options of the browser and of a PDF request', () => {
    const table: [Record<string, string>, object, object][] = [
      [{ paperWidth: '210mm', paperHeight: '72pt', marginTop: '0' }, { paperWidth: 210 / 25.4, marginTop: 0 }, {}],
      [{ paperWidth: '5.08cm', marginLeft: '48px' }, { paperWidth: 2, marginLeft: 0.5 }, {}],
      [
        { landscape: 'true', printBackground: '1', scale: '0.5' },
        { landscape: true, printBackground: true, scale: 0.5 },
        {},
      ],
      [{ singlePage: 'true', preferCssPageSize: 'T' }, { singlePage: true, preferCSSPageSize: true }, {}],
      [{ nativePages: '2-3' }, { pageRanges: '2-3' }, {}],
      [{ nativeBookmarks: 'true', nativeTaggedPdf: 'true' }, {}, { outline: true, tagged: true }],
      [{ pdfa: 'PDF/A-3b', pdfua: 'true' }, {}, { conformance: ['pdf/a-3b', 'pdf/ua-1'] }],
      [
        { userPassword: 'a', allowCopying: 'false', allowModifying: 'false' },
        {},
        { protect: { user_password: 'a', permissions: ['print', 'annotate', 'fill_forms', 'assemble'] } },
      ],
      [
        { metadata: '{"Title":"T","Keywords":["a","b"],"Creator":"C"}' },
        { info: { Creator: 'C' } },
        { metadata: { title: 'T', keywords: ['a', 'b'] } },
      ],
      [
        { splitMode: 'pages', splitSpan: '2-', splitUnify: 'true' },
        { split: { mode: 'unified', span: '2-', name: 'id' } },
        {},
      ],
      [{ rotateAngle: '90', rotatePages: '1,3' }, { rotate: { angle: 90, pages: '1,3' } }, {}],
      [{ optimizeImages: 'true' }, { imageQuality: 80 }, {}],
      [{ emulatedMediaType: 'screen' }, { media: { type: 'screen' } }, {}],
      [{ failOnResourceLoadingFailed: 'true' }, {}, { on_blocked: 'error' }],
      [{ waitDelay: '2.5s', waitForExpression: '', cookies: '[]', failOnConsoleExceptions: 'false' }, {}, {}],
    ];
    for (const [fields, form, request] of table) {
      const { body } = read(fields);
      expect(body.form, JSON.stringify(fields)).to.deep.include(form);
      expect(body, JSON.stringify(fields)).to.deep.include(request);
    }
  });

  it('name all invalid values as Gotenberg does', () => {
    const fields = { landscape: 'foo', scale: 'x', waitDelay: '5', failOnHttpStatusCodes: 'foo', rotateAngle: '45' };
    expect(faultOf(fields, {})).to.equal(
      [
        `Invalid form data: form field 'failOnHttpStatusCodes' is invalid (got 'foo', resulting to unmarshal failOnHttpStatusCodes: invalid character 'o' in literal false (expecting 'a'))`,
        `form field 'waitDelay' is invalid (got '5', resulting to time: invalid duration "5")`,
        `form field 'landscape' is invalid (got 'foo', resulting to strconv.ParseBool: parsing "foo": invalid syntax)`,
        `form field 'scale' is invalid (got 'x', resulting to strconv.ParseFloat: parsing "x": invalid syntax)`,
        `form field 'rotateAngle' is invalid (got '45', resulting to wrong value, expected 90, 180, or 270)`,
        `form file 'index.html' is required`,
      ].join('\n'),
    );
  });

  it('are invalid with JSON values that are not strings, at any depth', () => {
    const deep = `${'['.repeat(100_000)}1${']'.repeat(100_000)}`;
    for (const value of ['{"toString":1}', '[{"toString":1}]', deep])
      for (const name of ['Title', 'Keywords', 'Creator'])
        expect(faultOf({ metadata: `{"${name}":${value}}` })).to.include('expected a string or number');
    expect(read({ metadata: '{"Title":5,"Keywords":["a",5]}' }).body.metadata).to.deep.equal({
      ...{ title: '5', keywords: ['a', '5'] },
    });
    for (const cookie of ['0', '{"name":{"toString":1},"value":"x","domain":"d"}'])
      expect(faultOf({ cookies: `[${cookie}]` })).to.include('cookie 0 must have its name');
    const color = { watermarkSource: 'text', watermarkOptions: '{"color":{"toString":1}}' };
    expect(faultOf(color)).to.include("'color' is invalid");
  });

  it('are refused with the reason when they ask for what is not done', () => {
    const table: Record<string, RegExp> = {
      waitForExpression: /scripts never run/,
      userAgent: /without the caller’s headers/,
      downloadFrom: /send all files in the form/,
      url: /index\.html/,
      stages: /versions 8 and 9 share/,
      unheardOf: /unknown to this route/,
    };
    for (const [name, reason] of Object.entries(table)) expect(faultOf({ [name]: 'x' })).to.match(reason);
    expect(faultOf({ pdfa: 'PDF/A-1b' })).to.include('PDF/A-2b');
    expect(faultOf({ marginTop: '6', marginBottom: '6' })).to.include('aberrant');
    expect(faultOf({ splitMode: 'intervals', splitSpan: '1', pdfua: 'true' })).to.include('no tags');
    for (const tags of [{ pdfua: 'true' }, { pdfa: 'PDF/A-3a' }, { nativeTaggedPdf: 'true' }] as Record<
      string,
      string
    >[])
      expect(faultOf({ flatten: 'true', ...tags })).to.include("'flatten' can't go with");
    expect(read({ flatten: 'true', pdfa: 'PDF/A-2b' }).body.form).to.include({ flatten: true });
    expect(faultOf({ stampSource: 'pdf' })).to.include('a stamp file is required');
  });

  it('are refused if their HTML is too large', () => {
    expect(() => read({}, { 'index.html': '['.repeat(6 * 1024 * 1024) })).to.throw('index.html is over the limit');
  });

  it('have headers, footers, assets and Markdown by the names of their files', () => {
    const { body } = read(
      {},
      { 'INDEX.html': '', 'index.HTML': HTML, 'header.html': 'H', 'a.css': 'p {}', 'INDEX.css': '' },
    );
    expect(body).to.deep.include({ html: HTML });
    expect(body.form).to.include({ headerTemplate: 'H' });
    expect(body.files).to.have.all.keys('INDEX.html', 'a.css', 'INDEX.css');
    const markdown = read({}, { 'index.html': '<body>{{ toHTML "a.md" }}</body>', 'a.md': '**b**' }, true);
    expect(markdown.body.html).to.include('<strong>b</strong>');
    const missing = { 'index.html': '{{ toHTML "b.md" }} {{ toHTML "c.md" }}', 'a.md': '' };
    expect(faultOf({}, missing, true)).to.equal("Markdown file(s) not found: 'b.md'\n'c.md'");
  });

  it('print template tags as text', () => {
    const html = '<p title="[[a]]">[[b]] [[var:c]] [[> d]]</p>';
    expect(read({}, { 'index.html': html }).body).to.deep.include({ html, tags: false });
  });

  it('are the only requests with options of the browser', () => {
    expect(PdfRequest.validate({ html: 'x', form: {} }).error?.message).to.include('form');
  });
});
