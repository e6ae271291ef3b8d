/** The questions about texts that would be replaced: each names what happens to both. */
import type { Draft } from '../draft/draft.js';
import { choose } from '../ui/choices.js';
import { h } from '../ui/dom.js';
import type { KeptText } from './kept-texts.js';
import { timeText } from './save-state.js';
import type { Stored } from './stored.js';

/** Asks what to do about a text that another tab or person has saved. */
export async function askAboutConflict(
  name: string,
  theirs: { draft: Draft; stored: Stored },
  mine: Draft,
): Promise<'mine' | 'theirs' | undefined> {
  const { differencesOf, differencesView } = await import('./differences.js');
  const { saved_at, by, version } = theirs.stored;
  const who = by === null ? '' : ` by ${by.name ?? by.id}`;
  const what = version === 'draft' ? 'The draft was saved' : `Version ${version} was published`;
  const differences = differencesOf(theirs.draft, mine);
  return choose({
    title: `“${name}” was changed elsewhere`,
    isWide: true,
    content: [
      h('p', {}, `${what} at ${timeText(saved_at)}${who}, after you opened it. Nothing of either text is lost yet.`),
      h('p', {}, 'Lines of theirs begin with “-”, lines of yours with “+”.'),
      differencesView(differences),
      h(
        'p',
        { class: 'note' },
        'After “Take theirs”, Undo brings your text back, and it is offered at the next visit.',
      ),
    ],
    choices: [
      { value: 'theirs', label: 'Take theirs' },
      { value: 'mine', label: 'Save mine over theirs', kind: 'danger' },
    ],
  });
}

/** Asks whether to create a template again that was deleted elsewhere. */
export const askToCreateAgain = (name: string): Promise<'create' | undefined> =>
  choose({
    title: `“${name}” was deleted elsewhere`,
    content: [h('p', {}, 'Your text is still here. Save it as a new template of this name?')],
    choices: [{ value: 'create', label: 'Create again' }],
  });

/** Asks what to do about unsaved text, before another page is shown. */
export const askToLeave = (name: string): Promise<'save' | 'discard' | undefined> =>
  choose({
    title: 'Leave without saving?',
    content: [h('p', {}, `“${name}” has unsaved changes.`)],
    choices: [
      { value: 'discard', label: 'Discard changes', kind: 'danger' },
      { value: 'save', label: 'Save draft', kind: 'primary' },
    ],
  });

/** Asks whether unsaved text may be replaced by another one of the same template. */
export const askToReplace = (): Promise<'replace' | undefined> =>
  choose({
    title: 'Replace the unsaved text?',
    content: [h('p', {}, 'It has unsaved changes. Undo brings the text back, and it is offered at the next visit.')],
    choices: [{ value: 'replace', label: 'Replace', kind: 'danger' }],
  });

/** Asks before the unsaved texts of an account that signs out are deleted. */
export const askToForget = async (texts: readonly KeptText[]): Promise<boolean> =>
  (await choose({
    title: 'Sign out?',
    content: [
      h('p', {}, 'This browser keeps unsaved text. Signing out deletes it:'),
      h('ul', {}, ...texts.map(({ name, at }) => h('li', {}, `${name}, ${timeText(at)}`))),
    ],
    choices: [{ value: 'forget', label: 'Delete and sign out', kind: 'danger' }],
  })) === 'forget';

/** Offers text of an earlier visit. A dialog that is just closed restores it, because nothing is lost then. */
export async function askToRestore({ at }: KeptText): Promise<'restore' | 'discard'> {
  const chosen = await choose({
    title: `Unsaved text of ${timeText(at)}`,
    content: [h('p', {}, 'It was not saved at the last visit. Undo brings the saved text back.')],
    choices: [
      { value: 'discard', label: 'Discard' },
      { value: 'restore', label: 'Restore', kind: 'primary' },
    ],
    canCancel: false,
  });
  return chosen ?? 'restore';
}
