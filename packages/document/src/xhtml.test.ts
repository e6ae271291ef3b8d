import { languageOf } from '@toolpress/template';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from './check-document.js';

const body = (html: string): string | undefined => /<body>(.*)<\/body>/s.exec(checkDocument({ html }).html)?.[1];

const ROOT = '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en">';
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">';

describe('XHTML', () => {
  for (const [what, start] of [
    ['with a prolog', `<?xml version="1.0" encoding="UTF-8"?>\n${DOCTYPE}\n<html>`],
    ['by its namespace', `<!DOCTYPE html>\n<!-- made by a tool -->\n${ROOT}`],
  ] as const)
    it(`may have elements that end with their start tag, ${what}`, () => {
      const html = `${start}<head><title/><script src="x.js"/><style/></head><body><div class="line"/><p>a<span/>b&nbsp;<br/></p><textarea/><p>c</p></body></html>`;
      expect(body(html)).to.equal(
        '<div class="line"></div><p>a<span></span>b&nbsp;<br></p><textarea></textarea><p>c</p>',
      );
    });

  it('has the languages that `xml:lang` names, but where `lang` names others', () => {
    const html = `${ROOT}<body><p xml:lang="de">a</p><p xml:lang="de" lang="fr">b</p></body></html>`;
    const { html: checked } = checkDocument({ html });
    expect(checked)
      .to.match(/<html [^>]*\blang="en"/)
      .and.match(/<p [^>]*\blang="de">a/)
      .and.match(/<p [^>]*\blang="fr">b/);
    expect(languageOf(html)).to.equal('en');
    expect(languageOf('<html xml:lang="de">')).to.equal('');
  });

  it('is HTML where it is not well-formed, as browsers read what is sent as HTML', () => {
    expect(body(`${ROOT}<body><div/><p>a</body></html>`)).to.equal('<div><p>a</p></div>');
    expect(body('<div/><p>a</p>')).to.equal('<div><p>a</p></div>');
  });

  it('keeps a style sheet in a comment, as HTML does', () => {
    const html = `${ROOT}<head><style><!-- p { color: red } --></style></head><body><i/>x</body></html>`;
    expect(checkDocument({ html }).html).to.include('<style><!-- p { color: red } --></style>').and.include('<i></i>x');
  });

  it('has the text of CDATA sections', () => {
    const text = 'a < b && c > d ]]';
    const html = `${ROOT}<body><pre><![CDATA[${text}]]></pre><p>1<![CDATA[2]]>3</p><table><tr><td><![CDATA[<b>x</b>]]></td></tr></table></body></html>`;
    expect(body(html)).to.equal(
      '<pre>a &lt; b &amp;&amp; c &gt; d ]]</pre><p>123</p><table><tbody><tr><td>&lt;b&gt;x&lt;/b&gt;</td></tr></tbody></table>',
    );
  });

  it('has style sheets in CDATA sections, and with character references outside of them', () => {
    const sheetOf = (css: string): string =>
      /<style>(.*)<\/style>/s
        .exec(checkDocument({ html: `${ROOT}<head><style>${css}</style></head><body>x</body></html>` }).html)?.[1]
        ?.trim() ?? '';
    expect(sheetOf('<![CDATA[ p > b { color: red } q::after { content: "&gt;" } ]]>')).to.equal(
      'p > b { color: red } q::after { content: "&gt;" }',
    );
    expect(sheetOf('p &gt; b { color: red }')).to.equal('p > b { color: red }');
    expect(
      sheetOf('/*<![CDATA[*/ p > b { color: red } /*]]>*/')
        .replace(/\/\* *\*\//g, '')
        .trim(),
    ).to.equal('p > b { color: red }');
  });

  it('has its faults named by their places', () => {
    const html = `${ROOT}<body><div/>\n <iframe src="https://a.example/"/><p>x</p></body></html>`;
    const { reports } = checkDocument({ html });
    const [report] = reports.read(reports.addresses);
    expect(report).to.deep.include({ line: 2, column: 2, kind: 'content' });
  });
});
