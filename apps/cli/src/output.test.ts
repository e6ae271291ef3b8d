import { expect } from 'chai';
import { describe, it } from 'mocha';
import { table } from './output.js';

describe('A table', () => {
  it('has words on the left and figures on the right of their columns', () => {
    const lines = table(
      ['Name', { number: 'Actions' }, 'Since'],
      [
        ['Sales', '12', 'May'],
        ['Accounting', '1,200', 'June'],
      ],
    );
    expect(lines).to.deep.equal([
      '  Name         Actions   Since',
      '  ----------   -------   -----',
      '  Sales             12   May',
      '  Accounting     1,200   June',
    ]);
  });

  it('is aligned in any script: by the width in a terminal', () => {
    const [, , ...rows] = table(
      ['Name', 'x'],
      [
        ['株式会社', 'x'],
        ['Ünïted', 'x'],
        ['tea 🍵', 'x'],
        ['none', 'x'],
      ],
    );
    expect(rows).to.deep.equal(['  株式会社   x', '  Ünïted     x', '  tea 🍵     x', '  none       x']);
  });

  it('keeps a cell from steering the terminal', () => {
    const [, , row] = table(['Name'], [['red \u001b[31m\r\nnext\u202e']]);
    expect(row).to.equal('  red �[31m��next�');
  });
});
