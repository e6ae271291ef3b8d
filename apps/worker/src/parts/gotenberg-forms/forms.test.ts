import type { FormPrint, ServiceError } from '@toolpress/contract';
import { DocumentFiles } from '@toolpress/document';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { PIXEL } from '../../testing/chromium.js';
import { formTemplates, limitedRanges } from './forms.js';

describe('The page ranges of a form', () => {
  it('have at most one page more than a document may have', () => {
    for (const ranges of ['2', '-3', '4-6, 1-5', '1-3,2', '1-40,90-100'])
      expect(limitedRanges(ranges), 'few pages').to.equal(ranges);
    expect(limitedRanges('7-')).to.equal('7-57');
    expect(limitedRanges('20-60,1-30')).to.equal('1-30,31-51');
    expect(limitedRanges('1-40, 90-, 200')).to.equal('1-40,90-100');
  });
});

describe('The header and footer of a form', () => {
  const files = new DocumentFiles({ 'logo.png': { base64: PIXEL.slice(PIXEL.indexOf(',') + 1) } });
  const faultOf = (templates: Partial<FormPrint>): string | undefined => {
    try {
      formTemplates(templates as FormPrint, { language: undefined, resources: { files } });
      return undefined;
    } catch (error) {
      return `${(error as ServiceError).code}: ${(error as ServiceError).message}`;
    }
  };

  it('have images as data URLs only, because the browser loads nothing there', () => {
    expect(faultOf({ headerTemplate: `<img src="${PIXEL}"> <span class="title"></span>` })).to.equal(undefined);
    expect(faultOf({ headerTemplate: '<p>\n<img src="logo.png">' }))
      .to.match(/^invalid_parameter: .*at header_html 2:/)
      .and.include('Embed it as `data:`');
    expect(faultOf({ headerTemplate: 'H', footerTemplate: '<img src="https://example.com/a.png">' })).to.include(
      'at footer_html 1:',
    );
  });
});
