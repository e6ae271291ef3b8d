import { CLAIMED_WITHIN_SECONDS } from '@toolpress/queue';
import { type FileKind, fileExpiry, fileKind, newFileId } from '@toolpress/storage';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { NewFile } from './storing.js';

const FILE_TTL = 600;

describe('The file of a job', () => {
  const make = (noteFile: (id: string) => Promise<void>, expiresIn?: number): NewFile =>
    new NewFile({ noteFile }, { kind: 'xml', expiresIn, fileTtl: FILE_TTL });

  it('is noted while it is being made, and stored under the same id when it is noted', async () => {
    const story: string[] = [];
    let isNoted = (): void => undefined;
    const file = make((id) => {
      story.push(`note ${id}`);
      return new Promise((resolve) => {
        isNoted = resolve;
      });
    });
    file.note();
    const storing = file.store(async (id) => story.push(`store ${id}`));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(story).to.deep.equal([`note ${file.id}`]);
    isNoted();
    await storing;
    expect(story).to.deep.equal([`note ${file.id}`, `store ${file.id}`]);
    expect(fileKind(file.id)).to.equal('xml');
  });

  it('is not stored when it can’t be noted', async () => {
    const file = make(() => Promise.reject(new Error('no Redis')));
    file.note();
    await new Promise((resolve) => setTimeout(resolve, 20)); // the rejection must not be unhandled
    let isStored = false;
    const error = await file
      .store(async () => {
        isStored = true;
      })
      .catch((reason: Error) => reason.message);
    expect([error, isStored]).to.deep.equal(['no Redis', false]);
  });

  it('has the id that was recorded when the job was taken, if that fits its kind and its expiry', async () => {
    const recorded = newFileId(new Date(Date.now() + FILE_TTL * 1_000));
    const notes: string[] = [];
    const noteFile = async (id: string): Promise<void> => void notes.push(id);
    const storedAs = (kind: FileKind, expiresIn?: number): Promise<string> =>
      new NewFile({ fileId: recorded, noteFile }, { kind, expiresIn, fileTtl: FILE_TTL }).store(async (id) => id);
    expect(await storedAs('pdf')).to.equal(recorded);
    expect(await storedAs('pdf', FILE_TTL)).to.equal(recorded);
    expect(notes).to.deep.equal([]);
    const others = [await storedAs('xml')];
    expect(notes).to.deep.equal(others);
    expect(others).not.to.include(recorded);
  });

  it('is not recorded if it expires before unclaimed files are deleted', async () => {
    const notes: string[] = [];
    const noteFile = async (id: string): Promise<void> => void notes.push(id);
    for (const expiresIn of [60, CLAIMED_WITHIN_SECONDS, CLAIMED_WITHIN_SECONDS + 1]) {
      const file = new NewFile({ noteFile }, { kind: 'pdf', expiresIn, fileTtl: 2 * CLAIMED_WITHIN_SECONDS });
      await file.store(async () => undefined);
      expect(notes).to.have.lengthOf(expiresIn > CLAIMED_WITHIN_SECONDS ? 1 : 0);
    }
  });

  it('is kept for as long as is asked, and never longer than files are', () => {
    for (const [asked, seconds] of [
      [undefined, FILE_TTL],
      [60, 60],
      [6_000, FILE_TTL],
    ] as const) {
      const { id } = make(async () => undefined, asked);
      const left = ((fileExpiry(id)?.getTime() ?? 0) - Date.now()) / 1_000;
      expect(left, String(asked)).to.be.within(seconds - 5, seconds);
    }
  });
});
