import { randomBytes } from 'node:crypto';
import { type TestS3, TestService, testS3 } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
const ID = /[0-9a-z]{41}/;

for (const storage of ['a folder', 'S3', 'an S3 that callers reach'] as const) {
  describe(`The links to a file, stored in ${storage}`, () => {
    const masterKey = randomBytes(32).toString('base64');
    let s3: TestS3 | undefined;
    let service: TestService;
    let links: { download_url: string; signed_url: string; pdf_base64: string };
    let id: string;

    before(async function () {
      const env: Record<string, string> = { MASTER_KEY: masterKey };
      if (storage !== 'a folder') {
        s3 = await testS3();
        if (s3 === undefined) return this.skip();
        Object.assign(env, {
          STORAGE: 's3',
          S3_ENDPOINT: s3.endpoint,
          ...(storage !== 'S3' && { S3_PUBLIC_ENDPOINT: s3.endpoint }),
          S3_BUCKET: `links-${randomBytes(4).toString('hex')}`,
          S3_ACCESS_KEY: s3.accessKey,
          S3_SECRET_KEY: s3.secretKey,
        });
      }
      service = await TestService.start({ env });
      links = await render('<p>linked</p>');
    });
    after(async () => {
      await service?.stop();
      await s3?.stop();
    });

    /** Makes a PDF, and remembers its id. */
    async function render(html: string): Promise<typeof links> {
      const answer = await service.call(PDF, { body: { html, filename: 'Größe.pdf' } });
      expect(answer.status, answer.body.error).to.equal(200);
      id = ID.exec(new URL(answer.body.data.signed_url).pathname)?.[0] ?? 'none';
      return answer.body.data;
    }
    const ask = async (path: string, method = 'GET'): Promise<string> => {
      const response = await fetch(new URL(path, service.url), { method });
      await response.arrayBuffer();
      return `${response.status} ${response.headers.get('x-error-code') ?? 'ok'}`;
    };

    it('lead to the same bytes under the same name, by GET and by HEAD', async () => {
      for (const link of [links.download_url, links.signed_url]) {
        const response = await fetch(link);
        expect(response.status).to.equal(200);
        expect(response.headers.get('content-disposition')).to.include("filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf");
        expect(Buffer.from(await response.arrayBuffer()).toString('base64')).to.equal(links.pdf_base64);
      }
      const head = await fetch(links.download_url, { method: 'HEAD' });
      expect(head.status).to.equal(200);
      expect(head.headers.get('content-length')).to.equal(String(Buffer.from(links.pdf_base64, 'base64').length));
      expect(await head.text()).to.equal('');
    });

    it('give a part of the file, or nothing to who has it, and show it where asked', async () => {
      const whole = Buffer.from(links.pdf_base64, 'base64');
      for (const link of [links.download_url, ...(storage === 'an S3 that callers reach' ? [] : [links.signed_url])]) {
        // A separate cache, so that fetch sends no `Cache-Control: no-cache`.
        const get = (headers: Record<string, string>, url = link) =>
          fetch(url, { headers, cache: 'force-cache' } as RequestInit);
        const first = await get({});
        const [etag = '', storedAt = ''] = ['etag', 'last-modified'].map((name) => first.headers.get(name) ?? '');
        expect(first.headers.get('accept-ranges')).to.equal('bytes');
        expect(await first.arrayBuffer()).to.have.property('byteLength', whole.length);
        expect(Math.abs(Date.now() - Date.parse(storedAt))).to.be.below(60_000);
        for (const headers of [{ 'if-none-match': etag }, { 'if-modified-since': storedAt }]) {
          const known = await get(headers);
          expect([known.status, (await known.arrayBuffer()).byteLength]).to.deep.equal([304, 0]);
        }
        for (const [range, start, end] of [
          ['bytes=0-9', 0, 10],
          ['bytes=10-', 10, whole.length],
          ['bytes=-7', whole.length - 7, whole.length],
          [`bytes=5-${whole.length + 99}`, 5, whole.length],
        ] as const) {
          const part = await get({ range, 'if-range': etag });
          expect([part.status, part.headers.get('content-range')]).to.deep.equal([
            206,
            `bytes ${start}-${end - 1}/${whole.length}`,
          ]);
          expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(start, end)), range).to.equal(true);
        }
        for (const headers of [
          { range: 'bytes=0-9', 'if-range': '"other"' },
          { range: 'bytes=0-1,4-5' },
          { range: 'x' },
        ]) {
          const all = await get(headers);
          expect([all.status, (await all.arrayBuffer()).byteLength]).to.deep.equal([200, whole.length]);
        }
        const beyond = await get({ range: `bytes=${whole.length}-` });
        expect([beyond.status, beyond.headers.get('content-range')]).to.deep.equal([416, `bytes */${whole.length}`]);
        expect(await beyond.json()).to.include({ success: false });
        const shown = await get({}, `${link}${link.includes('?') ? '&' : '?'}inline`);
        expect(shown.headers.get('content-disposition')).to.match(/^inline; filename=.*Gr%C3%B6%C3%9Fe\.pdf$/);
        await shown.arrayBuffer();
      }
    });

    it('are two secrets: who has the signed one, and so the file’s id, has not the other', async () => {
      expect(new URL(links.download_url).pathname).to.include(id);
      for (const method of ['GET', 'HEAD']) {
        expect(await ask(`/files/${id}.pdf`, method), method).to.equal('403 link_forged');
      }
      const { search } = new URL(links.signed_url);
      for (const path of [`/files/${id}.pdf?`, `/files/${id}.pdf?x=1`, `/files/${id}-.pdf${search}`]) {
        expect(await ask(path), path).to.equal('403 link_forged');
      }
    });

    it('are forged when any letter of the secret differs, is missing, or is another file’s', async () => {
      const { pathname } = new URL(links.download_url);
      const begin = pathname.indexOf(id) + id.length;
      const secret = pathname.slice(begin, -'.pdf'.length);
      expect(secret, 'at least 128 bits').to.match(/^[\w-]{22,}$/);
      const altered = [...secret].map((letter, at) => {
        const other = letter === 'A' ? 'B' : 'A';
        return secret.slice(0, at) + other + secret.slice(at + 1);
      });
      const lengths = [`${secret}A`, secret.slice(0, -1), `${secret}=`, secret.toLowerCase(), '%C3%A9'.repeat(8)];
      for (const other of [...altered, ...lengths]) {
        expect(await ask(`/files/${id}${other}.pdf`), other).to.equal('403 link_forged');
      }
      const first = id;
      const second = await render('<p>another</p>');
      expect(await ask(`/files/${id}${secret}.pdf`), 'the secret of the first').to.equal('403 link_forged');
      expect(await ask(new URL(second.download_url).pathname)).to.equal('200 ok');
      id = first;
    });

    it('are unknown without an id', async () => {
      for (const name of [
        'nothing',
        'x'.repeat(41),
        `${'x'.repeat(41)}${'A'.repeat(32)}`,
        id.toUpperCase(),
        '..%2f..',
      ]) {
        expect(await ask(`/files/${name}.pdf`), name).to.equal('404 file_unknown');
      }
    });

    it('work while their master key is a previous one, and not without it', async () => {
      const newKey = randomBytes(32).toString('base64');
      const rotated = await service.addGateway({ MASTER_KEY: newKey, MASTER_KEYS_PREVIOUS: masterKey });
      const alone = await service.addGateway({ MASTER_KEY: newKey });
      const { pathname } = new URL(links.download_url);
      expect(await ask(`${rotated.url}${pathname}`)).to.equal('200 ok');
      expect(await ask(`${alone.url}${pathname}`)).to.equal('403 link_forged');
      await Promise.all([rotated.end(), alone.end()]);
    });
  });
}
