import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, makeCertificate, startRedis, type TestRedis } from '@toolpress/testkit';

export interface TlsRedis {
  /** Its URL begins with `rediss:`. Commands of the test use a port without TLS. */
  redis: TestRedis;
  /** The settings with the certificates of a client. */
  settings: Record<string, string>;
}

/** Starts a Redis that takes only clients with a certificate of its authority. */
export async function startTlsRedis(): Promise<TlsRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'toolpress-redis-tls-'));
  const authority = makeCertificate({ subject: 'authority of Redis' });
  const server = makeCertificate({ subject: 'redis', names: ['127.0.0.1'], issuer: authority });
  const client = makeCertificate({ subject: 'toolpress', names: ['toolpress'], issuer: authority });
  const write = async (name: string, content: string): Promise<string> => {
    await writeFile(join(folder, name), content, { mode: 0o600 });
    return join(folder, name);
  };
  const ca = await write('ca.pem', authority.cert);
  const port = await freePort();
  const redis = await startRedis({
    settings: [
      '--tls-port',
      String(port),
      '--tls-ca-cert-file',
      ca,
      '--tls-auth-clients',
      'yes',
      '--tls-cert-file',
      await write('server.pem', server.cert),
      '--tls-key-file',
      await write('server.key', server.key),
    ],
  });
  const { stop } = redis;
  const overTls = Object.defineProperties(Object.create(redis) as TestRedis, {
    url: { value: `rediss://127.0.0.1:${port}` },
    stop: { value: () => stop().then(() => rm(folder, { recursive: true })) },
  });
  const settings = {
    REDIS_CA: ca,
    REDIS_CERT: await write('client.pem', client.cert),
    REDIS_KEY: await write('client.key', client.key),
  };
  return { redis: overTls, settings };
}
