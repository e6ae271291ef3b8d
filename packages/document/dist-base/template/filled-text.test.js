import { ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { FilledText, requireValues, templateFor } from '../index.js';
const filled = (template, data = {}) => new FilledText(templateFor(template), data);
describe('Asking for a value for every tag', () => {
    it('is content when each has one, an empty, false or zero one too', () => {
        const text = filled('[[a]][[b]][[c]][[d.0]][[#none]][[x]][[/none]]', { a: '', b: false, c: 0, d: [1] });
        expect(() => requireValues({ html: text })).not.to.throw();
    });
    it('lists the tags without one, each once, with field, line and column', () => {
        const html = filled('[[a]] [[b]]\n[[#rows]][[b]]\n [[c.d]][[/rows]]', { a: 1, b: null, rows: [{}, {}] });
        const css = filled('p { color: [[tint]] }');
        expect(() => requireValues({ html, css }))
            .to.throw(ServiceError, '`data` has no value for `[[b]]` at html 1:7, `[[b]]` at html 2:10, `[[c.d]]` at html 3:2, `[[tint]]` at css 1:12.')
            .with.property('code', 'tag_without_value');
    });
    it('lists a hundred, and says how many more there are', () => {
        const html = filled(Array.from({ length: 90 }, (_, index) => `[[a${index}]]`).join('\n'));
        const css = filled(Array.from({ length: 40 }, (_, index) => `[[b${index}]]`).join('\n'));
        expect(() => requireValues({ html, css })).to.throw(/`\[\[a0\]\]` at html 1:1, .*`\[\[b9\]\]` at css 10:1 and 30 more\.$/s);
    });
    it('repeats no more of a long name than helps', () => {
        expect(() => requireValues({ html: filled(`[[${'x'.repeat(500)}]]`) })).to.throw(/`\[\[x{60}…\]\]` at html 1:1\.$/);
    });
});
//# sourceMappingURL=filled-text.test.js.map