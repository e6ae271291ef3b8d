import { expect } from 'chai';
import { beforeEach, describe, it } from 'mocha';
import { PreviewLoop } from './preview-loop.js';

interface Pending {
  text: string;
  firstPageOnly: boolean;
  signal: AbortSignal;
  answer(isWhole?: boolean): Promise<void>;
  refuse(error: unknown): Promise<void>;
}

const settled = (_done?: unknown): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe('The loop of previews', () => {
  let text = '';
  let isLong = false;
  let prints: Pending[] = [];
  let events: string[] = [];
  let loop: PreviewLoop<string, { text: string; isWhole: boolean }>;
  const edit = async (next: string): Promise<void> => {
    text = next;
    loop.edited();
    await settled();
  };
  beforeEach(() => {
    prints = [];
    events = [];
    isLong = false;
    loop = new PreviewLoop({
      delay: 0,
      request: () => text,
      print: (sent, firstPageOnly, signal) =>
        new Promise((resolve, reject) => {
          const answer = (isWhole = !firstPageOnly) => settled(resolve({ text: sent, isWhole }));
          prints.push({ text: sent, firstPageOnly, signal, answer, refuse: (error) => settled(reject(error)) });
        }),
      show: async (printed, number) => void events.push(`shows ${printed.text} of ${number}`),
      fail: (error) => events.push(`fails: ${String(error)}`),
      wait: () => undefined,
      isLong: () => isLong,
      isWhole: (printed) => printed.isWhole,
      retryAfter: (error) => (error === 'busy' ? 0 : undefined),
    });
  });
  const at = (index: number): Pending => prints[index] as Pending;

  it('prints what is written when typing pauses, once', async () => {
    text = 'a';
    loop.edited();
    text = 'ab';
    loop.edited();
    await settled();
    expect(prints.map((print) => print.text)).to.deep.equal(['ab']);
    await at(0).answer();
    expect(events).to.deep.equal(['shows ab of 2']);
  });

  it('cancels the print of an older edit, and never shows its answer', async () => {
    await edit('a');
    await edit('ab');
    expect(at(0).signal.aborted).to.equal(true);
    await at(1).answer();
    await at(0).answer();
    expect(events).to.deep.equal(['shows ab of 2']);
  });

  it('reports the failure of the newest edit only', async () => {
    await edit('a');
    await edit('ab');
    await at(0).refuse('old');
    await at(1).refuse('new');
    expect(events).to.deep.equal(['fails: new']);
  });

  it('prints the first page of a long document before the rest', async () => {
    isLong = true;
    await edit('a');
    await at(0).answer();
    await at(1).answer();
    expect(prints.map(({ firstPageOnly }) => firstPageOnly)).to.deep.equal([true, false]);
    expect(events).to.deep.equal(['shows a of 1', 'shows a of 1']);
  });

  it('prints no rest of a document with one page, or after a newer edit', async () => {
    isLong = true;
    await edit('a');
    await at(0).answer(true);
    expect(prints).to.have.length(1);
    await edit('ab');
    await edit('abc');
    await at(1).answer();
    expect(prints.map((print) => print.text)).to.deep.equal(['a', 'ab', 'abc']);
  });

  it('prints again after a limit', async () => {
    await edit('a');
    await at(0).refuse('busy');
    await at(1).answer();
    expect(events).to.deep.equal(['shows a of 1']);
  });
});
