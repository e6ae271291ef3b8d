import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, checkRedisAtStart, nonQueueingRedis, redisAddress, redisUrl } from '@toolpress/runtime';
import {
  eventually,
  freePort,
  makeCertificate,
  quietLogger,
  startProcess,
  startRedis,
  type TestRedis,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, describe, it } from 'mocha';

/** Returns what the start says of a Redis: its warnings, or the fault. */
async function startWith(url: string): Promise<string[]> {
  const warnings: string[] = [];
  const logger = Object.assign(quietLogger(), { warn: (_about: object, message: string) => warnings.push(message) });
  const redis = nonQueueingRedis(url, 'test', quietLogger());
  try {
    expect(await checkRedisAtStart(redis, logger)).to.equal(true);
    return warnings;
  } catch (error) {
    expect(error).to.be.instanceOf(ConfigError);
    return [...(error as ConfigError).faults];
  } finally {
    redis.disconnect();
  }
}

describe('A start with a Redis that has other settings', () => {
  let redis: TestRedis;
  afterEach(() => redis.stop());

  const startOf = async (...settings: string[]): Promise<string> => {
    redis = await startRedis({ settings });
    const [said = '', ...more] = await startWith(redis.url);
    expect(more).to.deep.equal([]);
    return said.replace(new URL(redis.url).host, 'HOST');
  };

  it('reports nothing of the required settings', async () => {
    expect(await startOf()).to.equal('');
  });

  it('rejects a cluster, and says what to use', async () => {
    expect(await startOf('--cluster-enabled', 'yes', '--cluster-port', String(await freePort()))).to.equal(
      'REDIS_URL: Redis at HOST is a cluster, which Toolpress cannot use: use one Redis, or one with replicas and sentinels.',
    );
  });

  it('rejects eviction, which drops jobs, and accepts the policy without a limit', async () => {
    const evicting = ['--maxmemory-policy', 'allkeys-lru'];
    expect(await startOf(...evicting, '--maxmemory', '64mb')).to.equal(
      'REDIS_URL: Redis at HOST would drop jobs and accounts when its memory is full (maxmemory-policy allkeys-lru): set maxmemory-policy to noeviction.',
    );
    await redis.stop();
    expect(await startOf(...evicting)).to.equal('');
  });

  it('warns without persistence, and with snapshots only', async () => {
    expect(await startOf('--appendonly', 'no')).to.equal(
      'Redis does not persist: a restart loses accounts, tokens and jobs. Set appendonly to yes.',
    );
    await redis.command('BGSAVE');
    await eventually(async () =>
      expect(await startWith(redis.url)).to.deep.equal([
        'Redis persists by snapshots only: a crash loses what was written since the last one. Set appendonly to yes.',
      ]),
    );
  });
});

describe('The address of Redis', () => {
  const authority = makeCertificate({ subject: 'test authority' });
  let folder: string;
  const paths = { REDIS_CA: '', REDIS_CERT: '', REDIS_KEY: '' };
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolpress-redis-address-'));
    const { cert, key } = makeCertificate({ subject: 'toolpress', names: ['client'], issuer: authority });
    for (const [name, content] of Object.entries({ REDIS_CA: authority.cert, REDIS_CERT: cert, REDIS_KEY: key })) {
      paths[name as keyof typeof paths] = join(folder, name);
      await writeFile(join(folder, name), content);
    }
  });
  after(() => rm(folder, { recursive: true }));

  const faultsOf = (config: Parameters<typeof redisAddress>[0]): readonly string[] => {
    try {
      redisAddress(config);
      return [];
    } catch (error) {
      return (error as ConfigError).faults;
    }
  };

  it('holds the certificates that the files have', () => {
    expect(redisAddress({ REDIS_URL: 'rediss://host', ...paths })).to.have.nested.property('tls.ca', authority.cert);
    expect(redisAddress({ REDIS_URL: 'redis://host' })).to.equal('redis://host');
  });

  it('rejects certificates without TLS, half a pair, a missing file, and a key of another certificate', async () => {
    expect(faultsOf({ REDIS_URL: 'redis://host', REDIS_CA: paths.REDIS_CA })).to.deep.equal([
      'REDIS_CA needs a REDIS_URL that begins with rediss:// or rediss+sentinel://',
    ]);
    const url = { REDIS_URL: 'rediss://host' };
    expect(faultsOf({ ...url, REDIS_CERT: paths.REDIS_CERT })).to.deep.equal([
      'REDIS_CERT and REDIS_KEY belong together; set both',
    ]);
    expect(faultsOf({ ...url, REDIS_CA: '/nowhere/ca.pem' })).to.deep.equal([
      "REDIS_CA names a file that cannot be read: ENOENT: no such file or directory, open '/nowhere/ca.pem'",
    ]);
    expect(faultsOf({ ...url, ...paths, REDIS_KEY: paths.REDIS_CERT, REDIS_CA: paths.REDIS_KEY })).to.deep.equal([
      'REDIS_CA names a file that is not a certificate in PEM',
      'REDIS_KEY names a file that is not an unencrypted key in PEM',
    ]);
    const other = join(folder, 'other.key');
    await writeFile(other, authority.key);
    expect(faultsOf({ ...url, ...paths, REDIS_KEY: other })).to.deep.equal([
      'REDIS_KEY is not the key of the certificate in REDIS_CERT',
    ]);
  });
});

describe('The URL of sentinels', () => {
  const parse = (url: string) => redisUrl().validate(url).error?.message;

  it('names hosts, a primary, credentials and a database', () => {
    for (const url of [
      'redis+sentinel://one/first',
      'redis+sentinel://one:26379,two:26380,[::1]:26381/first/3',
      'rediss+sentinel://user:p%40ss@one,two/first?sentinel_username=a&sentinel_password=b',
    ])
      expect(parse(url), url).to.equal(undefined);
  });

  it('keeps a `+` of a password, encoded or not', () => {
    for (const password of ['a+b%2Bc', 'a%2Bb+c']) {
      const url = `redis+sentinel://127.0.0.1/first?sentinel_password=${password}`;
      const connection = nonQueueingRedis(url, 'test', quietLogger());
      connection.disconnect();
      expect(connection.options.sentinelPassword).to.equal('a+b+c');
    }
  });

  it('is rejected without a primary, with a bad port or another parameter, and is not repeated', () => {
    for (const url of [
      'redis+sentinel://hunter2:26379',
      'redis+sentinel://hunter2:0/first',
      'redis+sentinel://hunter2:70000/first',
      'redis+sentinel://one,,hunter2/first',
      'redis+sentinel://hunter2/first?other=1',
    ])
      expect(parse(url), url)
        .to.match(/must name sentinels and their primary/)
        .and.not.include('hunter2');
  });
});

describe('A start with sentinels', () => {
  let redis: TestRedis;
  let sentinel: { port: number; end: () => Promise<unknown> };
  let folder: string;
  before(async () => {
    redis = await startRedis();
    folder = await mkdtemp(join(tmpdir(), 'toolpress-sentinel-'));
    const port = await freePort();
    const { hostname, port: redisPort } = new URL(redis.url);
    const file = join(folder, 'sentinel.conf');
    await writeFile(
      file,
      `port ${port}\nbind 127.0.0.1\ndir ${folder}\nsentinel monitor first ${hostname} ${redisPort} 1\n`,
    );
    const started = startProcess('redis-server', [file, '--sentinel']);
    await started.waitFor(/\+monitor master first/);
    sentinel = { port, end: () => started.end() };
  });
  after(async () => {
    await sentinel.end();
    await redis.stop();
    await rm(folder, { recursive: true });
  });
  const url = (name: string): string => `redis+sentinel://127.0.0.1:${sentinel.port}/${name}`;

  it('finds the primary', async () => {
    const connection = nonQueueingRedis(url('first'), 'test', quietLogger());
    await once(connection, 'ready');
    expect(await connection.set('toolpress:here', '1')).to.equal('OK');
    connection.disconnect();
    expect(await redis.command('GET', 'toolpress:here')).to.equal('1');
    expect(await startWith(url('first'))).to.deep.equal([]);
  });

  it('rejects a sentinel as a Redis, and a name that no sentinel knows', async () => {
    const host = `127.0.0.1:${sentinel.port}`;
    expect(await startWith(`redis://${host}`)).to.deep.equal([
      `REDIS_URL: Redis at ${host} is a sentinel: begin REDIS_URL with redis+sentinel:// and end it with the name of the primary.`,
    ]);
    expect(await startWith(url('second'))).to.deep.equal([
      `REDIS_URL: No sentinel of ${host}/second knows this primary; correct its name.`,
    ]);
  });

  it('waits while a sentinel that may know the primary is unavailable', async () => {
    const unavailable = `127.0.0.1:${await freePort()}`;
    const connection = nonQueueingRedis(
      url('second').replace('/second', `,${unavailable}/second`),
      'test',
      quietLogger(),
    );
    expect(await checkRedisAtStart(connection, quietLogger())).to.equal(false);
    connection.disconnect();
  });

  it('writes nothing to stderr while a sentinel is unavailable', async () => {
    let connections = 0;
    const failing = createServer((socket) => {
      connections += 1;
      socket.resetAndDestroy();
    }).listen(0, '127.0.0.1');
    await once(failing, 'listening');
    const { port } = failing.address() as AddressInfo;
    const written: unknown[] = [];
    const { error } = console;
    console.error = (...values) => void written.push(values);
    const connection = nonQueueingRedis(
      url('first').replace('/first', `,127.0.0.1:${port}/first`),
      'test',
      quietLogger(),
    );
    try {
      await eventually(async () => expect(connections).to.be.at.least(1));
      connection.disconnect(true);
      await eventually(async () => expect(connections).to.be.at.least(2));
      expect(written).to.deep.equal([]);
    } finally {
      console.error = error;
      connection.disconnect();
      failing.close();
    }
  });
});
