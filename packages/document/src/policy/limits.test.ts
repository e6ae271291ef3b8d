import { ServiceError } from '@toolpress/contract';
import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument, MAX_IMAGES } from '../index.js';

const codeOf = (html: string, css = ''): string => {
  try {
    checkDocument({ html, css });
    return 'accepted';
  } catch (error) {
    if (error instanceof ServiceError) return `${error.code}: ${error.message}`;
    throw error;
  }
};

/** Characters. Time that grows with the square of this is far beyond the limit. */
const LENGTH = 100_000;
const LIMIT_MS = 2_000;
const fill = (piece: string): string => piece.repeat(Math.floor(LENGTH / piece.length));

describe('The limits of documents', () => {
  it('leave room for a table of 10,000 rows and ten columns', () => {
    const row = `<tr>\n${'<td class="number">1,000.00</td>\n'.repeat(10)}</tr>\n`;
    expect(codeOf(`<table>${row.repeat(10_000)}</table>`)).to.equal('accepted');
  });

  it('stop at too many elements and texts', () => {
    expect(codeOf('<br>'.repeat(400_001))).to.match(
      /^document_too_complex: The document has more than 400000 elements/,
    );
  });

  it('stop at too many attributes', () => {
    const many = `<b ${Array.from({ length: 1_000 }, (_, index) => `a${index}`).join(' ')}>x</b>`;
    expect(codeOf(many.repeat(1_001))).to.match(/^document_too_complex: The document has more than 1000000 attributes/);
  });

  it('stop at the 101st remote image, and report its position', () => {
    const images = (count: number): string =>
      Array.from({ length: count }, (_, index) => `<img src="https://images.example/${index}">\n`).join('');
    expect(codeOf(images(MAX_IMAGES) + images(MAX_IMAGES))).to.equal('accepted');
    expect(codeOf(images(MAX_IMAGES + 1))).to.equal(
      'document_too_complex: `img` `src` at html 101:6 is one remote image too many; a document may have 100 different ones.',
    );
  });
});

describe('A long document', () => {
  for (const piece of [
    '<',
    '&',
    '&a',
    '<!--',
    '<!-- -->',
    '<b>',
    '<p>',
    '<p><b>',
    '<a>',
    '<table>',
    '<table><td>',
    '<select>',
    '<svg>',
    '<svg><foreignObject>',
    '<math><mi>',
    '<template>',
    '<noscript>',
    '<p><noscript></noscript>',
    '<xmp>',
    '</p>',
    '</br>',
    '<form><div></form>',
    '<body a>',
    '<font size=1><p></font>',
    '<?x>',
    '\0',
    '\r',
    '<style></style>',
    '<title></title>',
    '<p style="a(">',
    '<picture><source srcset="https://a.example/">',
    '<button>',
    '<table>x<b>',
    '<ruby><rb>',
  ]) {
    itWithinCpuMs(
      LIMIT_MS,
      `is read in no time when it is made of ${piece.replaceAll('\0', 'NUL').replaceAll('\r', 'CR')}`,
      () => {
        expect(codeOf(fill(piece))).to.match(/^(?:accepted|document_too_complex|content_forbidden)/);
      },
    );
  }

  for (const piece of [
    'url(',
    '(',
    '\\',
    '/*',
    '"\n',
    '\\\n',
    'a{}',
    '(}',
    '@page{size:1}',
    '@page',
    'size:',
    '<!--',
    ')',
  ]) {
    itWithinCpuMs(LIMIT_MS, `is read in no time when it is CSS made of ${JSON.stringify(piece)}`, () => {
      expect(codeOf(`<style>${fill(piece)}</style>`)).to.match(/^(?:accepted|document_too_complex|content_forbidden)/);
      expect(codeOf('', fill(piece))).to.match(/^(?:accepted|document_too_complex|content_forbidden)/);
    });
  }

  for (const [what, open, piece, close] of [
    ['attributes', '<b ', 'a ', '>'],
    ['candidates', '<img srcset="', 'https://a.example/ 1x,', '">'],
    ['commas', '<img srcset="', ',', '">'],
    ['descriptors', '<img srcset="a ', '1x ', '">'],
    ['brackets of descriptors', '<img srcset="a ', '(', '">'],
    ['base64', '<img src="data:image/png;base64,', 'A', '">'],
    ['escapes in a data URL', '<img src="data:image/png,', '%41', '">'],
    ['parameters of a data URL', '<img src="data:', ';a', '">'],
    ['a host', '<img src="https://', 'a', '">'],
    ['a scheme', '<a href="', 'a', ':">'],
    ['a comment', '<!--', '-', ''],
    ['a title', '<title>', ' \n', '</title>'],
  ] as const) {
    itWithinCpuMs(LIMIT_MS, `is read in no time when it is one element’s ${what}`, () => {
      expect(codeOf(open + fill(piece) + close)).to.match(/^(?:accepted|document_too_complex|content_forbidden)/);
    });
  }
});
