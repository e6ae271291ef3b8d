/** Asks for an API token. It is sent once and not kept. */

import { field, fill, h, messageOf } from '../ui/dom.js';
import { logo } from '../ui/logo.js';
import { session } from './api.js';

/** Returns the form of a sign-in. @param done called after it. */
export function signInForm(done: () => void): HTMLElement {
  const input = h('input', {
    type: 'password',
    name: 'token',
    required: true,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
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

/** Shows the page of the sign-in. */
export function signInPage(done: () => void): HTMLElement {
  return h(
    'main',
    { class: 'login' },
    h(
      'div',
      { class: 'card' },
      h('h1', {}, logo(), 'Toolpress studio'),
      h('p', { class: 'lead' }, 'Write templates and see the PDF while you type.'),
      signInForm(done),
    ),
  );
}
