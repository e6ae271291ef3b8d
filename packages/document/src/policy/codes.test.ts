import { compileTemplate, fillTemplate } from '@toolpress/template';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from '../index.js';

describe('The drawing of a code', () => {
  for (const tag of [
    '[["ABC-123 x" | barcode: "code128"]]',
    '[["4006381333931" | barcode: "ean13", text: true]]',
    '[["https://example.com?a=1&b=2" | qr]]',
  ])
    it(`is left as it is by the policy: ${tag}`, () => {
      const svg = fillTemplate(compileTemplate(tag), {});
      const { html, reports, images } = checkDocument({ html: `<!DOCTYPE html><title>x</title><p>${svg}` });
      expect(html).to.contain(svg.replace('/></svg>', '></path></svg>'));
      expect(reports.read(new Set())).to.deep.equal([]);
      expect(images).to.deep.equal([]);
    });
});
