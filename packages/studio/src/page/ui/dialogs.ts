/** Modal dialogs. The browser keeps the focus in them, and the Escape key closes them. */
import { button, type Child, fill, h, messageOf } from './dom.js';

export interface DialogOptions {
  title: string;
  /** A wide dialog, such as for pages. */
  isWide?: boolean;
}

/** Shows a dialog. @returns a function that closes it, and a promise that resolves when it is closed. */
export function openDialog(
  { title, isWide = false }: DialogOptions,
  ...content: Child[]
): { close(): void; closed: Promise<void> } {
  const close = (): void => dialog.close();
  const dialog = h(
    'dialog',
    { class: isWide ? 'wide-dialog' : undefined, 'aria-label': title },
    h('header', {}, h('h2', {}, title), button('Close', close, { class: 'quiet' })),
    h('div', { class: 'dialog-content' }, ...content),
  );
  document.body.append(dialog);
  const closed = new Promise<void>((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve();
    });
  });
  dialog.showModal();
  return { close, closed };
}

/** Closes all dialogs, as the Escape key does. */
export function closeDialogs(): void {
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
}

export interface AskOptions {
  title: string;
  text?: string;
  /** The label of the button that confirms. */
  confirm: string;
  fields?: readonly HTMLElement[];
  isDangerous?: boolean;
  /** Runs when the form is sent. A thrown error is shown, and the dialog stays open. */
  run?: () => Promise<void>;
}

/** Asks for a confirmation, or for some values. @returns whether it was confirmed. */
export async function ask({ title, text, confirm, fields = [], isDangerous, run }: AskOptions): Promise<boolean> {
  let confirmed = false;
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const send = h('button', { class: isDangerous ? 'danger' : 'primary' }, confirm);
  const cancel = button('Cancel', () => close());
  const form = h(
    'form',
    {
      on: {
        submit: (event) => {
          event.preventDefault();
          void submit();
        },
      },
    },
    text !== undefined && h('p', {}, text),
    ...fields,
    problem,
    h('div', { class: 'buttons' }, cancel, send),
  );
  const submit = async (): Promise<void> => {
    send.disabled = true;
    try {
      await run?.();
      confirmed = true;
      close();
    } catch (error) {
      fill(problem, ...messageOf((error as Error).message));
      problem.hidden = false;
    } finally {
      send.disabled = false;
    }
  };
  const { close, closed } = openDialog({ title }, form);
  // The Enter key must not do harm.
  (form.querySelector<HTMLElement>('input, select, textarea') ?? (isDangerous ? cancel : send)).focus();
  await closed;
  return confirmed;
}
