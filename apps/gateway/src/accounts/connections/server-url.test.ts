import { NamedHosts } from '@toolpress/outbound';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { serverUrl } from './server-url.js';

describe('The address of a PostgreSQL server', () => {
  const hosts = new NamedHosts(['db.example:5432']);
  const canonical = (role: string): string => serverUrl('postgres', `postgres://${role}@db.example`, hosts);

  it('is stored in a form that is read again', () => {
    for (const role of ['reader', 'a%40b', 'Größe', '東'.repeat(22)]) {
      const url = canonical(role);
      expect(serverUrl('postgres', url, hosts)).to.equal(url);
    }
  });

  it('is refused when its role is too long in that form', () => {
    expect(() => canonical('東'.repeat(23))).to.throw(/`url` must be/);
  });
});
