import { generateKeySync } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceError } from '@toolpress/contract';
import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { createFileStore } from './expiring-store.js';
import { dayOf, fileKey, newFileId } from './file-id.js';
import type { FileStore } from './file-store.js';
import { FolderDriver } from './folder-driver.js';
import { type Download, fileStoreBehaves } from './testing/file-store-behaves.js';
import { expectUnavailable, inSeconds, somePdf, stored } from './testing/files.js';

const newKey = () => generateKeySync('hmac', { length: 256 });
const linkKey = newKey();
const publicUrl = 'https://pdf.example/';

fileStoreBehaves('a local folder', async () => {
  const home = await mkdtemp(join(tmpdir(), 'toolpress-folder-'));
  const folder = join(home, 'files');
  const create = (): Promise<FileStore> => createFileStore({ driver: 'folder', folder, publicUrl, linkKey });
  return {
    create,
    follow: async (url) => visit(await create(), url),
    outage: {
      begin: () => rename(folder, `${folder}-away`),
      end: () => rename(`${folder}-away`, folder).catch(() => undefined),
    },
    everything: async () => (await readdir(folder, { recursive: true })).sort(),
    remove: () => rm(home, { recursive: true }),
  };
});

/** What the gateway does with a request for this URL. */
async function visit(store: FileStore, url: string): Promise<Download> {
  const { origin, pathname, searchParams } = new URL(url);
  expect(origin).to.equal('https://pdf.example');
  const id = /^\/files\/(.*)\.pdf$/.exec(pathname)?.[1] ?? '';
  const { expires, signature } = Object.fromEntries(searchParams);
  try {
    store.verifyLink(id, { expires, signature });
    const { contentDisposition, stream } = await store.open(id);
    stream.destroy();
    return { status: 200, bytes: await store.read(id), contentDisposition };
  } catch (error) {
    if (error instanceof ServiceError) return { status: error.status };
    throw error;
  }
}

describe('a local folder', () => {
  let home: string;
  let folder: string;
  let store: FileStore;
  let driver: FolderDriver;

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'toolpress-folder-'));
    folder = join(home, 'deep', 'files');
    store = await createFileStore({ driver: 'folder', folder, publicUrl, linkKey });
    driver = new FolderDriver({ driver: 'folder', folder });
    await store.prepare();
  });
  after(() => rm(home, { recursive: true }));

  it('creates files that only its user can read', async () => {
    const id = await stored(store, somePdf(), { expiresAt: inSeconds(60), filename: 'a.pdf' });
    const modeOf = async (path: string): Promise<string> => ((await stat(join(folder, path))).mode & 0o777).toString(8);
    const day = `pdf/${dayOf(id)}`;
    const modes = await Promise.all(['', 'pdf', 'incoming', day, fileKey(id), `${day}/${id}.name`].map(modeOf));
    expect(modes).to.deep.equal(['700', '700', '700', '700', '600', '600']);
  });

  it('never shows a part of a file', async () => {
    const expiresAt = inSeconds(24 * 3_600);
    const day = join(folder, 'pdf', dayOf(newFileId(expiresAt)));
    let writing = true;
    const puts = Promise.all(Array.from({ length: 8 }, () => stored(store, somePdf(4_000_000), { expiresAt }))).finally(
      () => (writing = false),
    );
    const seen = new Set<number>();
    const look = async (): Promise<void> => {
      for (const name of await readdir(day).catch(() => [])) seen.add((await stat(join(day, name))).size);
    };
    while (writing) await look();
    await puts;
    await look();
    expect([...seen]).to.deep.equal([4_000_000]);
  });

  it('leaves nothing behind of a write that failed', async () => {
    const expiresAt = new Date('2077-01-01T00:00:00Z');
    await writeFile(join(folder, 'pdf', '2077-01-01'), 'in the way');
    await expectUnavailable(() => stored(store, somePdf(), { expiresAt, filename: 'a.pdf' }));
    expect(await readdir(join(folder, 'incoming'))).to.deep.equal([]);
  });

  it('is not ready when its path is a file', async () => {
    const path = join(home, 'a-file');
    await writeFile(path, '');
    const misplaced = await createFileStore({ driver: 'folder', folder: path });
    await expectUnavailable(() => misplaced.check());
    await expectUnavailable(() => misplaced.prepare());
  });

  it('does not create a missing folder again: the volume may not be mounted', async () => {
    const elsewhere = await createFileStore({ driver: 'folder', folder: join(home, 'gone') });
    await expectUnavailable(() => stored(elsewhere, somePdf(), { expiresAt: inSeconds(60) }));
    await expectUnavailable(() => elsewhere.remove(newFileId(inSeconds(60))));
    expect(await readdir(home)).to.not.include('gone');
  });

  it('removes names, empty days and abandoned drafts with the sweep, and nothing else', async () => {
    const expiresAt = new Date('2031-01-01T10:00:00Z');
    const id = await stored(store, somePdf(), { expiresAt, filename: 'a.pdf' });
    const orphan = newFileId(expiresAt);
    await writeFile(join(folder, 'pdf/2031-01-01', `${orphan}.name`), 'left over.pdf');
    const shared = join(folder, 'pdf/2031-01-02');
    await mkdir(shared);
    await writeFile(join(shared, 'notes.pdf'), 'the operator’s own');
    const [abandoned, underWay] = ['abandoned', 'under-way'].map((name) => join(folder, 'incoming', name));
    const now = new Date('2031-01-03T00:00:00Z');
    for (const [draft = '', ageSeconds] of [[abandoned, 3_700] as const, [underWay, 60] as const]) {
      await writeFile(draft, somePdf());
      await utimes(draft, now, new Date(now.getTime() - ageSeconds * 1_000));
    }
    expect(await driver.days()).to.include.members(['2031-01-01', '2031-01-02']);
    expect(await store.sweep(now)).to.be.at.least(1);
    expect(await driver.days()).to.not.include('2031-01-01');
    expect((await serviceErrorOf(() => store.read(id))).code).to.equal('file_unknown');
    expect(await readdir(shared)).to.deep.equal(['notes.pdf']);
    expect(await readdir(join(folder, 'incoming'))).to.deep.equal(['under-way']);
  });

  it('stores a file of a day whose folder a sweep has just removed', async () => {
    const expiresAt = new Date('2034-05-05T10:00:00Z');
    for (const filename of [undefined, 'a.pdf']) {
      await stored(store, somePdf(), { expiresAt });
      await store.sweep(new Date('2034-05-06T00:00:00Z'));
      expect(await driver.days()).to.not.include('2034-05-05');
      const id = await stored(store, somePdf(), { expiresAt, filename });
      expect(await store.read(id)).to.have.lengthOf(2_000);
    }
  });
});
