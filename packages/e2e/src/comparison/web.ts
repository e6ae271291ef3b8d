/**
 * The web as documents see it, on this machine: popular sheets and their fonts from a folder, Google's font sheets with the
 * fonts that are installed, an empty sheet or a picture for everything else. Plain Chromium and the service get the same.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { isBuiltInFamily } from '@toolpress/document';
import { FONTS_ENV, makeCertificate, TestService } from '@toolpress/testkit';
import { colouredPng } from './pictures.js';

export interface Resource {
  readonly type: string;
  readonly body: Buffer;
}

/** @param wants the purpose of the request. */
export type Web = (url: URL, wants: 'image' | 'stylesheet' | 'font') => Resource | undefined;

/** @param sheets a folder of packages, `name-version/…`, with a manifest of their names and versions. */
export function localWeb(sheets: string): Web {
  const packages = readPackages(sheets);
  return (url, wants) => {
    if (url.host.endsWith('.invalid')) return undefined;
    if (url.host === 'fonts.googleapis.com') return { type: 'text/css', body: Buffer.from(googleSheet(url)) };
    if (url.host === 'fonts.gstatic.com') return googleFont(url);
    if (wants === 'image') return picture(url);
    const file = packageFile(packages, url);
    if (file !== undefined) return { type: wants === 'font' ? 'font/any' : 'text/css', body: readFileSync(file) };
    return wants === 'stylesheet' ? { type: 'text/css', body: Buffer.alloc(0) } : undefined;
  };
}

interface Package {
  /** The name in addresses: `font-awesome`. */
  readonly names: readonly string[];
  readonly version: number;
  readonly files: readonly string[];
}

/** Other names of packages at content delivery networks. */
const ALIASES: Readonly<Record<string, string[]>> = {
  bootstrap: ['twitter-bootstrap'],
  'normalize.css': ['normalize'],
  '@fortawesome/fontawesome-free': ['font-awesome', 'use.fontawesome.com/releases'],
};

function readPackages(folder: string): Package[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<string, string>[];
  return manifest.map(({ name = '', version = '', file = '' }) => {
    const root = join(folder, file.split('/')[0] ?? '');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path));
    return { names: [name, ...(ALIASES[name] ?? [])], version: inOrder(version), files };
  });
}

const inOrder = (version: string): number =>
  (version.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part, at) => sum + Number(part) * 1000 ** (2 - at), 0);

/** Returns the package that the address names in the nearest version. The spelling is not compared exactly. */
function packageFile(packages: readonly Package[], url: URL): string | undefined {
  const address = decodeURIComponent(`${url.host}${url.pathname}`);
  const [, version = ''] = /[@/]v?(\^?\d[\d.]*)/.exec(address) ?? [];
  const distance = (one: Package): number => Math.abs(one.version - inOrder(version));
  const wanted = [basename(url.pathname), basename(url.pathname).replace(/(\.min)?\.css$/, '.min.css')];
  return packages
    .filter(({ names }) => names.some((name) => address.includes(`/${name}`) || address.startsWith(name)))
    .sort((one, other) => distance(one) - distance(other))
    .flatMap(({ files }) => wanted.map((name) => files.find((file) => basename(file) === name)))
    .find((file) => file !== undefined);
}

/** Translates `family=Lato:400,700i|Karla` and `family=Lato:ital,wght@0,400;1,700&family=Karla` into `@font-face` rules. */
function googleSheet(url: URL): string {
  return url.searchParams
    .getAll('family')
    .flatMap((value) => value.split('|'))
    .flatMap((value) => {
      const [family = '', wanted = '400'] = value.split(':');
      const faces = wanted.replace(/^.*@/, '').split(wanted.includes('@') ? ';' : ',');
      return faces.map((face) => {
        const [, weight = '400'] = /(\d{3})(?:\.\.\d+)?/.exec(face) ?? [];
        const style = /^1,|i/.test(face) ? 'italic' : 'normal';
        const font = `https://fonts.gstatic.com/s/${encodeURIComponent(family)}/${weight}/${style}.ttf`;
        return `@font-face { font-family: '${family}'; font-style: ${style}; font-weight: ${weight}; src: url(${font}) }\n`;
      });
    })
    .join('');
}

function googleFont(url: URL): Resource | undefined {
  const [, , family = '', weight = '', style = ''] = decodeURIComponent(url.pathname).split('/');
  const file = installedFont(family, Number(weight), style.startsWith('italic'));
  return file === undefined ? undefined : { type: 'font/ttf', body: readFileSync(file) };
}

/** Fontconfig's names of weights. */
const WEIGHTS = ['thin', 'extralight', 'light', 'regular', 'medium', 'semibold', 'bold', 'extrabold', 'black'];

/** Returns the file of a font of exactly this family. */
function installedFont(family: string, weight: number, italic: boolean): string | undefined {
  const pattern = `${family.replace(/[-:,\\]/g, '\\$&')}:${WEIGHTS[weight / 100 - 1]}${italic ? ':italic' : ''}`;
  const found = execFileSync('fc-match', ['-f', '%{family}\n%{file}', pattern], {
    encoding: 'utf8',
    env: { ...process.env, ...FONTS_ENV },
  });
  const [names = '', file] = found.split('\n');
  return isBuiltInFamily(family) || names.split(',').includes(family) ? file : undefined;
}

function picture(url: URL): Resource {
  const [r = 0, g = 0, b = 0] = createHash('sha256').update(url.href).digest();
  if (!url.pathname.endsWith('.svg')) return { type: 'image/png', body: colouredPng(300, 200, [r, g, b]) };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="rgb(${r},${g},${b})"/></svg>`;
  return { type: 'image/svg+xml', body: Buffer.from(svg) };
}

/**
 * Starts a service that reaches this web at every address. Its worker prints two documents at a time.
 *
 * @param settings additional settings.
 */
export async function startServiceIn(
  web: Web,
  settings: Record<string, string> = {},
): Promise<{ service: TestService; stop(): Promise<void> }> {
  const issuer = makeCertificate({ subject: 'Local web' });
  const server = createServer(
    {
      SNICallback: (name, done) =>
        done(null, createSecureContext(makeCertificate({ subject: name, names: [name], issuer }))),
    },
    ({ headers, url }, response) => {
      const wants = headers.accept?.includes('image/') ? 'image' : 'stylesheet';
      const found = web(new URL(`https://${headers.host}${url}`), wants);
      response.writeHead(found ? 200 : 404, { 'content-type': found?.type ?? 'text/plain' }).end(found?.body);
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'toolpress-web-'));
  const authority = join(folder, 'authority.pem');
  writeFileSync(authority, issuer.cert);
  const env = {
    OUTBOUND_ALLOW: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: authority,
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('all-names-here.js', import.meta.url))}`,
    LOCAL_WEB_PORT: String((server.address() as AddressInfo).port),
    RENDER_CONCURRENCY: '2',
    ...settings,
  };
  const service = await TestService.start({ env });
  const stop = async (): Promise<void> => {
    await service.stop();
    server.close();
    rmSync(folder, { recursive: true });
  };
  return { service, stop };
}
