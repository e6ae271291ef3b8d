/** Starts the page: the session, and which template the address names. */
import { Navigation } from './navigation.js';
import { forgetAtSignOut } from './saving/keeping.js';
import { ApiError, onSessionEnd, type Session, session, workFor } from './service/api.js';
import { readFacts } from './service/facts.js';
import { hasSignInLink, signInForm, signInPage, useSignInLink } from './service/sign-in.js';
import { templateList } from './templates/template-list.js';
import { closeDialogs, openDialog } from './ui/dialogs.js';
import { fill, h } from './ui/dom.js';
import type { Workspace } from './workspace.js';

const facts = readFacts();
const root = h('div', { id: 'studio' });
document.body.append(root);

const readSession = async (): Promise<Session | undefined> => {
  try {
    return await session.read();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  }
};

async function start(): Promise<void> {
  const refused = await useSignInLink();
  const signedIn = await readSession();
  if (signedIn === undefined) {
    fill(
      root,
      signInPage(() => void start(), refused),
    );
    root.querySelector('input')?.focus();
    return;
  }
  run(signedIn);
}

function run(signedIn: Session): void {
  workFor(signedIn.account.id);
  const list = templateList(facts, signedIn, async () => {
    if (!(await forgetAtSignOut(signedIn.account.id))) return;
    await session.end();
    location.replace('/studio');
  });
  let workspace: Workspace | undefined;
  /** Loads the editor and the viewer with the first template: they are larger than all the rest. */
  const opened = async (): Promise<Workspace> => {
    const { Workspace } = await import('./workspace.js');
    workspace ??= new Workspace(facts, signedIn);
    return workspace;
  };
  const navigation = new Navigation({
    address: () => decoded(location.hash.replace(/^#\/?/, '')),
    setAddress: (name) => history.replaceState(null, '', `#/${encodeURIComponent(name)}`),
    mayLeave: async () => workspace === undefined || workspace.mayLeave(),
    wait: (name) => {
      closeDialogs();
      list.stop();
      workspace?.close();
      root.inert = true;
      if (name !== '') slow(name);
    },
    open: async (name, isCurrent) => {
      if (name !== '') {
        const page = await opened();
        if (isCurrent() && (await page.open(name, isCurrent, list.known(name)))) show(page.element);
        if (isCurrent()) page.focus();
        return;
      }
      document.title = 'Studio – Toolpress';
      show(list.element);
      await list.load();
      // While the list is read, so that the first template is shown at once. What fails is loaded again then.
      whenIdle(() => void opened().catch(() => undefined));
    },
    fail: ({ message }) => openDialog({ title: 'Templates' }, h('p', {}, message)),
  });
  addEventListener('hashchange', () => {
    if (!hasSignInLink()) void navigation.follow();
  });
  addEventListener('beforeunload', (event) => {
    if (workspace?.isChanged) event.preventDefault();
  });
  onSessionEnd(() => askToSignIn(signedIn.account.name));
  void navigation.follow();
}

/** The time in milliseconds after which a page that is still being opened is named. */
const SLOW_MS = 200;
let slowTimer: ReturnType<typeof setTimeout> | undefined;

/** Shows that a template is being opened, if that takes a while. */
function slow(name: string): void {
  clearTimeout(slowTimer);
  slowTimer = setTimeout(() => {
    fill(root, h('main', { class: 'frame' }, h('p', { role: 'status' }, `Opening “${name}”…`)));
  }, SLOW_MS);
}

function show(page: HTMLElement): void {
  clearTimeout(slowTimer);
  fill(root, page);
  root.inert = false;
}

/** Not all browsers tell when they are idle. */
const whenIdle = (work: () => void): unknown => (window.requestIdleCallback ?? setTimeout)(work);

/** Returns a name as it is where its escapes are wrong, so that it is reported as unknown. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

let asked: Promise<void> | undefined;
/** Asks once, however many calls wait for it. What is written stays. */
function askToSignIn(account: string): Promise<void> {
  if (asked === undefined) {
    const { close, closed } = openDialog(
      { title: 'Your session has ended' },
      h('p', {}, `Sign in to the account “${account}” again. What you have written stays.`),
      signInForm(() => close()),
    );
    asked = closed.then(() => {
      asked = undefined;
    });
  }
  return asked;
}

// A link that is pasted into the address of an open page
addEventListener('hashchange', () => hasSignInLink() && location.reload());
void start().catch((error: Error) => fill(root, h('main', { class: 'frame' }, h('p', {}, error.message))));
