/** What every file store has to do, whatever holds its files: the same tests for each driver. */
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { newFileId } from '../file-id.js';
import { contentDisposition as downloadHeader, type FileStore, fileExpiry } from '../index.js';
import { expectUnavailable, inSeconds, somePdf, stored } from './files.js';

/** Follows a link: over HTTP if the store itself serves it, else by the functions that the gateway calls. */
export interface Download {
  status: number;
  bytes?: Buffer;
  contentDisposition?: string | undefined;
}

interface StoreUnderTest {
  /** A new store over the same, still unprepared, place. */
  create(): Promise<FileStore>;
  follow(url: string): Promise<Download>;
  /** Makes the place unusable, and usable again with all that was in it; absent when the place is not ours to break. */
  outage?: { begin(): Promise<void>; end(): Promise<void> };
  /** The names of all that lies there. */
  everything(): Promise<string[]>;
  remove(): Promise<void>;
}

const KEPT = `acc_1/${'0'.repeat(32)}`;
const HOUR = 3_600;
const DAY = 24 * HOUR;
const NO_IDS = [
  '',
  '.',
  '..',
  '../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '/etc/passwd',
  'pdf/2026-01-01/x',
  'a\0b',
  'x'.repeat(41),
  `${'0'.repeat(41)}\n`,
  `../${'0'.repeat(38)}`,
  '0'.repeat(5_000),
];

/**
 * @param make makes the place that the tests of this run use, or undefined when there is none: then each test shows as
 *   skipped, by its name.
 */
export function fileStoreBehaves(name: string, make: () => Promise<StoreUnderTest | undefined>): void {
  describe(`a file store in ${name}`, () => {
    let place: StoreUnderTest;
    let store: FileStore;

    before(async function () {
      const made = await make();
      if (!made) return this.skip();
      place = made;
      store = await place.create();
      await expectUnavailable(() => store.check());
      const other = await place.create();
      await Promise.all([store.prepare(), other.prepare()]);
      await Promise.all([other.prepare(), other.check()]);
      await other.close();
    });
    after(async () => {
      await store?.close();
      await place?.remove();
    });

    const nameOf = async (id: string): Promise<string | undefined> => {
      const { stream, filename } = await store.open(id);
      stream.destroy();
      return filename;
    };

    it('deletes a file immediately, and ignores a missing one', async () => {
      const id = await stored(store, somePdf(), { expiresAt: inSeconds(HOUR), filename: 'not needed.pdf' });
      const other = await stored(store, somePdf(), { expiresAt: inSeconds(HOUR) });
      await store.remove(id);
      expect((await serviceErrorOf(() => store.read(id))).code).to.equal('file_unknown');
      await store.remove(id);
      expect((await store.read(other)).length).to.equal(somePdf().length);
      for (const none of NO_IDS) expect((await serviceErrorOf(() => store.remove(none))).code).to.equal('file_unknown');
    });

    it('is ready after several processes prepared it at the same time', () => store.check());

    it('returns the stored bytes', async () => {
      const bytes = somePdf();
      const id = await stored(store, bytes, { expiresAt: inSeconds(HOUR) });
      expect(await store.read(id)).to.deep.equal(bytes);
      expect(await nameOf(id)).to.equal(undefined);
    });

    it('keeps files of other kinds, and deletes them as it does PDFs', async () => {
      const bytes = Buffer.from('<Invoice/>');
      const id = await stored(store, bytes, { expiresAt: inSeconds(HOUR), kind: 'xml', filename: 'invoice.xml' });
      expect(await store.read(id)).to.deep.equal(bytes);
      expect(await nameOf(id)).to.equal('invoice.xml');
      await store.remove(id);
      expect((await serviceErrorOf(() => store.read(id))).code).to.equal('file_unknown');
    });

    it('stores the bytes of a view, not of the memory behind it', async () => {
      const memory = new Uint8Array(somePdf(500));
      const id = await stored(store, memory.subarray(100, 300), { expiresAt: inSeconds(HOUR) });
      expect((await store.read(id)).equals(memory.subarray(100, 300))).to.equal(true);
    });

    it('carries the expiry in the id to the millisecond', async () => {
      const expiresAt = new Date(inSeconds(HOUR).setMilliseconds(789));
      const id = await stored(store, somePdf(), { expiresAt });
      expect(id).to.match(/^[A-Za-z0-9_-]+$/);
      expect(fileExpiry(id)?.getTime()).to.equal(expiresAt.getTime());
    });

    it('streams a file of 5 MB and says beforehand how long it is', async () => {
      const bytes = somePdf(5_000_000);
      const id = await stored(store, bytes, { expiresAt: inSeconds(HOUR) });
      const { stream, sizeBytes, filename, contentDisposition } = await store.open(id);
      expect({ sizeBytes, filename, contentDisposition }).to.deep.equal({
        sizeBytes: 5_000_000,
        filename: undefined,
        contentDisposition: 'inline',
      });
      expect((await buffer(stream)).equals(bytes)).to.equal(true);
      expect((await store.read(id)).equals(bytes)).to.equal(true);
    });

    /** 64 KiB at a time, none of it twice. */
    async function* pieces(bytes: Buffer, failAfter = bytes.length): AsyncGenerator<Buffer> {
      for (let from = 0; from < bytes.length; from += PIECE) {
        if (from >= failAfter) throw new Error('the source failed');
        yield Buffer.from(bytes.subarray(from, from + PIECE));
      }
    }
    const PIECE = 65_536;

    for (const size of [0, 1, 2_000_000, 5 * 1024 ** 2, 12_345_678]) {
      it(`stores what comes as a stream of ${size} bytes`, async () => {
        const bytes = randomBytes(size);
        const id = newFileId(inSeconds(HOUR), 'zip');
        expect(await store.putStream(id, pieces(bytes), { filename: 'all.zip' })).to.equal(size);
        const opened = await store.open(id);
        expect([opened.sizeBytes, opened.filename]).to.deep.equal([size, 'all.zip']);
        expect((await buffer(opened.stream)).equals(bytes)).to.equal(true);
      });
    }

    for (const failAfter of [0, 1_000_000, 11_000_000]) {
      it(`keeps nothing of a stream that fails after ${failAfter} bytes, and throws its error`, async () => {
        const before = await place.everything();
        const failing = pieces(Buffer.alloc(12_000_000), failAfter);
        const put = store.putStream(newFileId(inSeconds(HOUR)), failing, { filename: 'a.pdf' });
        const error = await put.catch((reason: unknown) => reason);
        expect((error as Error).message).to.equal('the source failed');
        expect(await place.everything()).to.deep.equal(before);
      });
    }

    it('keeps files apart that are put at the same time', async () => {
      const files = Array.from({ length: 40 }, () => somePdf());
      const ids = await Promise.all(files.map((bytes) => stored(store, bytes, { expiresAt: inSeconds(HOUR) })));
      expect(new Set(ids).size).to.equal(40);
      const read = await Promise.all(ids.map((id) => store.read(id)));
      expect(read.map((bytes, index) => bytes.equals(files[index] ?? Buffer.of()))).to.not.include(false);
    });

    const NAMES = [
      'invoice 2026-01.pdf',
      'Größe “Straße” №1.pdf',
      '請求書 🧾.pdf',
      `it's 100% (a) "quote"; x=y, *.pdf`,
      `${'🧾'.repeat(196)}.pdf`,
    ];
    for (const filename of NAMES) {
      it(`keeps the file name ${filename.slice(0, 30)}`, async () => {
        const id = await stored(store, somePdf(), { expiresAt: inSeconds(HOUR), filename });
        expect(await nameOf(id)).to.equal(filename);
        const { stream, contentDisposition } = await store.open(id);
        stream.destroy();
        expect(contentDisposition).to.equal(downloadHeader(filename));
      });
    }

    it('makes a hostile file name harmless', async () => {
      const filename = '../..\\x\r\nSet-Cookie: a=b\0\u202Efdp.exe\ud800';
      const id = await stored(store, somePdf(), { expiresAt: inSeconds(HOUR), filename });
      expect(await nameOf(id)).to.equal('.._.._x__Set-Cookie: a=b__fdp.exe\ufffd');
    });

    it('takes an empty file name as none', async () => {
      const id = await stored(store, somePdf(), { expiresAt: inSeconds(HOUR), filename: ' ' });
      expect(await nameOf(id)).to.equal(undefined);
    });

    it('does not know an id that was never given out', async () => {
      const id = newFileId(inSeconds(HOUR));
      expect((await serviceErrorOf(() => store.read(id))).toData()).to.deep.equal({
        code: 'file_unknown',
        message: 'There is no file of this id.',
      });
      expect((await serviceErrorOf(() => store.open(id))).status).to.equal(404);
    });

    for (const id of NO_IDS) {
      it(`takes no file id from ${JSON.stringify(id.slice(0, 50))}`, async () => {
        expect((await serviceErrorOf(() => store.read(id))).code).to.equal('file_unknown');
        expect((await serviceErrorOf(() => store.open(id))).code).to.equal('file_unknown');
        expect((await serviceErrorOf(() => store.sign(id, { ttlSeconds: 60 }))).code).to.equal('file_unknown');
        expect((await serviceErrorOf(() => store.verifyLink(id, {}))).code).to.equal('file_unknown');
      });
    }

    it('says that a file has expired, although its bytes are still there', async () => {
      const id = await stored(store, somePdf(), { expiresAt: inSeconds(-1) });
      for (const call of [() => store.read(id), () => store.open(id), () => store.sign(id, { ttlSeconds: 60 })]) {
        const error = await serviceErrorOf(call);
        expect([error.code, error.status]).to.deep.equal(['file_expired', 410]);
      }
    });

    it('stores nothing under what is no id', async () => {
      for (const none of NO_IDS) {
        for (const call of [() => store.put(none, somePdf()), () => store.putStream(none, pieces(somePdf()))])
          expect((await serviceErrorOf(call)).cause, none).to.be.instanceOf(TypeError);
      }
    });

    describe('signing links', () => {
      const filename = 'Rechnung für 山田; "x".pdf';
      const put = (bytes = somePdf()): Promise<string> => stored(store, bytes, { expiresAt: inSeconds(DAY), filename });

      it('makes a link that downloads the same bytes under the file name', async () => {
        const bytes = somePdf(100_000);
        const { url } = await store.sign(await put(bytes), { ttlSeconds: 60, filename });
        const download = await place.follow(url);
        expect(download.status).to.equal(200);
        expect(download.bytes?.equals(bytes)).to.equal(true);
        expect(download.contentDisposition).to.match(/^attachment; /);
        expect(download.contentDisposition).to.contain(
          "filename*=UTF-8''Rechnung%20f%C3%BCr%20%E5%B1%B1%E7%94%B0%3B%20%22x%22.pdf",
        );
      });

      it('keeps the name of the file when the link is signed without one', async () => {
        const { url } = await store.sign(await put(), { ttlSeconds: 60 });
        expect((await place.follow(url)).contentDisposition).to.contain("UTF-8''Rechnung%20f%C3%BCr");
      });

      it('ends the link after its time', async () => {
        const before = Math.floor(Date.now() / 1_000);
        const { expiresAt } = await store.sign(await put(), { ttlSeconds: 60 });
        expect(expiresAt.getTime() / 1_000 - before).to.be.within(60, 61);
      });

      it('ends the link with the file at the latest', async () => {
        const fileEnds = inSeconds(100);
        const id = await stored(store, somePdf(), { expiresAt: fileEnds });
        const { expiresAt } = await store.sign(id, { ttlSeconds: HOUR });
        expect(fileEnds.getTime() - expiresAt.getTime()).to.be.within(0, 999);
      });

      it('makes no link that lives longer than 7 days', async () => {
        const id = await stored(store, somePdf(), { expiresAt: inSeconds(30 * DAY) });
        const { url, expiresAt } = await store.sign(id, { ttlSeconds: 20 * DAY });
        expect(expiresAt.getTime()).to.be.at.most(inSeconds(7 * DAY).getTime());
        expect((await place.follow(url)).status).to.equal(200);
      });

      it('refuses a link whose signature was altered at any place', async () => {
        const { url } = await store.sign(await put(), { ttlSeconds: 60 });
        const begin = url.toLowerCase().lastIndexOf('signature=') + 'signature='.length;
        const alterations = [begin, begin + 20, url.length - 1].map((at) => {
          const other = url[at] === 'a' ? 'b' : 'a';
          return url.slice(0, at) + other + url.slice(at + 1);
        });
        for (const altered of [...alterations, `${url}a`, url.slice(0, -1)]) {
          expect((await place.follow(altered)).status, altered).to.equal(403);
        }
      });

      it('refuses the signature of one file for another', async () => {
        const [id, other] = await Promise.all([put(), put()]);
        const { url } = await store.sign(id, { ttlSeconds: 60 });
        expect((await place.follow(url.replaceAll(id, other))).status).to.equal(403);
      });

      it('refuses a link that was made to last longer', async () => {
        const { url } = await store.sign(await put(), { ttlSeconds: 60 });
        const longer = url.replace(/(expires=)(\d+)/i, (_all, name, value) => `${name}${Number(value) + 1}`);
        expect(longer).to.not.equal(url);
        expect((await place.follow(longer)).status).to.equal(403);
      });

      it('refuses to sign for no time at all', async () => {
        const id = await put();
        for (const ttlSeconds of [0, -1, 0.5, Number.NaN]) {
          const error = await store.sign(id, { ttlSeconds }).catch((reason: unknown) => reason);
          expect(error).to.be.instanceOf(RangeError);
        }
      });

      it('refuses made-up, halved or no parameters on a link to this service', async () => {
        const id = await put();
        const expires = String(Math.ceil(inSeconds(60).getTime() / 1_000));
        for (const link of [
          {},
          { expires },
          { signature: 'a' },
          { expires: '', signature: '' },
          { expires, signature: 'é' },
        ]) {
          const error = await serviceErrorOf(() => store.verifyLink(id, link));
          expect([error.code, error.status]).to.deep.equal(['link_forged', 403]);
        }
      });
    });

    it('deletes the files that have expired, and no other', async () => {
      await store.sweep(new Date());
      const put = (seconds: number): Promise<string> =>
        stored(store, somePdf(), { expiresAt: inSeconds(seconds), filename: 'a.pdf' });
      const [soon, tomorrow, later] = await Promise.all([put(10 * DAY), put(11 * DAY), put(11 * DAY + 60)]);
      const now = fileExpiry(tomorrow) ?? new Date();
      expect(await store.sweep(new Date(now.getTime() - DAY * 1_000 - 500)), 'just before the first expires').to.be.a(
        'number',
      );
      expect(await nameOf(soon)).to.equal('a.pdf');
      expect(await store.sweep(now), 'when two have expired').to.equal(2);
      for (const id of [soon, tomorrow]) {
        expect((await serviceErrorOf(() => store.read(id))).code).to.equal('file_unknown');
      }
      expect(await nameOf(later)).to.equal('a.pdf');
      expect(await store.sweep(now), 'a second time').to.equal(0);
    });

    describe('files that stay', () => {
      const newName = (account = 'acc_1'): string => `${account}/${randomBytes(16).toString('hex')}`;

      it('are read as they were stored, and outlast every sweep', async () => {
        const bytes = somePdf(300_000);
        const name = newName();
        await store.keep(name, bytes);
        await store.sweep(inSeconds(10_000 * DAY));
        expect((await store.readKept(name))?.equals(bytes)).to.equal(true);
      });

      it('are gone when they were removed, once or twice, and no other is', async () => {
        const [name, other, foreign] = [newName(), newName(), newName('acc_2')];
        for (const one of [name, other, foreign]) await store.keep(one, somePdf());
        await store.removeKept(name);
        await store.removeKept(name);
        expect(await store.readKept(name)).to.equal(undefined);
        expect(await store.readKept(newName('acc_none'))).to.equal(undefined);
        for (const one of [other, foreign]) expect(await store.readKept(one)).to.have.length(2_000);
      });

      it('have no name that leads elsewhere', async () => {
        for (const name of [
          ...NO_IDS,
          `../${'0'.repeat(32)}`,
          `acc_1/../${'0'.repeat(32)}`,
          `acc_1/${'0'.repeat(33)}`,
        ]) {
          for (const call of [() => store.keep(name, somePdf()), () => store.readKept(name)]) {
            const error = await serviceErrorOf(call);
            expect(error.cause, name).to.be.instanceOf(TypeError);
          }
        }
      });
    });

    describe('while the store is unavailable', () => {
      let id: string;

      before(async function () {
        if (!place.outage) return this.skip();
        // The folder of a day that no earlier sweep has removed.
        id = await stored(store, somePdf(), { expiresAt: inSeconds(3 * DAY) });
        await place.outage.begin();
      });
      after(() => place.outage?.end());

      it('reports it for every operation', async () => {
        await expectUnavailable(() => store.check());
        await expectUnavailable(() => stored(store, somePdf(), { expiresAt: inSeconds(HOUR), filename: 'a.pdf' }));
        await expectUnavailable(() => store.putStream(newFileId(inSeconds(HOUR)), pieces(Buffer.alloc(9))));
        await expectUnavailable(() => store.read(id));
        await expectUnavailable(() => store.remove(id));
        await expectUnavailable(() => store.open(id));
        await expectUnavailable(() => store.keep(KEPT, somePdf()));
        await expectUnavailable(() => store.readKept(KEPT));
        await expectUnavailable(() => store.removeKept(KEPT));
        await expectUnavailable(() => store.sweep(new Date()));
      });

      it('still knows what has expired and what is no id', async () => {
        expect((await serviceErrorOf(() => store.read(newFileId(inSeconds(-1))))).code).to.equal('file_expired');
        expect((await serviceErrorOf(() => store.open('../x'))).code).to.equal('file_unknown');
      });

      it('still signs links', async () => {
        expect((await store.sign(id, { ttlSeconds: 60 })).url).to.contain(id);
      });

      it('works again by itself when the place is back', async () => {
        await place.outage?.end();
        await store.check();
        expect(await store.read(id)).to.have.length(2_000);
        await stored(store, somePdf(), { expiresAt: inSeconds(HOUR) });
      });
    });
  });
}
