import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import {
  type HttpTarget,
  makeCertificate,
  pdfText,
  SAMPLE_IMAGES,
  startHttpTarget,
  startRawTarget,
  startSentinels,
  svgOf,
  TARGET_ADDRESS,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';

/** A PNG of one colour. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8); // 8 bits of grey
  const pixels = deflateSync(Buffer.alloc((width + 1) * height, 0));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

describe('Remote images', () => {
  let folder: string;
  let images: HttpTarget;
  let plain: HttpTarget;
  let service: TestService;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolpress-images-'));
    const authority = makeCertificate({ subject: 'Test authority' });
    await writeFile(join(folder, 'authority.pem'), authority.cert);
    const tls = makeCertificate({ subject: 'images', names: [TARGET_ADDRESS], issuer: authority });
    plain = await startHttpTarget((_request, response) => response.end(png(1, 1)));
    images = await startHttpTarget(
      (request, response) => {
        const [, what, rest = ''] = request.path.split('/');
        if (what === 'logo') response.end(png(20, 10));
        else if (what === 'webp') response.end(SAMPLE_IMAGES.WEBP);
        else if (what === 'avif') response.end(SAMPLE_IMAGES.AVIF);
        else if (what === 'svg') response.end(svgOf('<text y="9" font-size="5">drawn</text>'));
        else if (what === 'elsewhere')
          response.writeHead(302, { location: rest === 'plain' ? plain.url : '/logo' }).end();
        else if (what === 'page') response.writeHead(200, { 'content-type': 'image/png' }).end('<html>no image</html>');
        else if (what === 'large') response.end(Buffer.concat([png(1, 1), Buffer.alloc(11 * 1024 * 1024)]));
        else if (what === 'silent')
          return; // never answered
        else response.writeHead(404).end();
      },
      { tls },
    );
    service = await TestService.start({
      env: {
        OUTBOUND_ALLOW: TARGET_ADDRESS,
        NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
        RENDER_DEADLINE_MS: '8000',
      },
    });
  });
  after(async () => {
    await service.stop();
    await Promise.all([images.close(), plain.close()]);
    await rm(folder, { recursive: true });
  });

  const urlOf = (path: string): string => `https://${TARGET_ADDRESS}:${images.port}/${path}`;
  const askedFor = (path: string): number => images.requests.filter((request) => request.path === path).length;

  /** The answer to a document with the image: 200 and the PDF, or the status, the code and the message. */
  async function printed(src: string, more: object = {}) {
    const html = `<p>first line</p>\n<p><img width="40" src="${src}"></p>`;
    const answer = await service.call(PDF, { body: { html, ...more } });
    const pdf = Buffer.from(answer.body.data?.pdf_base64 ?? '', 'base64').toString('latin1');
    const code = answer.headers.get('x-error-code');
    return {
      status: answer.status,
      code,
      message: answer.body.error ?? '',
      images: pdf.match(/\/Subtype \/Image/g)?.length,
    };
  }

  it('are fetched and printed, redirects followed', async () => {
    expect(await printed(urlOf('logo'))).to.include({ status: 200, images: 1 });
    expect(await printed(urlOf('elsewhere/logo'))).to.include({ status: 200, images: 1 });
  });

  it('are fetched once for a document, and again for the next', async () => {
    const path = 'logo/once';
    const html = `<img src="${urlOf(path)}">`.repeat(5);
    for (const times of [1, 2]) {
      expect((await service.call(PDF, { body: { html, header_html: html } })).status).to.equal(200);
      expect(askedFor(`/${path}`)).to.equal(times);
    }
  });

  it('print in headers and footers, and as backgrounds of tables', async () => {
    const image = `<img width="20" src="${urlOf('logo')}">`;
    const body = {
      html: `<table background="${urlOf('logo/table')}"><tr><td>x</table>`,
      header_html: image,
      footer_html: image,
    };
    const answer = await service.call(PDF, { body });
    expect(answer.status, answer.body.error).to.equal(200);
    expect(askedFor('/logo/table')).to.equal(1);
  });

  for (const [what, path, reason] of [
    ['are not there', 'nothing', 'the server answered with status 404'],
    ['are none, whatever their type says', 'page', 'what came is no PNG, JPEG, GIF'],
    ['are too large', 'large', 'more than 10485760 bytes'],
    ['redirect to plain HTTP', 'elsewhere/plain', 'must begin with https://'],
  ] as const) {
    it(`that ${what} are 422, naming URL, place and reason`, async () => {
      const answer = await printed(urlOf(path));
      expect(answer).to.include({ status: 422, code: 'image_unavailable' });
      expect(answer.message).to.include(urlOf(path)).and.include(reason);
      expect(answer.message, 'the place').to.match(/html 2:\d+/);
      expect(plain.connections).to.equal(0);
    });
  }

  it('may be WebP, AVIF and SVG, with any media type', async () => {
    for (const path of ['webp', 'avif']) expect(await printed(urlOf(path))).to.include({ status: 200, images: 1 });
    const { body } = await service.call(PDF, { body: { html: `<img width="200" src="${urlOf('svg')}">` } });
    expect(pdfText(Buffer.from(body.data.pdf_base64, 'base64'))).to.include('drawn');
  });

  it('that are unavailable are named in one answer, up to twenty, or are omitted with a warning', async () => {
    const html = Array.from({ length: 25 }, (_, index) => `<img src="${urlOf(`nothing/${index}`)}">`).join('\n');
    const whole = `${html}<img src="${urlOf('logo')}">`;
    const refused = await service.call(PDF, { body: { html: whole } });
    expect(refused.headers.get('x-error-code')).to.equal('image_unavailable');
    expect(refused.body.error)
      .to.match(/^25 places of the document: \(1\) The image `https:[^`]*\/nothing\/0` \(`img` `src` at html 1:6\)/)
      .and.match(/\(20\) .*\(`img` `src` at html 20:6\).* And 5 more\.$/);
    const { status, body } = await service.call(PDF, { body: { html: whole, on_blocked: 'warn' } });
    expect(status, body.error).to.equal(200);
    expect(body.data.warnings).to.have.lengthOf(1);
    expect(body.data.warnings[0]).to.include({ code: 'content_blocked', line: 1, column: 6 });
    expect(body.data.warnings[0].message)
      .to.match(/^Images \(25 times, first `https:[^`]*\/nothing\/0` \(`img` `src` at html 1:6\), /)
      .and.match(/\/nothing\/2` \(`img` `src` at html 3:6\)\) can’t be printed: .* 404\.$/);
  });

  it('that are not printed are not requested', async () => {
    const html = `<picture><source media="screen" srcset="${urlOf('nothing/a')}"><img src="${urlOf('nothing/b')}" srcset="${urlOf('logo')} 2x"></picture>`;
    expect((await service.call(PDF, { body: { html } })).status).to.equal(200);
    expect(askedFor('/nothing/a') + askedFor('/nothing/b')).to.equal(0);
  });

  it('that never come end with the request’s own time', async () => {
    const begun = Date.now();
    const answer = await printed(urlOf('silent'));
    expect(answer).to.include({ status: 504, code: 'deadline_exceeded' });
    expect(Date.now() - begun, 'milliseconds').to.be.below(60_000);
    expect((await printed(urlOf('logo'))).status).to.equal(200);
  });

  it('at addresses of the network itself are refused without a connection', async () => {
    const sentinels = await startSentinels();
    try {
      for (const host of [...sentinels.addresses.map((one) => (one.includes(':') ? `[${one}]` : one)), 'localhost']) {
        const answer = await printed(`https://${host}:${sentinels.port}/logo.png`);
        expect(answer, host).to.include({ status: 422, code: 'image_unavailable' });
      }
      expect(sentinels.connections).to.equal(0);
    } finally {
      await sentinels.close();
    }
  });

  it('whose server speaks no TLS, or has an untrusted certificate, are rejected with a clear message', async () => {
    const broken = await startRawTarget((socket) => socket.end('garbage'), { greet: true });
    const strange = await startHttpTarget((_request, response) => response.end(png(1, 1)), {
      tls: makeCertificate({ subject: 'strange', names: [TARGET_ADDRESS] }),
    });
    try {
      const noTls = await printed(`https://${TARGET_ADDRESS}:${broken.port}/a.png`);
      expect(noTls).to.include({ status: 422, code: 'image_unavailable' });
      const untrusted = await printed(`https://${TARGET_ADDRESS}:${strange.port}/a.png`);
      expect(untrusted.message).to.include('TLS certificate that is not valid');
      expect(strange.requests).to.have.lengthOf(0);
    } finally {
      await Promise.all([broken.close(), strange.close()]);
    }
  });

  it('with a slow server do not keep other documents waiting', async () => {
    let ended = 0;
    const slow = ['silent/1', 'silent/2'].map((path) => printed(urlOf(path)).finally(() => ended++));
    expect((await service.call(PDF, { body: { html: '<p>quick</p>' } })).status).to.equal(200);
    expect(ended, 'slow ones answered before').to.equal(0);
    for (const { status } of await Promise.all(slow)) expect(status).to.equal(504);
  });
});
