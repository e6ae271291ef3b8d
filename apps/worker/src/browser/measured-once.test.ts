import { expect } from 'chai';
import { describe, it } from 'mocha';
import { measuredOnce } from './measured-once.js';

describe('measuredOnce()', () => {
  let measures = 0;
  const measure = async (): Promise<number[]> => {
    measures += 1;
    return [measures];
  };

  it('measures equal documents once', async () => {
    const first = await measuredOnce('<p>one', measure);
    expect(await measuredOnce('<p>one', measure)).to.equal(first);
    expect(await measuredOnce('<p>other', measure)).to.not.deep.equal(first);
  });

  it('measures documents with addresses each time, because their images may change', async () => {
    const html = '<img src="https://img.example/a.png">';
    const first = await measuredOnce(html, measure);
    expect(await measuredOnce(html, measure)).to.not.deep.equal(first);
  });

  it('measures documents with links once, because these load nothing', async () => {
    const html = '<a href="https://example.com/">https://example.com</a>';
    expect(await measuredOnce(html, measure)).to.equal(await measuredOnce(html, measure));
  });

  it('remembers no measure that failed', async () => {
    const failed = await measuredOnce('<p>fails', () => Promise.reject(new Error('x'))).catch(() => 'failed');
    expect(failed).to.equal('failed');
    expect(await measuredOnce('<p>fails', measure)).to.deep.equal([measures]);
  });
});
