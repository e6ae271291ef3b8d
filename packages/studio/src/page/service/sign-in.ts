/** Asks for an API token, or takes a sign-in link. Both are sent once and not kept. */

import { field, fill, h, messageOf } from '../ui/dom.js';
import { logo } from '../ui/logo.js';
import { session } from './api.js';

/** What precedes the secret of a sign-in link in the address. */
const LINK = '#sign-in=';

/** Returns whether the address has a sign-in link, instead of the name of a template. */
export const hasSignInLink = (): boolean => location.hash.startsWith(LINK);

/**
 * Signs in by the link in the address, if there is one. The secret is removed from the address first: it must not stay in the history.
 *
 * @returns why the link can't be used, for people; undefined after a sign-in, and without a link.
 */
export async function useSignInLink(): Promise<string | undefined> {
  if (!hasSignInLink()) return undefined;
  const secret = location.hash.slice(LINK.length);
  history.replaceState(null, '', location.pathname);
  try {
    await session.beginByLink(secret);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns the form of a sign-in. @param done called after it. @param refused why another sign-in failed before. */
export function signInForm(done: () => void, refused?: string): HTMLElement {
  const input = h('input', {
    type: 'password',
    name: 'token',
    required: true,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const problem = h(
    'p',
    { class: 'problem', role: 'alert', hidden: refused === undefined },
    ...messageOf(refused ?? ''),
  );
  const send = h('button', { class: 'primary' }, 'Sign in');
  const submit = async (): Promise<void> => {
    send.disabled = true;
    try {
      const sent = session.begin(input.value);
      input.value = '';
      await sent;
      done();
    } catch (error) {
      fill(problem, ...messageOf((error as Error).message));
      problem.hidden = false;
      input.focus();
    } finally {
      send.disabled = false;
    }
  };
  return h(
    'form',
    {
      on: {
        submit: (event) => {
          event.preventDefault();
          void submit();
        },
      },
    },
    problem,
    field('API token', input, 'A token of your account. The service puts it into a cookie that scripts cannot read.'),
    send,
  );
}

/** Shows the page of the sign-in. @param refused as in `signInForm`. */
export function signInPage(done: () => void, refused?: string): HTMLElement {
  return h(
    'main',
    { class: 'login' },
    h(
      'div',
      { class: 'card' },
      h('h1', {}, logo(), 'Toolpress studio'),
      h('p', { class: 'lead' }, 'Write templates and see the PDF while you type.'),
      signInForm(done, refused),
    ),
  );
}
