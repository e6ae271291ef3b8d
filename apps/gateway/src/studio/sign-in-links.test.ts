import { expect } from 'chai';
import type { Request } from 'express';
import { describe, it } from 'mocha';
import { isFromThisMachine } from './sign-in-links.js';

const OWN = { host: '127.0.0.1:8080' };

const isHere = (remoteAddress: string | undefined, headers: Record<string, string> = OWN): boolean =>
  isFromThisMachine({ socket: { remoteAddress } as Request['socket'], headers }, 'http://127.0.0.1:8080');

describe('A sign-in by link', () => {
  it('is of this machine if the connection comes from loopback, in every form of its addresses', () => {
    for (const address of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])
      expect(isHere(address), address).to.equal(true);
    for (const address of [
      '192.168.1.20',
      '10.0.0.1',
      '172.17.0.1',
      '::ffff:10.0.0.1',
      'fe80::1',
      '2001:db8::1',
      '',
      undefined,
    ])
      expect(isHere(address), String(address)).to.equal(false);
  });

  it('is not of this machine if a header says so, or a proxy on this machine asks for somebody', () => {
    for (const name of ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'])
      for (const address of ['127.0.0.1', '192.168.1.20'])
        expect(isHere(address, { ...OWN, [name]: '127.0.0.1' }), name).to.equal(false);
  });

  it('was sent to the address of the service, and to no other name that leads to this machine', () => {
    for (const host of ['evil.example:8080', 'localhost:8080', '127.0.0.1', '127.0.0.1:9090', ''])
      expect(isHere('127.0.0.1', { host }), host).to.equal(false);
    expect(isHere('127.0.0.1', {})).to.equal(false);
  });
});
