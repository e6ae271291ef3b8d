/** Lists faults and warnings below the editor. Each leads to its place. */
import { button, fill, h, messageOf } from '../ui/dom.js';
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

export class ProblemList {
  private readonly list = h('ol', { class: 'problem-list' });
  private readonly summary = h('summary', {}, 'No problems');
  readonly element = h('details', { class: 'problems' }, this.summary, this.list);

  constructor(private readonly goTo: (problem: Problem) => void) {}

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
    const { part, line, column, message } = problem;
    const place = part && `${partName(part)}${line === undefined ? '' : ` ${line}:${column}`}`;
    return [
      ...(place === undefined ? [] : [button(place, () => this.goTo(problem), { class: 'place-link' })]),
      h('span', {}, ...messageOf(message)),
    ];
  }
}

const countText = (count: number, name: string): string =>
  count === 0 ? '' : `${count} ${name}${count === 1 ? '' : 's'}`;
