/** Lists faults and warnings below the editor. Each leads to its place, and to what can be done about it. */
import { button, fill, h, messageOf } from '../ui/dom.js';
import type { Advice } from './advice.js';
import type { Part, Problem } from './problems.js';

const NAMES: Record<string, string> = {
  html: 'HTML',
  css: 'CSS',
  header_html: 'Header',
  footer_html: 'Footer',
  options: 'Options',
};

/** Returns the name of a part for readers. */
export const partName = (part: Part): string =>
  part.startsWith('data:') ? `Data “${part.slice(5)}”` : (NAMES[part] ?? part);

/** Returns the part and the place of a problem for people; undefined if both are unknown. */
export const placeOf = ({ part, line, column }: Problem): string | undefined =>
  part && `${partName(part)}${line === undefined ? '' : ` ${line}:${column}`}`;

export interface ProblemActions {
  /** Moves the cursor to a problem. */
  goTo(problem: Problem): void;
  /** Returns what can be done about a problem. */
  advise(problem: Problem): readonly Advice[];
  /** Does it. */
  follow(advice: Advice, problem: Problem): void;
}

export class ProblemList {
  private readonly list = h('ol', { class: 'problem-list' });
  private readonly summary = h('summary', {}, 'No problems');
  readonly element = h('details', { class: 'problems' }, this.summary, this.list);

  constructor(private readonly actions: ProblemActions) {}

  show(problems: readonly Problem[]): void {
    const faults = problems.filter(({ kind }) => kind === 'fault').length;
    const warnings = problems.length - faults;
    const counts = [countText(faults, 'fault'), countText(warnings, 'warning')].filter((text) => text !== '');
    this.summary.textContent = counts.length === 0 ? 'No problems' : counts.join(', ');
    this.element.dataset['level'] = faults > 0 ? 'bad' : warnings > 0 ? 'warn' : 'good';
    if (faults > 0) this.element.open = true;
    else if (problems.length === 0) this.element.open = false;
    fill(this.list, ...problems.map((problem) => h('li', { class: problem.kind }, ...this.lineOf(problem))));
  }

  private lineOf(problem: Problem): HTMLElement[] {
    const place = placeOf(problem);
    const advice = this.actions.advise(problem).map((each) => {
      const follow = button('', () => this.actions.follow(each, problem), { class: 'advice' });
      fill(follow, ...messageOf(each.label));
      return follow;
    });
    return [
      ...(place === undefined ? [] : [button(place, () => this.actions.goTo(problem), { class: 'place-link' })]),
      h('div', {}, h('span', {}, ...messageOf(problem.message)), ...advice),
    ];
  }
}

export const countText = (count: number, name: string): string =>
  count === 0 ? '' : `${count} ${name}${count === 1 ? '' : 's'}`;
