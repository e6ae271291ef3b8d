/** Asks which of several ways to go. */
import { openDialog } from './dialogs.js';
import { button, type Child, h } from './dom.js';

interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** `danger`: what it replaces is gone. */
  kind?: 'primary' | 'danger';
}

interface ChooseOptions<Value extends string> {
  title: string;
  content: Child[];
  choices: readonly Choice<Value>[];
  /** Whether the dialog has a button that changes nothing. */
  canCancel?: boolean;
  isWide?: boolean;
}

/** @returns the choice; undefined if the dialog was closed. The focus begins where the Enter key does no harm. */
export async function choose<Value extends string>(options: ChooseOptions<Value>): Promise<Value | undefined> {
  const { title, content, choices, canCancel = true, isWide = false } = options;
  let chosen: Value | undefined;
  const buttons = choices.map(({ value, label, kind }) =>
    button(
      label,
      () => {
        chosen = value;
        close();
      },
      { class: kind },
    ),
  );
  const cancel = button('Cancel', () => close());
  const row = h('div', { class: 'buttons' }, ...(canCancel ? [cancel] : []), ...buttons);
  const { close, closed } = openDialog({ title, isWide }, ...content, row);
  (buttons.find((each) => each.classList.contains('primary')) ?? cancel).focus();
  await closed;
  return chosen;
}
