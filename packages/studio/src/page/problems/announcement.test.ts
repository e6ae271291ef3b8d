import { expect } from 'chai';
import { describe, it } from 'mocha';
import { spoken } from './announcement.js';

const fault = { kind: 'fault', message: 'unknown filter `mony`', part: 'html', line: 35, column: 10 } as const;
const warning = { kind: 'warning', message: 'a value is missing' } as const;

describe('The announcement of problems', () => {
  it('names the first fault and its line', () => {
    expect(spoken([warning, fault], '')).to.equal('Fault. HTML, line 35: unknown filter mony');
    expect(spoken([fault, fault], '')).to.match(/^2 faults\. HTML, line 35/);
    expect(spoken([{ kind: 'fault', message: 'no connection' }], '')).to.equal('Fault. no connection');
  });

  it('counts warnings, and reports that problems are gone, but not that there were none', () => {
    expect(spoken([warning], '')).to.equal('1 warning');
    expect(spoken([], '1 warning')).to.equal('No problems');
    expect(spoken([], '')).to.equal('');
  });
});
