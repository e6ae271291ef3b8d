import { randomBytes } from 'node:crypto';
import { SecretBox } from '@toolpress/runtime';
import { expect } from 'chai';
import type { Request } from 'express';
import { describe, it } from 'mocha';
import { OidcSignIn, SignInRefused } from './oidc.js';

describe('A sign-in that the identity provider sends back', () => {
  const masterKeys = { current: randomBytes(32), previous: [] };
  const BEGUN = Date.now();
  // No server is at this address: a sign-in that gets this far is refused with 502.
  const OIDC = { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b', OIDC_ALLOWED: ['c'] };

  /** @param keys the master keys of the gateway that began the sign-in. */
  const statusAfter = async (ms: number, cookie?: string, keys = masterKeys): Promise<number> => {
    const pending = { state: 's', nonce: 'n', verifier: 'v', until: BEGUN + 600_000 };
    const sealed = new SecretBox(keys, 'operator sign-in').seal(Buffer.from(JSON.stringify(pending)), 'sign-in');
    const signIn = new OidcSignIn({ settings: OIDC, masterKeys, publicUrl: 'http://ops', now: () => BEGUN + ms });
    const request = {
      get: () => `toolpress_ops_oidc=${cookie ?? sealed}`,
      originalUrl: '/ops/oidc/callback?code=x&state=s',
    };
    const error = await signIn.finish(request as unknown as Request).catch((fault: unknown) => fault);
    if (!(error instanceof SignInRefused)) throw error;
    return error.status;
  };

  it('is refused after ten minutes', async () => {
    expect(await statusAfter(599_000)).to.equal(502);
    expect(await statusAfter(601_000)).to.equal(400);
  });

  it('is refused when its cookie was made up, altered or encrypted with another key', async () => {
    for (const cookie of ['', 'made-up', 'a.b', `${'0'.repeat(12)}.AAAA`])
      expect(await statusAfter(0, cookie)).to.equal(400);
    expect(await statusAfter(0, undefined, { current: randomBytes(32), previous: [] })).to.equal(400);
  });
});
