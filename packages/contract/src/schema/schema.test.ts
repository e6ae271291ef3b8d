import { expect } from 'chai';
import { describe, it } from 'mocha';
import {
  type Infer,
  MAX_JSON_DEPTH,
  PageQuery,
  PdfRequest,
  ServiceError,
  SettingsChange,
  VariableName,
  validate,
} from '../index.js';
import { anyText, integer, listOf, shape, text } from './schema.js';

/** The message with which a value is refused. */
function errorOf(value: unknown, schema = PdfRequest as Parameters<typeof validate>[0]): string {
  try {
    validate(schema, value, 'body');
  } catch (error) {
    expect(error).to.be.instanceOf(ServiceError);
    expect((error as ServiceError).code).to.equal('invalid_parameter');
    return (error as ServiceError).message;
  }
  throw new Error('the value was let through');
}

const nested = (levels: number): object => {
  let value = {};
  for (let level = 1; level < levels; level++) value = { inner: value };
  return value;
};

describe('A schema', () => {
  it('requires fields, applies defaults and rules between fields for any set of fields', () => {
    const limited = shape(
      { name: text() },
      { size: integer().default(3), rows: listOf(text()), upload: text(), note: anyText() },
    ).xor('rows', 'upload');
    const checked = (value: object): unknown => validate(limited, value, 'body');
    for (let round = 0; round < 2; round++) {
      expect(checked({ name: 'a', upload: 'u' })).to.deep.equal({ name: 'a', upload: 'u', size: 3 });
      expect(checked({ rows: ['r'], note: null, name: 'a', size: 4 })).to.deep.equal({
        name: 'a',
        rows: ['r'],
        size: 4,
      });
      expect(errorOf({ upload: 'u' }, limited)).to.include('`name` is required');
      expect(errorOf({ name: 'a', upload: 'u', rows: ['r'] }, limited)).to.include('rows');
      expect(errorOf({ name: 'a', upload: 'u', nmae: 'b' }, limited)).to.include('did you mean `name`');
      expect(errorOf({ name: 'a' }, limited)).to.include('upload');
    }
  });

  it('refuses objects with more fields than any shape has at any depth, without a fault for each', () => {
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`a${index}`, 1]));
    const few = Object.fromEntries(Object.entries(many).slice(1));
    const far = ' has more than 200 fields, far more than there are.';
    for (const [value, field] of [
      [many, 'body'],
      [{ html: 'x', metadata: many }, 'metadata'],
      [{ html: 'x', header_html: many }, 'header_html'],
      [{ html: 'x', e_invoice: { invoice: { lines: [{}, many] } } }, 'e_invoice.invoice.lines[1]'],
    ] as const)
      expect(errorOf(value)).to.equal(`\`${field}\`${far}`);
    expect(errorOf({ html: 'x', metadata: few })).to.match(/^`metadata.a1` is not known\..* And 180 more\./s);
    expect(validate(PdfRequest, { html: 'x', data: many }, 'body')).to.deep.equal({ html: 'x', data: many });
  });

  it('lists the faults of the first items of a list, and validates no item of a list that is too long', () => {
    let validated = 0;
    const counted = text().custom((value: string) => {
      validated += 1;
      return value === 'x' ? value : undefined;
    });
    const item = shape({ a: counted.valid('x'), b: text() });
    const nested = shape({ rows: listOf(shape({ cells: listOf(item).max(300) })).max(300) });
    const rows = (count: number, cell: object) => ({
      rows: Array.from({ length: count }, () => ({ cells: Array.from({ length: count }, () => cell) })),
    });
    expect(errorOf({ rows: [{ cells: [{ a: 'y' }, { b: 1 }] }] }, nested).match(/cells\[/g)).to.have.lengthOf(4);
    const wrong = errorOf(rows(300, { c: 1 }), nested);
    expect(wrong)
      .to.include('`rows[0].cells[0].a` is required')
      .and.match(/And \d{1,4} more/);
    const late = rows(100, { a: 'x', b: 'x' });
    late.rows[90]?.cells.splice(80, 1, { a: 'x', b: 5 });
    expect(errorOf(late, nested)).to.equal('`rows[90].cells[80].b` must be a string.');
    validated = 0;
    expect(errorOf(rows(301, { a: 'x', b: 'x' }), nested)).to.include('`rows` must have at most 300 items');
    expect(validated).to.equal(0);
    expect(errorOf(rows(150, { a: 'x', b: 'x' }), nested)).to.equal(
      '`rows[132].cells` and the lists before it have more than 20000 items together.',
    );
    expect(validate(nested, rows(20, { a: 'x', b: 'x' }), 'body')).to.deep.equal(rows(20, { a: 'x', b: 'x' }));
  });

  it('accepts the same values after many different sets of fields', () => {
    const names = Array.from({ length: 150 }, (_, index) => `field_${index}`);
    const many = shape({}, Object.fromEntries(names.map((name) => [name, text()])));
    for (const name of [...names, ...names]) {
      expect(validate(many, { [name]: 'x' }, 'body')).to.deep.equal({ [name]: 'x' });
      expect(errorOf({ [name]: 1 }, many)).to.include(`\`${name}\` must be a string`);
    }
  });
});

describe('The schema of a PDF request', () => {
  it('lets a full request through and knows its type', () => {
    const request: Infer<typeof PdfRequest> = validate(
      PdfRequest,
      { html: '<p>', css: '', data: { a: [1, null] }, page_size: 'A5', orientation: 'landscape' },
      'body',
    );
    expect(request.page_size).to.equal('A5');
  });

  it('takes paper sizes and orientations in any case and gives them back in the catalogue’s', () => {
    const request = validate(PdfRequest, { html: 'x', page_size: 'LETTER', orientation: 'Landscape' }, 'body');
    expect(request).to.include({ page_size: 'Letter', orientation: 'landscape' });
  });

  it('names all wrong fields in one answer, with what is allowed', () => {
    const message = errorOf({ html: 1, page_size: 'A9', colour: 'red' });
    expect(message).to.include('`html` must be a string');
    expect(message).to.include('`page_size` must be one of A0, A1');
    expect(message).to.include('`colour` is not known.');
    expect(message).to.match(/Known are `html`, .* and `protect`\.$/);
  });

  it('names what may be meant by a field that there is not, also inside of others', () => {
    expect(errorOf({ html: 'x', pageSize: 'A4' })).to.equal('`pageSize` is not known; did you mean `page_size`?');
    expect(errorOf({ html: 'x', margin: { tpo: '1mm' } })).to.equal(
      '`margin.tpo` is not known; did you mean `margin.top`?',
    );
    expect(errorOf({ http_request: { timeoutMs: 500 } }, SettingsChange)).to.include('`http_request.timeout_ms`');
    expect(errorOf({ html: 'x', ['y'.repeat(100_000)]: 1 })).to.have.length.below(600);
  });

  it('says what replaces an option of another print tool', () => {
    for (const [name, said] of [
      ['format', 'send `page_size`'],
      ['marginTop', 'send `margin` with `top`'],
      ['margin-top', 'send `margin` with `top`'],
      ['headerTemplate', 'send `header_html`'],
      ['printBackground', 'backgrounds are always printed, so leave it out'],
      ['url', 'pages are not loaded; send the document as `html`'],
    ] as const)
      expect(errorOf({ html: 'x', [name]: 1 })).to.equal(`\`${name}\` is not known: ${said}.`);
    expect(errorOf({ http_request: { url: 5 } }, SettingsChange)).to.match(
      /`http_request.url` is not known\. Known are/,
    );
  });

  it('names fields of lists as joi does', () => {
    expect(errorOf({ html: 'x', attachments: [{ filename: 'a', data_base64: 'AA==' }] })).to.match(
      /^`attachments\[0\].name`/,
    );
  });

  it('uses plain words for limits', () => {
    expect(errorOf({ html: '', expires_in: 5, first_page_number: 1e6 })).to.equal(
      '`html` must not be empty. `first_page_number` must be at most 100000. `expires_in` must be at least 60.',
    );
  });

  it('names each side of the margin that is wrong, and what of a paper', () => {
    const message = errorOf({
      html: 'x',
      margin: { top: '5', left: 'wide', right: '1cm' },
      page_size: { width: '1mm' },
    });
    expect(message).to.include('`margin.top` must be a length such as `20mm` (').and.include('`margin.left` must be');
    expect(message).not.to.include('margin.right');
    expect(message).not.to.include('object of such lengths');
    expect(message)
      .to.include('`page_size.width` must be a length from 10 mm')
      .and.include('`page_size.height` is req');
    expect(errorOf({ html: 'x', margin: '5' })).to.include('or an object of such lengths');
    expect(errorOf({ html: 'x', page_size: { width: '80mm', height: '5' } })).to.include('or `auto`');
  });

  it('shows the required object where it is missing, and the value that was sent instead', () => {
    expect(errorOf({ html: 'x', data: '{}' })).to.equal(
      '`data` must be a JSON object such as `{"who":"World"}`, not a string.',
    );
    expect(errorOf({ html: 'x', files: [] })).to.equal(
      '`files` must be a JSON object such as `{"images/logo.svg":"…"}`, not a list.',
    );
    expect(errorOf([])).to.equal('`body` must be a JSON object such as `{"html":"<h1>[[who]]</h1>"}`, not a list.');
  });

  it('does not turn numbers, texts and booleans into each other', () => {
    expect(errorOf({ html: 'x', css: 5 })).to.include('`css` must be a string');
    expect(errorOf({ html: 'x', data: '{"a":1}' })).to.include('`data` must be a JSON object');
  });

  for (const [what, value] of [
    ['nothing', undefined],
    ['null', null],
    ['a text', 'html'],
    ['a list', []],
    ['an empty object', {}],
    ['an empty template', { html: '' }],
    ['data that is a list', { html: 'x', data: [] }],
  ] as const) {
    it(`refuses ${what}`, () => {
      expect(errorOf(value)).to.match(/^`(body|html|data)` /);
    });
  }

  it('never repeats a value in a message', () => {
    expect(errorOf({ html: 'x', page_size: 'secret-4711', data: 'secret-4711' })).not.to.include('4711');
  });

  it('bounds the nesting of data, which would overflow when it is serialised', () => {
    expect(validate(PdfRequest, { html: 'x', data: nested(MAX_JSON_DEPTH) }, 'body')).to.have.property('data');
    expect(errorOf({ html: 'x', data: nested(MAX_JSON_DEPTH + 1) })).to.include('at most 100 levels');
    expect(errorOf({ html: 'x', data: nested(50_000) })).to.include('at most 100 levels');
  });

  it('refuses a field called __proto__, which would be inherited', () => {
    const body: unknown = JSON.parse('{"html":"x","__proto__":{"strict":true}}');
    expect(() => validate(PdfRequest, body, 'body')).to.throw(ServiceError, '`__proto__` is not known');
  });

  it('keeps a field called __proto__ a field', () => {
    const { data } = validate(PdfRequest, { html: 'x', data: JSON.parse('{"__proto__": {"a": 1}}') }, 'body');
    expect(Object.hasOwn(data ?? {}, '__proto__')).to.equal(true);
    expect(({} as { a?: number }).a).to.equal(undefined);
  });
});

describe('Other schemas', () => {
  it('read numbers out of query strings', () => {
    expect(validate(PageQuery, { limit: '5' }, 'query', { convert: true })).to.deep.equal({ limit: 5 });
  });

  for (const name of ['invoice', 'a', '2024.invoice_v2-final', 'x'.repeat(64)]) {
    it(`take ${name.slice(0, 30)} as a variable’s name`, () => {
      expect(validate(VariableName, name, 'name')).to.equal(name);
    });
  }
  for (const name of ['', '-a', 'a b', 'a]]', 'ä', '../x', 'x'.repeat(65)]) {
    it(`refuse "${name.slice(0, 30)}" as a variable’s name`, () => {
      expect(errorOf(name, VariableName)).to.include('`body`');
    });
  }
});
