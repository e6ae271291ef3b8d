/** Tells screen readers when problems appear and go, once each. */
import { h } from '../ui/dom.js';
import { partName } from './problem-list.js';
import type { Problem } from './problems.js';

export class Announcement {
  /** Polite: faults appear while somebody types. */
  readonly element = h('p', { class: 'unseen', role: 'status' });

  tell(problems: readonly Problem[]): void {
    const text = spoken(problems, this.element.textContent ?? '');
    if (text !== this.element.textContent) this.element.textContent = text;
  }
}

/** Returns what is told. @param before what was told last; nothing is told about a document that never had problems. */
export function spoken(problems: readonly Problem[], before: string): string {
  const faults = problems.filter(({ kind }) => kind === 'fault');
  const [first] = faults;
  if (first !== undefined) {
    const place = first.part && `${partName(first.part)}${first.line === undefined ? '' : `, line ${first.line}`}: `;
    const count = faults.length === 1 ? 'Fault' : `${faults.length} faults`;
    return `${count}. ${place ?? ''}${first.message.replaceAll('`', '')}`;
  }
  if (problems.length > 0) return problems.length === 1 ? '1 warning' : `${problems.length} warnings`;
  return before === '' ? '' : 'No problems';
}
