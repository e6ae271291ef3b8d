import { setTimeout as sleep } from 'node:timers/promises';
import { type RenderReply, ServiceError } from '@toolpress/contract';
import { CLAIMED_WITHIN_SECONDS } from '@toolpress/queue';
import { type FileKind, fileExpiry, fileKind, newFileId, storeUnavailable } from '@toolpress/storage';
import { eventually } from '@toolpress/testkit';
import { expect } from 'chai';
import { beforeEach, describe, it } from 'mocha';
import { NewFile, type StoreWait, StoreWaits, type WaitContext } from './storing.js';

const FULL = storeUnavailable(new Error('ENOSPC: no space left on device, write'));
const SMALL = 10_000;
const LARGE = 20 * 1024 * 1024;

describe('A document that the store does not take', () => {
  let waits: StoreWaits;
  let worker: AbortController;
  let tries: number;
  beforeEach(() => {
    waits = new StoreWaits();
    worker = new AbortController();
    tries = 0;
  });

  const waitOf = (context: Partial<WaitContext> = {}): StoreWait =>
    waits.of({ remainingMs: 60_000, mayBeRepeated: false, closing: worker.signal, ...context });
  /** A store that fails with this error, some times. */
  const failing =
    (error: unknown, times = Number.POSITIVE_INFINITY) =>
    async (): Promise<void> => {
      tries += 1;
      if (tries <= times) throw error;
    };
  const outcomeOf = (wait: StoreWait, storing: Promise<void>): Promise<RenderReply | undefined> =>
    storing.then(
      () => undefined,
      (error: unknown) => {
        if (error === FULL) return wait.giveUp(FULL);
        throw error;
      },
    );
  const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => 'no error',
      (error) => error,
    );

  it('is stored as soon as the store accepts writes again', async () => {
    const storing = waitOf().put(SMALL, failing(FULL, 2));
    await eventually(() => expect(waits.areAny).to.equal(true));
    await storing;
    expect([tries, waits.areAny]).to.deep.equal([3, false]);
  });

  it('is given back to the gateway before its deadline, not as a fault of the document', async () => {
    const wait = waitOf({ remainingMs: 1_600 });
    const deadline = sleep(1_600).then(() => 'deadline');
    const reply = await Promise.race([outcomeOf(wait, wait.put(SMALL, failing(FULL))), deadline]);
    expect(reply).to.have.nested.property('error.reason', 'store_unavailable');
    expect(tries).to.be.above(1);
  });

  it('and is large is not held in memory: it is not stored again, and waits all the same', async () => {
    const wait = waitOf({ remainingMs: 1_600 });
    const begun = performance.now();
    expect(await outcomeOf(wait, wait.put(LARGE, failing(FULL)))).to.have.nested.property('error.code', 'unavailable');
    expect(performance.now() - begun).to.be.above(500);
    expect(tries).to.equal(1);
  });

  it('is not waited for by a store that answers nothing before the deadline', async () => {
    const wait = waitOf({ remainingMs: 1_000 });
    const error = await errorOf(wait.put(SMALL, () => new Promise(() => undefined)));
    expect(error).to.have.property('reason', 'store_unavailable');
  });

  it('is given to another worker when this one ends, or stops with its caller', async () => {
    const caller = new AbortController();
    for (const [context, end] of [
      [{ mayBeRepeated: true }, worker],
      [{ signal: caller.signal, closing: new AbortController().signal }, caller],
    ] as const) {
      const wait = waitOf(context);
      const outcome = errorOf(outcomeOf(wait, wait.put(SMALL, failing(FULL))));
      await eventually(() => expect(waits.areAny).to.equal(true));
      end.abort();
      expect(await outcome).to.equal(FULL);
    }
  });

  it('because of the document itself is not tried again', async () => {
    const tooLarge = new ServiceError('unavailable', 'no', { cause: new Error('EFBIG') });
    expect(await errorOf(waitOf().put(SMALL, failing(tooLarge)))).to.equal(tooLarge);
    expect(tries).to.equal(1);
  });
});

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
