import { expect } from 'chai';
import { beforeEach, describe, it } from 'mocha';
import { Navigation } from './navigation.js';

/** Runs what was started until it waits. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Following the address', () => {
  let address: string;
  /** What is shown, and what is being opened with its answer. */
  let page: string;
  let opening: Map<string, { answer(): void; refuse(error: Error): void }>;
  let questions: ((may: boolean) => void)[];
  let isChanged: boolean;
  let failures: string[];
  let navigation: Navigation;

  beforeEach(async () => {
    [address, page, isChanged] = ['', 'none', false];
    [opening, questions, failures] = [new Map(), [], []];
    navigation = new Navigation({
      address: () => address,
      setAddress: (name) => {
        address = name;
      },
      mayLeave: () => (isChanged ? new Promise((resolve) => questions.push(resolve)) : Promise.resolve(true)),
      wait: () => {
        page = 'waiting';
      },
      open: async (name, isCurrent) => {
        if (name !== '')
          await new Promise<void>((answer, refuse) => {
            opening.set(name, { answer, refuse });
          });
        if (isCurrent()) page = name === '' ? 'list' : name;
      },
      fail: ({ message }) => failures.push(message),
    });
    await go('');
  });

  /** Changes the address, as links, Back and Forward do. */
  const go = async (name: string): Promise<void> => {
    address = name;
    void navigation.follow();
    await settled();
  };
  const answer = async (name: string): Promise<void> => {
    opening.get(name)?.answer();
    await settled();
  };

  it('opens a template, and immediately closes the page before', async () => {
    expect(page).to.equal('list');
    await go('a');
    expect(page).to.equal('waiting');
    await answer('a');
    expect(page).to.equal('a');
  });

  it('shows the list after Back, also if the template arrives later', async () => {
    await go('a');
    await go('');
    await answer('a');
    expect([address, page]).to.deep.equal(['', 'list']);
  });

  it('shows the last of several templates, in any order of their arrival', async () => {
    await go('a');
    await go('b');
    await answer('b');
    await answer('a');
    expect([address, page]).to.deep.equal(['b', 'b']);
  });

  it('stays at unsaved text until the question is answered, and asks once', async () => {
    await go('a');
    await answer('a');
    isChanged = true;
    await go('b');
    await go('');
    expect([page, questions.length]).to.deep.equal(['a', 1]);
    questions[0]?.(false);
    await settled();
    expect([address, page]).to.deep.equal(['a', 'a']);
    await go('b');
    address = ''; // Back while it asks
    questions[1]?.(true);
    await settled();
    expect([address, page]).to.deep.equal(['', 'list']);
  });

  it('returns to the list when a template cannot be opened, but not when that is no longer wanted', async () => {
    await go('a');
    opening.get('a')?.refuse(new Error('There is no template “a”.'));
    await settled();
    expect([address, page, failures]).to.deep.equal(['', 'list', ['There is no template “a”.']]);
    await go('b');
    await go('c');
    opening.get('b')?.refuse(new Error('late'));
    await answer('c');
    expect([address, page, failures.length]).to.deep.equal(['c', 'c', 1]);
  });
});
