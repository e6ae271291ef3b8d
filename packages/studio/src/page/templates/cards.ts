/** The cards of the gallery: own templates and samples, each with a picture of its first page. */
import type { Summary } from '../service/api.js';
import type { SampleFact } from '../service/facts.js';
import { button, h, timeOf } from '../ui/dom.js';
import { hrefOf } from './new-template.js';

/** Returns the card of a template. @param picture the frame for its first page. */
export const templateCard = (
  template: Summary,
  picture: HTMLElement,
  remove: (name: string) => Promise<void>,
): HTMLElement =>
  h(
    'li',
    { class: 'tile' },
    picture,
    h(
      'div',
      { class: 'template-name' },
      h('a', { href: hrefOf(template.name) }, template.name),
      h('p', { class: 'note' }, 'Changed ', timeOf(template.draft_saved_at ?? template.updated_at)),
    ),
    h(
      'div',
      { class: 'tile-foot' },
      h('div', { class: 'marks' }, ...marksOf(template)),
      button('Delete', () => remove(template.name), {
        class: 'quiet',
        'aria-label': `Delete ${template.name}`,
      }),
    ),
  );

/** Returns the card of a sample. */
export const sampleCard = (sample: SampleFact, open: (sample: SampleFact) => void): HTMLElement =>
  h(
    'li',
    { class: 'tile' },
    h(
      'div',
      { class: 'thumbnail' },
      sample.thumbnail !== undefined &&
        h('img', { src: sample.thumbnail, alt: '', loading: 'lazy', decoding: 'async', width: 240, height: 340 }),
    ),
    h(
      'div',
      { class: 'template-name' },
      button(sample.title, () => open(sample), { class: 'tile-open' }),
      h('p', { class: 'note' }, sample.about),
    ),
  );

function marksOf({ version, draft_saved_at }: Summary): HTMLElement[] {
  return [
    ...(version === undefined ? [] : [h('span', { class: 'mark good' }, `Published v${version}`)]),
    ...(draft_saved_at === undefined ? [] : [h('span', { class: 'mark' }, 'Draft')]),
  ];
}
