import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from '../check-document.js';
import { warningsByKind } from './by-kind.js';

const warnings = (html: string) => {
  const { reports } = checkDocument({ html });
  return warningsByKind(reports.read(reports.addresses).map(({ kind: _, ...warning }) => warning));
};

describe('Warnings of one kind', () => {
  it('are one, with a count and the first places', () => {
    const html = Array.from({ length: 127 }, (_, at) => `\n<p style="background: url(${at}.png)">`).join('');
    expect(warnings(html)).to.deep.equal([
      {
        code: 'style_blocked',
        message:
          '`url()` in `p` `style` (127 times, first at html 2:4, 3:4, 4:4) is not loaded: CSS may not load anything; for an image, use an `img` element, or send `embedded_resources: true`, with which style sheets load paths in `files` and data URLs.',
        line: 2,
        column: 4,
      },
    ]);
  });

  it('are as they were where there is one place', () => {
    const [one] = warnings('<p style="background: url(x.png)">');
    expect(one?.message).to.match(/^`url\(\)` in `p` `style` at html 1:4 is not loaded: /);
  });

  it('are distinguished by their subject', () => {
    const html = '<p style="background: url(x.png)"><b style="background: url(y.png)">';
    expect(warnings(html).map(({ message }) => message.split(' is ')[0])).to.deep.equal([
      '`url()` in `p` `style` at html 1:4',
      '`url()` in `b` `style` at html 1:38',
    ]);
  });

  it('name each place once, count what a loop repeats, and leave out no field', () => {
    const said = (place: string, count = 1) => ({ name: '`a`', place, fault: 'is b', count });
    const of = (...all: ReturnType<typeof said>[]) =>
      warningsByKind(all.map((one) => ({ code: 'css_ignored', message: 'one', said: one })))[0]?.message;
    expect(of(said('at html 1:2', 40), said('at html 1:2'), said('at css 3:4'), said('at css 5:6'))).to.equal(
      '`a` (43 times, first at html 1:2, at css 3:4, 5:6) is b.',
    );
  });
});
