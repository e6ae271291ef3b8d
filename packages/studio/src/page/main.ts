/** Starts the page: the session, and which template the address names. */
import { ApiError, onSessionEnd, type Session, session, workFor } from './service/api.js';
import { readFacts } from './service/facts.js';
import { signInForm, signInPage } from './service/sign-in.js';
import { templateList } from './templates/template-list.js';
import { ask, openDialog } from './ui/dialogs.js';
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
  const signedIn = await readSession();
  if (signedIn === undefined) {
    fill(
      root,
      signInPage(() => void start()),
    );
    root.querySelector('input')?.focus();
    return;
  }
  run(signedIn);
}

function run(signedIn: Session): void {
  workFor(signedIn.account.id);
  const list = templateList(facts, signedIn, async () => {
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
  let shown: string | undefined;
  const nameIn = (hash: string): string => decoded(hash.replace(/^#\/?/, ''));

  const show = async (): Promise<void> => {
    const name = nameIn(location.hash);
    if (name === shown) return;
    if (shown !== undefined && shown !== '' && workspace?.isChanged && !(await discards())) {
      history.replaceState(null, '', `#/${encodeURIComponent(shown)}`);
      return;
    }
    shown = name;
    if (name !== '') {
      list.stop();
      try {
        const page = await opened();
        await page.open(name, list.known(name));
        fill(root, page.element);
        page.focus();
        return;
      } catch (error) {
        openDialog({ title: 'Templates' }, h('p', {}, (error as Error).message));
        history.replaceState(null, '', '#/');
        shown = '';
      }
    }
    workspace?.close();
    document.title = 'Studio – Toolpress';
    fill(root, list.element);
    await list.load().catch((error: Error) => openDialog({ title: 'Templates' }, h('p', {}, error.message)));
    // While the list is read, so that the first template is shown at once. What fails is loaded again then.
    whenIdle(() => void opened().catch(() => undefined));
  };
  addEventListener('hashchange', () => void show());
  addEventListener('beforeunload', (event) => {
    if (shown !== '' && workspace?.isChanged) event.preventDefault();
  });
  onSessionEnd(() => askToSignIn(signedIn.account.name));
  void show();
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

const discards = (): Promise<boolean> =>
  ask({ title: 'Discard the changes?', text: 'They are not saved.', confirm: 'Discard', isDangerous: true });

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

void start().catch((error: Error) => fill(root, h('main', { class: 'frame' }, h('p', {}, error.message))));
