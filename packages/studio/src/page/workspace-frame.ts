/** How the page of a template is divided: the bar, the text with its problems, and the pages. */
import { type Child, h } from './ui/dom.js';
import type { ViewSwitch } from './ui/view-switch.js';

export interface Frame {
  bar: readonly Child[];
  toolbar: readonly Child[];
  /** Between the toolbar and the panel. */
  underToolbar: Child;
  /** What the tabs show, one at a time. */
  panel: readonly Child[];
  underPanel: readonly Child[];
  /** Beside the text. */
  beside: readonly Child[];
}

export const frameOf = (
  view: Pick<ViewSwitch<string>, 'current'>,
  { bar, toolbar, underToolbar, panel, underPanel, beside }: Frame,
): HTMLElement =>
  h(
    'div',
    { class: 'workspace', 'data-view': view.current },
    h('header', { class: 'bar' }, ...bar),
    h(
      'main',
      {},
      h(
        'section',
        { class: 'source', 'aria-label': 'Source' },
        h('div', { class: 'toolbar' }, ...toolbar),
        underToolbar,
        h('div', { class: 'panel', role: 'tabpanel', 'aria-label': 'Part of the template' }, ...panel),
        ...underPanel,
      ),
      ...beside,
    ),
  );
