import { ConfigError, loadConfig } from '@toolpress/runtime';
import { expect } from 'chai';
import type { Description } from 'joi';
import { describe, it } from 'mocha';
import { Environment } from './config.js';

const good = {
  REDIS_URL: 'redis://127.0.0.1',
  PUBLIC_URL: 'https://tools.example.com',
  ADMIN_TOKEN: 'a'.repeat(24),
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  STORAGE_FOLDER: '/var/lib/toolpress',
};

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(Environment, { ...good, ...environment });
    return [];
  } catch (error) {
    expect(error).to.be.instanceOf(ConfigError);
    return (error as ConfigError).faults;
  }
}

describe('The gateway’s settings', () => {
  it('are accepted with only the required ones', () => expect(faultsOf({})).to.deep.equal([]));

  it('are refused in plain words', () => {
    for (const [name, value, said] of [
      ['PUBLIC_URL', 'tools.example.com', 'must be a URL that begins with http:// or https://'],
      ['PUBLIC_URL', 'https://tools.example.com/?a=b', 'must have no query and no fragment'],
      ['SIGNED_URL_TTL', '0', 'must be at least 1'],
      ['PORT', '99999', 'must be at most 65535'],
      ['ADMIN_TOKEN', 'short', 'must have at least 24 characters'],
    ] as const)
      expect(faultsOf({ [name]: value })).to.deep.equal([`${name} ${said}`]);
    expect(faultsOf({ RECORD_HOSTS: 'db:0' })[0]).to.match(/^RECORD_HOSTS: "db:0" is not a host/);
  });

  for (const [name, values] of Object.entries({
    REDIS_URL: ['http://127.0.0.1', 'redis'],
    PUBLIC_URL: ['ftp://tools.example.com', 'tools.example.com'],
    ADMIN_TOKEN: ['a'.repeat(23), `${'a'.repeat(24)} b`, `${'a'.repeat(24)}ä`],
    PORT: ['-1', '65536', '80.5', 'http'],
    SIGNED_URL_TTL: ['0'],
    RENDER_DEADLINE_MS: ['999', '300001'],
    TABLEBASE_API_URL: ['https://api.example.com/?a=b', 'https://api.example.com/#a'],
    RECORD_HOSTS: ['*.example.com', 'http://db', '10.0.0.0/8', 'db:0'],
    SHUTDOWN_GRACE_MS: ['60001'],
    QUEUE_LIMIT: ['0'],
    MEMORY_BUDGET_MB: ['63'],
    CORS_ORIGINS: ['app.example.com'],
    OTEL_EXPORTER_OTLP_HEADERS: ['secret', 'Authorization: Bearer secret=', 'a=', 'a=b,', '=b', 'a=5%', 'a=b;c'],
    FILES_ORIGIN: ['https://tools.example.com', 'https://tools.example.com:8443', 'https://files.example.com/x'],
  })) {
    it(`reject invalid values of ${name}, ${values.length} cases`, () => {
      for (const value of values) {
        const faults = faultsOf({ [name]: value });
        expect(faults, value).to.have.lengthOf(1);
        expect(faults[0], value).to.match(new RegExp(`^"?${name}\\b`));
      }
    });
  }

  it('take every secret from a file, and nothing else', () => {
    const secrets = Object.entries<Description>(Environment.describe()['keys'])
      .filter(([, { metas = [] }]) => metas.some(({ secret }: { secret?: boolean }) => secret))
      .map(([name]) => name);
    expect(secrets).to.have.members([
      ...['REDIS_URL', 'ADMIN_TOKEN', 'MASTER_KEY', 'MASTER_KEYS_PREVIOUS', 'METRICS_TOKEN'],
      ...['S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_SESSION_TOKEN', 'OTEL_EXPORTER_OTLP_HEADERS', 'OIDC_CLIENT_SECRET'],
    ]);
    for (const name of secrets) {
      const [fault = ''] = faultsOf({ [name]: '', [`${name}_FILE`]: '/nowhere/secret' });
      expect(fault).to.match(new RegExp(`^${name}_FILE names a file that cannot be read`));
    }
  });

  it('need client, secret and allowed people with an identity provider, whose address is https', () => {
    const OIDC_ISSUER = 'https://id.example.com/realms/ops';
    const faults = faultsOf({ OIDC_ISSUER });
    for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ALLOWED'])
      expect(faults.filter((fault) => fault.includes(name))).to.have.lengthOf(1);
    const client = { OIDC_CLIENT_ID: 'toolpress', OIDC_CLIENT_SECRET: 'secret', OIDC_ALLOWED: 'ann@example.com, ops' };
    expect(faultsOf({ OIDC_ISSUER, ...client })).to.deep.equal([]);
    expect(faultsOf({ ...client, OIDC_ISSUER: 'http://127.0.0.1:9000' })).to.deep.equal([]);
    for (const wrong of ['http://id.example.com', 'https://id.example.com/?a=b', 'id.example.com'])
      expect(faultsOf({ ...client, OIDC_ISSUER: wrong })[0], wrong).to.match(/^"?OIDC_ISSUER/);
    expect(faultsOf({ ...client, OIDC_ISSUER, OIDC_ALLOWED: 'ops,,' })[0]).to.match(/^"?OIDC_ALLOWED/);
  });

  it('take headers for the collector of traces, of which none is lost', () => {
    for (const headers of ['x-key=abc', 'Authorization=Basic%20YTpi==, x-scope = a b'])
      expect(faultsOf({ OTEL_EXPORTER_OTLP_HEADERS: headers }), headers).to.deep.equal([]);
  });

  it('do not repeat a rejected secret', () => {
    const secret = 'hunter2';
    const faults = faultsOf({
      ...{ ADMIN_TOKEN: secret, MASTER_KEY: secret, MASTER_KEYS_PREVIOUS: secret },
      OTEL_EXPORTER_OTLP_HEADERS: secret,
    });
    expect(faults).to.have.lengthOf(4);
    expect(faults.join()).not.to.include(secret);
  });
});
