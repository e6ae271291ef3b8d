/** The thin line at the top of the page while answers are awaited for long. The style sheet shows it after 0.3 s. */
import { h } from './dom.js';

let awaited = 0;
let line: HTMLElement | undefined;

/** Shows the line while an answer is awaited. @returns what the answer is. */
export async function withLine<Answer>(answer: Promise<Answer>): Promise<Answer> {
  awaited += 1;
  const shown = line ?? begun();
  // Above a dialog that was opened meanwhile
  if (awaited === 1) shown.showPopover();
  try {
    return await answer;
  } finally {
    awaited -= 1;
    if (awaited === 0) shown.hidePopover();
  }
}

/** Screen readers are told by the status of what was awaited. */
function begun(): HTMLElement {
  line = h('div', { class: 'waiting-line', popover: 'manual', 'aria-hidden': 'true' });
  document.body.append(line);
  return line;
}
