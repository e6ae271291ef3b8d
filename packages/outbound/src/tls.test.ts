import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type HttpTarget,
  makeCertificate,
  serviceErrorOf,
  startHttpTarget,
  startProcess,
  TARGET_ADDRESS,
  type TestCertificate,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { get, testOutbound } from './testing/outbound.js';

const DAY_MS = 86_400_000;
const daysFromNow = (days: number): Date => new Date(Date.now() + days * DAY_MS);

describe('A target with TLS', () => {
  const authority = makeCertificate({ subject: 'Test authority' });
  const issued = (options: Partial<Parameters<typeof makeCertificate>[0]>): TestCertificate =>
    makeCertificate({ subject: 'target', names: ['target.example', TARGET_ADDRESS], issuer: authority, ...options });
  const certificates = {
    valid: issued({}),
    expired: issued({ validFrom: daysFromNow(-9), validTo: daysFromNow(-1) }),
    early: issued({ validFrom: daysFromNow(1), validTo: daysFromNow(9) }),
    selfSigned: makeCertificate({ subject: 'self', names: ['target.example'] }),
  };
  const targets = new Map<keyof typeof certificates, HttpTarget>();
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolpress-tls-'));
    await writeFile(join(folder, 'authority.pem'), authority.cert);
    for (const name of Object.keys(certificates) as Array<keyof typeof certificates>) {
      const options = { tls: certificates[name] };
      targets.set(name, await startHttpTarget((_request, response) => response.end('over TLS'), options));
    }
  });
  after(async () => {
    for (const target of targets.values()) await target.close();
    await rm(folder, { recursive: true });
  });

  const urlOf = (name: keyof typeof certificates, host = 'target.example'): string =>
    `https://${host}:${targets.get(name)?.port}/`;

  it('is trusted by the operator’s authorities and no others, with any environment', async () => {
    const urls = [
      urlOf('valid'),
      urlOf('valid', TARGET_ADDRESS),
      urlOf('valid', 'other.example'),
      urlOf('expired'),
      urlOf('early'),
      urlOf('selfSigned'),
    ];
    const caller = startProcess(
      process.execPath,
      [fileURLToPath(new URL('./testing/tls-caller.js', import.meta.url)), ...urls],
      {
        env: {
          NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
          NODE_TLS_REJECT_UNAUTHORIZED: '0',
          NODE_NO_WARNINGS: '1',
        },
      },
    );
    expect(await caller.ended).to.equal(0);
    const fault = (name: keyof typeof certificates, host: string, why: string): string =>
      `The target ${host}:${targets.get(name)?.port} has a TLS certificate that is not valid: ${why}.`;
    expect(caller.output().trim().split('\n')).to.deep.equal([
      'over TLS',
      'over TLS',
      fault('valid', 'other.example', 'it is for another name'),
      fault('expired', 'target.example', 'it has expired'),
      fault('early', 'target.example', 'it is not valid yet'),
      fault('selfSigned', 'target.example', 'it is self-signed'),
    ]);
  });

  it('is not reached with a certificate of an unknown authority', async () => {
    const outbound = testOutbound({ resolve: async () => [{ address: TARGET_ADDRESS, family: 4 }] });
    const target = targets.get('valid');
    const error = await serviceErrorOf(() => get(outbound, urlOf('valid')));
    expect(error.code).to.equal('target_unreachable');
    expect(error.message).to.include('its issuer is missing or not trusted');
    expect(target?.requests.filter(({ path }) => path === '/secret')).to.deep.equal([]);
    await target?.idle();
  });

  it('must really speak it', async () => {
    const plain = await startHttpTarget((_request, response) => response.end());
    try {
      const error = await serviceErrorOf(() => get(testOutbound(), plain.url.replace('http:', 'https:')));
      expect(error.code).to.equal('target_unreachable');
      expect(error.message).to.equal(`The target ${TARGET_ADDRESS}:${plain.port} failed the TLS handshake.`);
    } finally {
      await plain.close();
    }
  });
});
