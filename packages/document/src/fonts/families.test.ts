import { expect } from 'chai';
import { describe, it } from 'mocha';
import { isBuiltInFamily, isStandIn } from './families.js';

describe('Built-in font families', () => {
  it('are known as CSS names them: in any case, in quotes or not', () => {
    for (const name of ['Open Sans', 'open sans', '"Open Sans"', "'OPEN SANS'", ' Open \n Sans ', 'Source Sans 3']) {
      expect(isBuiltInFamily(name), name).to.equal(true);
    }
    for (const name of [
      '',
      '""',
      'OpenSans',
      '"Open  Sans"',
      '"Open Sans',
      'Open Sans, Lato',
      'Gotham',
      'sans-serif',
    ]) {
      expect(isBuiltInFamily(name), name).to.equal(false);
    }
  });

  it('are known by other names of the same design, and in all scripts', () => {
    for (const name of [
      'Source Sans Pro',
      'Inter var',
      'Muli',
      'Noto Sans JP',
      'Noto Sans Thai',
      'Noto Naskh Arabic',
    ]) {
      expect(isBuiltInFamily(name), name).to.equal(true);
    }
  });

  it('are not those that others replace', () => {
    for (const name of ['Arial', '"Times New Roman"', 'helvetica neue', 'Calibri', 'Georgia']) {
      expect([isBuiltInFamily(name), isStandIn(name)], name).to.deep.equal([false, true]);
    }
    expect(isStandIn('Gotham')).to.equal(false);
  });
});
