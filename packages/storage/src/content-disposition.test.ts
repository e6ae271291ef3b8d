import { expect } from 'chai';
import { describe, it } from 'mocha';
import { cleanFilename, contentDisposition, filenameOf } from './content-disposition.js';

describe('a Content-Disposition header', () => {
  const EXAMPLES = {
    'invoice.pdf': `attachment; filename="invoice.pdf"; filename*=UTF-8''invoice.pdf`,
    '€ rates.pdf': `attachment; filename="_ rates.pdf"; filename*=UTF-8''%E2%82%AC%20rates.pdf`,
    '50%25 "off".pdf': `attachment; filename="50_25 _off_.pdf"; filename*=UTF-8''50%2525%20%22off%22.pdf`,
    "it's (1)*.pdf": `attachment; filename="it's (1)*.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`,
    '👩‍👧.pdf': `attachment; filename="___.pdf"; filename*=UTF-8''%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7.pdf`,
    '': `attachment; filename="document.pdf"; filename*=UTF-8''document.pdf`,
  };
  for (const [name, header] of Object.entries(EXAMPLES)) {
    it(`spells ${JSON.stringify(name)} for old clients and for new ones`, () => {
      expect(contentDisposition(name)).to.equal(header);
    });
  }

  it('can’t be broken out of by any character', () => {
    const wholesome = /^attachment; filename="[ !#$&-[\]-~]+"; filename\*=UTF-8''(?:[\w!#$&+.^`|~-]|%[0-9A-F]{2})+$/;
    const characters = Array.from({ length: 0x10000 }, (_none, code) => String.fromCharCode(code));
    expect(characters.filter((char) => !wholesome.test(contentDisposition(`a${char}b`)))).to.deep.equal([]);
  });

  it('gives the name back', () => {
    for (const name of ['a.pdf', '請求書 🧾.pdf', `x; filename*=UTF-8''evil`, '%41.pdf']) {
      expect(filenameOf(contentDisposition(name))).to.equal(name);
    }
  });

  it('is read without harm when somebody else wrote it', () => {
    for (const header of [undefined, 'inline', 'attachment; filename="a.pdf"', `attachment; filename*=UTF-8''%E2%82`]) {
      expect(filenameOf(header)).to.equal(undefined);
    }
  });
});

describe('a file name', () => {
  it('loses what could break a line, leave a folder or turn the text around', () => {
    expect(cleanFilename('a/b\\c\r\n\0\u007f\u0085\u2028\u202e\u2066.pdf')).to.equal('a_b_c________.pdf');
  });

  it('loses its middle when it is too long, and keeps its ending', () => {
    const name = cleanFilename(`${'x'.repeat(500)}.pdf`) ?? '';
    expect(name).to.have.length(200);
    expect(name).to.match(/^x+\.pdf$/);
  });

  it('is never cut in the middle of a character', () => {
    expect(cleanFilename('🧾'.repeat(500))).to.equal('🧾'.repeat(200));
  });

  it('is absent when no character of the name remains', () => {
    expect(cleanFilename(' \n')).to.equal(undefined);
  });
});
