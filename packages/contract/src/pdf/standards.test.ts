import { expect } from 'chai';
import { describe, it } from 'mocha';
import { PdfRequest, ServiceError, validate } from '../index.js';

const checked = (fields: object) => validate(PdfRequest, { html: 'x', ...fields }, 'body');
const faultOf = (fields: object): string => {
  try {
    return `none: ${JSON.stringify(checked(fields))}`;
  } catch (error) {
    expect(error).to.be.instanceOf(ServiceError).with.property('code', 'invalid_parameter');
    return (error as ServiceError).message;
  }
};
const file = { name: 'a.xml', data_base64: 'PGEvPg==' };

describe('What a PDF conforms to', () => {
  for (const conformance of [
    ...['pdf/a-2b', 'pdf/ua-1', [], ['pdf/a-3a'], ['pdf/ua-1', 'pdf/a-3b'], ['pdf/a-3a', 'pdf/ua-1']],
  ]) {
    it(`may be ${JSON.stringify(conformance)}`, () => {
      expect(checked({ conformance }).conformance).to.deep.equal(conformance);
    });
  }

  for (const conformance of [
    ...['pdf/a-1b', 'PDF/A-3B', 3, { a: 1 }, ['pdf/a-2b', 'pdf/a-3b'], ['pdf/ua-1', 'pdf/ua-1'], ['pdf/ua-2'], [3]],
  ]) {
    it(`is not ${JSON.stringify(conformance)}, and the answer says what it may be`, () => {
      expect(faultOf({ conformance })).to.match(
        /^`conformance(\[\d\])?` must be .*pdf\/a-2b, pdf\/a-3b, pdf\/a-3a, pdf\/ua-1/,
      );
    });
  }

  it('is absent when it is null or empty, as forms send it', () => {
    for (const conformance of [null, '']) expect(checked({ conformance })).to.deep.equal({ html: 'x' });
  });

  it('takes tags that a request rules out for a fault, where the standard wants them', () => {
    for (const conformance of ['pdf/a-3a', ['pdf/ua-1']]) {
      expect(faultOf({ conformance, tagged: false })).to.match(/^`tagged` must not be `false`/);
      expect(faultOf({ conformance, tagged: true })).to.match(/^none/);
    }
    expect(faultOf({ conformance: 'pdf/a-3b', tagged: false })).to.match(/^none/);
  });

  it('rules out passwords, and for PDF/A-2 files', () => {
    expect(faultOf({ conformance: 'pdf/ua-1', protect: { permissions: [] } })).to.match(/^`protect` can’t go with/);
    expect(faultOf({ conformance: 'pdf/a-2b', attachments: [file] })).to.match(/use pdf\/a-3b\.$/);
    for (const conformance of ['pdf/a-3b', 'pdf/ua-1'])
      expect(faultOf({ conformance, attachments: [file] })).to.match(/^none/);
  });
});

describe('The metadata of a PDF', () => {
  for (const created_at of ['2026-01-31', '2026-01-31T09:30:00+01:00', '2024-02-29T08:30Z', '2026-01-31T08:30:00.5Z']) {
    it(`may say that it was made at ${created_at}`, () => {
      expect(checked({ metadata: { created_at } }).metadata).to.deep.equal({ created_at });
    });
  }

  for (const created_at of [
    ...['2026-02-30', '2025-02-29T08:30Z', '2026-01-31T09:30:00', '31.01.2026', 'now', 1769848200, '2026-01-31T25:00Z'],
    ...['+02026-01-31', '2026-01-31T08:30:00+25:00'],
  ]) {
    it(`may not say that it was made at ${created_at}`, () => {
      expect(faultOf({ metadata: { created_at } })).to.match(/^`metadata.created_at` must be a point in time/);
    });
  }

  it('has texts of people’s lengths, and keywords as a text or a list', () => {
    expect(faultOf({ metadata: { title: '', keywords: ['a', 'b'] } })).to.match(/^none/);
    expect(faultOf({ metadata: { author: 'x'.repeat(1_001) } })).to.match(/^`metadata.author` .* 1000 characters/);
    expect(faultOf({ metadata: { keywords: Array.from({ length: 101 }, () => 'x') } })).to.match(
      /^`metadata.keywords`/,
    );
    expect(faultOf({ metadata: { producer: 'x' } })).to.match(/`metadata.producer` is not known/);
  });
});

describe('An attachment', () => {
  it('is a name and base64, and may say more', () => {
    const whole = { ...file, mime_type: 'application/vnd.ms-excel', description: 'd', relationship: 'Data' };
    expect(checked({ attachments: [whole] }).attachments).to.deep.equal([whole]);
    expect(faultOf({ attachments: [{ ...file, data_base64: '' }] })).to.match(/^none/);
  });

  for (const [wrong, fault] of [
    [{ data_base64: 'a b=' }, /^`attachments\[0\].data_base64` must be base64/],
    [{ data_base64: undefined }, /^`attachments\[0\].data_base64` is required/],
    [{ name: '' }, /^`attachments\[0\].name`/],
    [{ name: 'x'.repeat(201) }, /^`attachments\[0\].name` .* 200 characters/],
    [{ mime_type: 'xml' }, /^`attachments\[0\].mime_type` must be a media type such as `text\/xml`/],
    [{ mime_type: 'text/xml; charset=utf-8' }, /^`attachments\[0\].mime_type` must be a media type/],
    [{ relationship: 'data' }, /^`attachments\[0\].relationship` must be one of/],
  ] as const) {
    it(`is refused with ${JSON.stringify(wrong).slice(0, 60)}`, () => {
      expect(faultOf({ attachments: [{ ...file, ...wrong }] })).to.match(fault);
    });
  }

  it('is one of 50 at most', () => {
    expect(faultOf({ attachments: Array.from({ length: 50 }, () => file) })).to.match(/^none/);
    expect(faultOf({ attachments: Array.from({ length: 51 }, () => file) })).to.match(/50 items/);
  });
});
