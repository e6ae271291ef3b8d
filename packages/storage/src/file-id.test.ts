import { expect } from 'chai';
import { describe, it } from 'mocha';
import { expiryDay, fileExpiry, fileKey, fileKind, newFileId } from './file-id.js';

describe('a file id', () => {
  const expiresAt = new Date('2026-03-04T23:59:59.999Z');

  it('holds its expiry and nothing that needs escaping in a URL', () => {
    const id = newFileId(expiresAt);
    expect(id).to.match(/^[0-9a-z]{41}$/);
    expect(fileExpiry(id)).to.deep.equal(expiresAt);
  });

  it('names the one place where its file lies, under the UTC day of expiry', () => {
    const id = newFileId(expiresAt);
    expect(fileKey(id)).to.equal(`pdf/2026-03-04/${id}.pdf`);
    expect(expiryDay(new Date('2026-03-05T00:00:00Z'))).to.equal('2026-03-05');
  });

  it('has 128 random bits, none of them constant', () => {
    const random = Array.from({ length: 20_000 }, () => newFileId(expiresAt).slice(9));
    expect(new Set(random).size).to.equal(20_000);
    expect(random.every((part) => /^[0-9a-f]{32}$/.test(part))).to.equal(true);
    for (let bit = 0; bit < 128; bit += 1) {
      const set = random.filter((part) => (Number.parseInt(part[bit >> 2] ?? '', 16) >> (bit & 3)) & 1).length;
      expect(set, `bit ${bit}`).to.be.within(9_400, 10_600);
    }
  });

  it('says what its file is, which leaves 124 random bits to other kinds than PDFs', () => {
    const id = newFileId(expiresAt, 'zip');
    expect(fileKey(id)).to.equal(`pdf/2026-03-04/${id}.zip`);
    expect(id.slice(9)).to.match(/^z[0-9a-f]{31}$/);
    expect([fileKind(newFileId(expiresAt)), fileKind(newFileId(expiresAt, 'xml')), fileKind(id)]).to.deep.equal([
      'pdf',
      'xml',
      'zip',
    ]);
    expect(fileExpiry(newFileId(expiresAt, 'xml'))).to.deep.equal(expiresAt);
  });

  it('lasts from 1970 to the year 5188', () => {
    for (const moment of [new Date(0), new Date('5188-04-22T11:04:28.095Z')]) {
      expect(fileExpiry(newFileId(moment))).to.deep.equal(moment);
    }
    expect(() => newFileId(new Date(-1))).to.throw(RangeError);
    expect(() => newFileId(new Date('5189-01-01'))).to.throw(RangeError);
    expect(() => newFileId(new Date(Number.NaN))).to.throw(RangeError);
  });

  it('is recognised only in its own spelling', () => {
    const id = newFileId(expiresAt);
    for (const text of [id.toUpperCase(), ` ${id}`, `${id}\n`, id.slice(1), `${id}0`, `${id.slice(0, -1)}g`, '']) {
      expect(fileExpiry(text), JSON.stringify(text)).to.equal(undefined);
    }
  });

  it('is resolved to a key only when it is valid', () => {
    expect(() => fileKey('../../etc/passwd')).to.throw(TypeError);
  });
});
