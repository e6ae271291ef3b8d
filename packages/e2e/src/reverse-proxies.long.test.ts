import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { isExecutable } from '@toolpress/runtime';
import {
  eventually,
  freePort,
  makeCertificate,
  type StartedProcess,
  startProcess,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { MIB, NDJSON } from './uploads.js';

const CONFIGURATIONS = new URL('../../../deploy/proxy/', import.meta.url);
const HOST = 'toolpress.example.com';
const FILES = 'files.example.com';

interface Place {
  folder: string;
  port: number;
  certificate: string;
  key: string;
}
interface Proxy {
  name: string;
  file: string;
  /** Writes what surrounds the project's file. @returns the arguments of the program. */
  prepare: (text: string, place: Place) => Promise<string[]>;
}

const PROXIES: Proxy[] = [
  {
    name: 'nginx',
    file: 'nginx.conf',
    async prepare(text, { folder, port, certificate, key }) {
      const site = text
        .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
        .replace('/etc/ssl/toolpress.pem', certificate)
        .replace('/etc/ssl/toolpress.key', key);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
        .join(' ');
      const main = `daemon off; pid ${folder}/pid; events {} http { access_log off; ${temporary}\n${site}}`;
      await writeFile(join(folder, 'main.conf'), main);
      return ['-c', join(folder, 'main.conf'), '-p', folder, '-e', 'stderr'];
    },
  },
  {
    name: 'caddy',
    file: 'Caddyfile',
    async prepare(text, { folder, port, certificate, key }) {
      const site = text.replace(
        `${HOST} {`,
        `https://${HOST}:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`,
      );
      await writeFile(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
      return ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
    },
  },
  {
    name: 'traefik',
    file: 'traefik.yml',
    async prepare(text, { folder, port, certificate, key }) {
      const tls = `tls:\n  certificates: [{ certFile: ${certificate}, keyFile: ${key} }]\n`;
      await writeFile(join(folder, 'dynamic.yml'), text + tls);
      return [`--entrypoints.websecure.address=127.0.0.1:${port}`, `--providers.file.filename=${folder}/dynamic.yml`];
    },
  },
];

/** Returns a program in `TOOLPRESS_NGINX` and the like, on `PATH`, or where Debian has daemons. */
function find(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return process.env[`TOOLPRESS_${name.toUpperCase()}`] ?? folders.map((one) => join(one, name)).find(isExecutable);
}

for (const { name, file, prepare } of PROXIES) {
  describe(`Behind ${name} with deploy/proxy/${file}, the service`, () => {
    let service: TestService;
    let gateway: { url: string; end: StartedProcess['end'] };
    let proxy: StartedProcess | undefined;
    let place: Place;
    let authority: string;
    before(async function () {
      const program = find(name);
      if (program === undefined) {
        process.stderr.write(`Behind ${name}: skipped, it is not installed.\n`);
        return this.skip();
      }
      const folder = await mkdtemp(join(tmpdir(), 'toolpress-proxy-'));
      const issuer = makeCertificate({ subject: 'authority of the proxy' });
      const { cert, key } = makeCertificate({ subject: HOST, names: [HOST], issuer });
      authority = issuer.cert;
      place = { folder, port: await freePort(), certificate: join(folder, 'site.pem'), key: join(folder, 'site.key') };
      await Promise.all([writeFile(place.certificate, cert), writeFile(place.key, key, { mode: 0o600 })]);
      service = await TestService.start();
      const env = { TRUST_PROXY: '1', FILES_ORIGIN: `https://${FILES}`, PUBLIC_URL: `https://${HOST}` };
      gateway = await service.addGateway(env);
      // The paths of operators are opened, as the file's comment says how: the address of callers is counted there.
      const text = await readFile(new URL(file, CONFIGURATIONS), 'utf8');
      expect(text).to.include('admin').and.include('127.0.0.1:8080');
      const open = text
        .replace(/ \/admin\*|\|admin/g, '')
        .replace('127.0.0.1:8080', gateway.url.replace('http://', ''));
      proxy = startProcess(program, await prepare(open, place), { env: { HOME: folder } });
      await eventually(async () => expect((await ask('/docs')).status).to.equal(200)).catch((error) => {
        throw new Error(`${error.message}\n${proxy?.output()}`);
      });
    });
    after(async () => {
      await proxy?.end();
      await gateway?.end();
      await service?.stop();
      if (place) await rm(place.folder, { recursive: true });
    });

    /** Opens a request to the proxy. */
    function open(path: string, method = 'GET', headers: Record<string, string> = {}) {
      const options = {
        host: '127.0.0.1',
        port: place.port,
        servername: HOST,
        ca: authority,
        method,
        path,
        agent: false as const,
      };
      const authorization = `Bearer ${service.token}`;
      return request({ ...options, headers: { host: HOST, authorization, ...headers } });
    }
    async function answerOf(sent: ReturnType<typeof open>): Promise<IncomingMessage> {
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      return response;
    }
    async function ask(path: string, body?: string | Buffer, headers: Record<string, string> = {}, method?: string) {
      const sent = open(path, method ?? (body === undefined ? 'GET' : 'POST'), {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      });
      sent.end(body);
      const response = await answerOf(sent);
      const chunks = await response.toArray();
      return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString('latin1') };
    }

    it('prints, and its links name the public addresses', async () => {
      const printed = await ask('/api/utilities/html-to-pdf', JSON.stringify({ html: '<p>x' }));
      expect(printed.status).to.equal(200);
      const { download_url } = JSON.parse(printed.body).data;
      expect(download_url).to.match(new RegExp(`^https://${FILES}/files/`));
      const file = await ask(download_url.replace(`https://${FILES}`, ''));
      // The proxy's only host is the public one, from where the link leads back.
      expect([file.status, file.headers.location]).to.deep.equal([307, download_url]);
    });

    it('takes uploads of rows that are larger than other requests may be', async () => {
      const rows = Buffer.from(`${JSON.stringify({ name: 'x'.repeat(MIB) })}\n`.repeat(24));
      const upload = await ask('/api/uploads', rows, NDJSON, 'PUT');
      expect([upload.status, JSON.parse(upload.body).data.rows]).to.deep.equal([201, 24]);
      const large = JSON.stringify({ html: 'x'.repeat(11 * MIB) });
      const refused = await ask('/api/utilities/html-to-pdf', large).catch(
        (error: NodeJS.ErrnoException) => error.code,
      );
      // Node.js may see the closed connection before the answer that was sent on it.
      if (typeof refused === 'object')
        expect([refused.status, refused.headers['x-error-code']]).to.deep.equal([413, 'body_too_large']);
      else expect(refused).to.be.oneOf(['EPIPE', 'ECONNRESET']);
    });

    it('sends the events of a batch when they happen', async () => {
      await service.workers[0]?.end();
      const rows = Array.from({ length: 3 }, () => ({}));
      const batch = await ask('/api/batches', JSON.stringify({ tool: 'json-to-pdf', input: { html: '<p>x' }, rows }));
      const sent = open(`/api/batches/${JSON.parse(batch.body).data.id}/events`);
      sent.end();
      const response = await answerOf(sent);
      // Without a worker the batch does not end, so this arrives only if it is not buffered until then.
      let text = '';
      for await (const chunk of response) {
        text += chunk;
        if (text.includes('event: progress\n')) break;
      }
      expect(text).to.include('event: progress\n').and.not.include('event: end\n');
    });

    it('sees the address of the caller, and no address or host that the caller claims', async () => {
      const wrong = (claimed: string) =>
        ask('/admin/accounts', undefined, { authorization: `Bearer ${'w'.repeat(32)}`, 'x-forwarded-for': claimed });
      const statuses = [];
      for (let count = 0; count < 20; count++) statuses.push((await wrong(`198.51.100.${count}`)).status);
      expect(statuses.slice(0, 10)).to.deep.equal(Array(10).fill(401));
      expect(statuses).to.include(429);
      const page = await ask('/docs', undefined, { 'x-forwarded-host': FILES });
      expect(page.status, 'a page of the host of files').to.equal(200);
    });

    it('keeps its metrics, health and status inside', async () => {
      for (const path of ['/metrics', '/healthz', '/readyz', '/ops', '/ops/login'])
        expect((await ask(path)).status, path).to.equal(404);
    });
  });
}
