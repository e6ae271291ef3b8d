import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { Request } from 'express';
import { describe, it } from 'mocha';
import { StudioSessions } from './session.js';

describe('A session of the studio', () => {
  const sessions = new StudioSessions({ current: randomBytes(32), previous: [] }, 'https://x');
  const sealed = sessions.begin('secret', 'acc_1', 0);
  const tokenOf = (headers: Record<string, string>, now = 1): string | undefined =>
    sessions.tokenOf({ get: (name: string) => headers[name.toLowerCase()] } as Request, now);
  const cookie = `toolpress_studio=${sealed}`;

  it('has the token for twelve hours, encrypted', () => {
    expect(sealed).not.to.include('secret');
    expect(tokenOf({ cookie })).to.equal('secret');
    expect(tokenOf({ cookie }, 12 * 3_600_000)).to.equal(undefined);
    expect(tokenOf({ cookie: `toolpress_studio=x${sealed}` })).to.equal(undefined);
  });

  it('refuses a page of another account, which would save its templates in this one', () => {
    expect(tokenOf({ cookie, 'toolpress-account': 'acc_1' })).to.equal('secret');
    expect(tokenOf({ cookie, 'toolpress-account': 'acc_2' })).to.equal(undefined);
  });
});
