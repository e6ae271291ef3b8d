/** Shows that a text has tags of another template language, and converts those that are certain. */
import type { Problem } from '../problems/problems.js';
import { button, fill, h } from '../ui/dom.js';
import { certainChanges, type ForeignText, foreignTags } from './convert.js';
import { foreignProblems } from './foreign-problems.js';

/** The service's warning of the same tags. It names the first. */
const OF_SERVICE = /printed unchanged: templates use/;

export class ForeignBar {
  readonly element = h('div', { class: 'foreign', role: 'status', hidden: true });
  private text = '';
  private problems: Problem[] = [];

  /** @param change changes the HTML, which can be undone. */
  constructor(private readonly change: (changes: ReturnType<typeof certainChanges>) => void) {}

  /** Looks for the tags. @returns the problems, with one for each tag in place of the service's. */
  withTags(problems: readonly Problem[], html: string): Problem[] {
    if (html !== this.text) this.look(html);
    if (this.problems.length === 0) return [...problems];
    return [...problems.filter(({ part, message }) => part !== 'html' || !OF_SERVICE.test(message)), ...this.problems];
  }

  private look(html: string): void {
    this.text = html;
    const found = foreignTags(html);
    this.problems = found === undefined ? [] : foreignProblems(html, found);
    this.element.hidden = found === undefined;
    if (found !== undefined) fill(this.element, ...this.content(found));
  }

  private content(found: ForeignText): (HTMLElement | false)[] {
    const { engine, tags } = found;
    const changes = certainChanges(found);
    const sure = changes.length;
    const all = tags.length === 1 ? `1 tag of ${engine} is` : `${tags.length} tags of ${engine} are`;
    const rest = tags.length - sure;
    const next =
      rest === 0
        ? ''
        : ` ${rest === tags.length ? 'The list says' : `For ${rest} of them, the list says`} what to write.`;
    const label = sure === 1 ? 'Convert 1 tag' : `Convert ${sure} tags`;
    return [h('p', {}, `${all} not filled here.${next}`), sure > 0 && button(label, () => this.change(changes))];
  }
}
