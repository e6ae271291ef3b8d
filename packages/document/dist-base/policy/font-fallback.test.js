import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from '../check-document.js';
import { findsSameFonts, mergeFontFallback } from './font-fallback.js';
const fontsOf = (html, css = '') => checkDocument({ html, css }).fonts ?? new Map();
const inLanguage = (lang, text) => `<html lang="${lang}"><p>${text}</p>`;
/** Whether a document finds the same fonts after others as alone. */
const agrees = (after, html, css) => findsSameFonts(after.map((other) => fontsOf(other)).reduce(mergeFontFallback, new Map()), fontsOf(html, css));
describe('Documents that share a process of the browser', () => {
    it('are all those of letters that are in every text font', () => {
        for (const html of ['Grüße, naïve façade – “x” €', inLanguage('ru', 'Привет'), inLanguage('ja', 'plain')]) {
            expect(checkDocument({ html, css: 'p::before { content: "\\201c" }' }), html).not.to.have.property('fonts');
        }
    });
    it('are those that look for other characters, or for the same in one language', () => {
        expect(agrees([inLanguage('ja', '骨か、')], inLanguage('ja', '直海①'))).to.equal(true);
        expect(agrees([inLanguage('ja', '骨か、'), inLanguage('ko', '한국')], '✓ ★')).to.equal(true);
        expect(agrees([inLanguage('de', '✓')], inLanguage('en-GB', '✗'))).to.equal(true);
        expect(agrees(['<p lang="ja">骨</p><p lang="ar">ك</p>'], '<p lang="ar">م</p><p lang="ja">直</p>')).to.equal(true);
    });
    it('are not those that want the same characters in different languages', () => {
        expect(agrees([inLanguage('ko', '骨')], inLanguage('ja', '骨'))).to.equal(false);
        expect(agrees([inLanguage('ja', '✓')], '✓')).to.equal(false);
        expect(agrees(['<p title="骨" lang="zh-TW">x'], '<p>骨')).to.equal(false);
        const both = '<p lang="ja">骨</p><p lang="ko">骨</p>';
        expect(agrees([], both)).to.equal(true);
        expect(agrees([both], both)).to.equal(false);
        expect(agrees([inLanguage('ja', '骨')], inLanguage('ko', 'x'), 'p::before { content: "\\9aa8" }')).to.equal(false);
    });
    it('are not those of which it is not known what they look for', () => {
        for (const css of ['p { -webkit-locale: "ja" }', 'ol { list-style: hir\\61 gana }', 'p { text-emphasis: dot }']) {
            expect(agrees(['✓'], 'x', css), css).to.equal(false);
            expect(agrees([], 'x', css), css).to.equal(true);
        }
        expect(agrees(['✓'], 'x', 'p { font-family: "Noto Sans Thai"; list-style: disc }')).to.equal(true);
    });
});
//# sourceMappingURL=font-fallback.test.js.map