import { expect } from 'chai';
import { describe, it } from 'mocha';
import { errorText, warningText } from './places.js';

const NAMES = { html: 'a/b.html', css: 'c.css', data: 'd.json', header_html: '-' };

describe('What the service says of a template', () => {
  const said = (message: string) => errorText(message, NAMES, { json: [] });

  it('names files in the place of fields', () => {
    expect(said('`img` at html 2:5 and `p` at css 3:1, `b` at header_html 1:2')).to.equal(
      '`img` at a/b.html:2:5 and `p` at c.css:3:1, `b` at stdin:1:2',
    );
    expect(said('In `css`, `[[#a]]` at line 3, column 5 is open.')).to.equal('c.css:3:5: `[[#a]]` is open.');
    expect(said('`data` has no value')).to.equal('d.json has no value');
  });

  it('drops formatting that belongs to no file', () => {
    for (const message of [
      '`translations` is too large',
      'the `html` element',
      '`page_size` must be A4',
      'The queue is full.',
    ])
      expect(said(message)).to.equal(message);
  });

  it('finds the line of a file in the line of the body', () => {
    const json = [
      { path: 'd.json', firstLine: 2, lines: 3 },
      { path: 't.json', firstLine: 6, lines: 1 },
    ];
    const inBody = (line: number) => errorText(`The request body is wrong (line ${line}, column 7).`, NAMES, { json });
    expect(inBody(2)).to.equal('d.json:1:7: is wrong.');
    expect(inBody(4)).to.equal('d.json:3:7: is wrong.');
    expect(inBody(6)).to.equal('t.json:1:7: is wrong.');
    expect(inBody(7)).to.equal('t.json:1: is wrong.');
    expect(inBody(1)).to.equal('The request body is wrong (line 1, column 7).');
  });

  it('begins a warning with its place, where it has one', () => {
    const warning = { code: 'style_blocked', message: '`url()` at html 12:5 is not loaded.' } as const;
    expect(warningText({ ...warning, line: 12, column: 5 }, NAMES)).to.equal(
      'a/b.html:12:5: warning: `url()` is not loaded.',
    );
    expect(warningText(warning, NAMES)).to.equal('warning: `url()` at a/b.html:12:5 is not loaded.');
    const open = 'In `css`, `[[#a]]` at line 3, column 5 is never closed: write `[[/a]]`.';
    expect(warningText({ message: open, line: 3, column: 5 }, NAMES)).to.equal(
      'c.css:3:5: warning: `[[#a]]` is never closed: write `[[/a]]`.',
    );
  });
});
