/** The controls of the options of printing. */

import type { Draft } from '../draft/draft.js';
import type { Controls } from '../draft/print-options.js';
import type { Part } from '../problems/problems.js';
import type { Facts } from '../service/facts.js';
import { checkbox, field, fill, h, select } from '../ui/dom.js';

type TextControl = { [Key in keyof Controls]: Controls[Key] extends string ? Key : never }[keyof Controls];
type FlagControl = Exclude<keyof Controls, TextControl>;
type Changed = (change: Pick<Draft, 'controls'>) => void;

const LOCALES = [
  'en',
  'en-GB',
  'de',
  'de-AT',
  'de-CH',
  'fr',
  'es',
  'it',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'sv',
  'da',
  'cs',
  'ja',
  'zh',
];
const LEVELS: Record<string, string> = { 'pdf/a-2b': 'PDF/A-2b', 'pdf/a-3b': 'PDF/A-3b', 'pdf/a-3a': 'PDF/A-3a' };

/** Creates the fields of controls. */
class ControlFields {
  constructor(
    readonly values: Controls,
    private readonly byPart: Map<Part, HTMLTextAreaElement>,
    private readonly changed: (values: Controls) => void,
  ) {}

  text(name: TextControl, attributes = {}): HTMLInputElement {
    return h('input', {
      ...{ value: this.values[name], spellcheck: 'false', autocomplete: 'off', ...attributes },
      on: { input: ({ target }) => this.change({ [name]: (target as HTMLInputElement).value }) },
    });
  }

  /** @param part the part of a template in which faults are shown here. */
  area(name: TextControl, part: Part, rows: number): HTMLTextAreaElement {
    const element = h('textarea', {
      ...{ rows, spellcheck: 'false', class: 'code' },
      on: { input: () => this.change({ [name]: element.value }) },
    });
    element.value = this.values[name];
    this.byPart.set(part, element);
    return element;
  }

  flag(name: FlagControl, label: string): HTMLElement {
    return checkbox(
      label,
      h('input', {
        ...{ type: 'checkbox', checked: this.values[name] },
        on: { change: ({ target }) => this.change({ [name]: (target as HTMLInputElement).checked }) },
      }),
    );
  }

  chosen(
    name: TextControl,
    choices: (readonly [string, string])[],
    also = (_value: string): void => {},
  ): HTMLSelectElement {
    const element = select(choices, {
      on: {
        change: () => {
          this.change({ [name]: element.value });
          also(element.value);
        },
      },
    });
    element.value = this.values[name];
    return element;
  }

  private change(part: Partial<Controls>): void {
    Object.assign(this.values, part);
    this.changed({ ...this.values });
  }
}

const languageOf = (controls: ControlFields): HTMLElement =>
  group(
    'Language',
    field('Locale', controls.text('locale', { list: 'locales', placeholder: 'en' }), 'Of numbers, amounts and dates.'),
    field('Time zone', controls.text('timeZone', { list: 'time-zones', placeholder: 'UTC' })),
    choicesOf('locales', LOCALES),
    choicesOf('time-zones', Intl.supportedValuesOf?.('timeZone') ?? []),
  );

const headerAndFooterOf = (controls: ControlFields): HTMLElement =>
  group(
    'Header and footer',
    field(
      'Header',
      controls.area('headerHtml', 'header_html', 3),
      'HTML. “[[page]]” and “[[pages]]” are page number and page count.',
    ),
    field('Footer', controls.area('footerHtml', 'footer_html', 3)),
  );

/** Shows the options of a draft. @param changed receives what the reader changes. */
export class OptionsView {
  readonly element = h('div', { class: 'options' });
  private readonly byPart = new Map<Part, HTMLTextAreaElement>();

  constructor(
    private readonly facts: Facts,
    private readonly changed: Changed,
  ) {}

  open(draft: Draft): void {
    const controls = new ControlFields({ ...draft.controls }, this.byPart, (changed) =>
      this.changed({ controls: changed }),
    );
    fill(
      this.element,
      this.paperOf(controls),
      languageOf(controls),
      headerAndFooterOf(controls),
      this.pdfOf(controls),
      group(
        'Other options',
        field(
          'JSON',
          controls.area('others', 'options', 5),
          'Further fields of the API, such as “metadata” or “watermark_html”.',
        ),
      ),
    );
  }

  private paperOf(controls: ControlFields): HTMLElement {
    const custom = h(
      'div',
      { class: 'pair', hidden: controls.values.pageSize !== 'custom' },
      field('Width', controls.text('width', { placeholder: '80mm' })),
      field('Height', controls.text('height', { placeholder: 'auto' }), 'A length, or “auto”.'),
    );
    const sizes = [
      ['', 'As in the document, else A4'],
      ...this.facts.pageSizes.map((size) => [size, size]),
      ['custom', 'Custom'],
    ] as [string, string][];
    return group(
      'Paper',
      field(
        'Size',
        controls.chosen('pageSize', sizes, (value) => (custom.hidden = value !== 'custom')),
      ),
      custom,
      field('Margins', controls.text('margin', { placeholder: '10mm' }), 'One to four lengths, such as “20mm 15mm”.'),
      controls.flag('landscape', 'Landscape'),
    );
  }

  private pdfOf(controls: ControlFields): HTMLElement {
    const levels = this.facts.conformance.filter((level) => level.startsWith('pdf/a'));
    return group(
      'PDF',
      field(
        'Archive',
        controls.chosen('archive', [['', 'No'], ...levels.map((level) => [level, LEVELS[level] ?? level] as const)]),
      ),
      field('File name', controls.text('filename', { placeholder: 'document.pdf' })),
      controls.flag('accessible', 'Accessible (PDF/UA-1)'),
      controls.flag('tagged', 'Tags for screen readers'),
      controls.flag('outline', 'Bookmarks from headings'),
      controls.flag('strict', 'Tags without a value are errors'),
    );
  }

  /** Moves the focus to a part. @param selected the range of its text to select. @returns whether it is shown here. */
  goTo(part: Part, selected?: { from: number; to: number }): boolean {
    const area = this.byPart.get(part);
    area?.focus();
    if (selected !== undefined) area?.setSelectionRange(selected.from, selected.to);
    return area !== undefined;
  }

  /** Replaces the text of a part as if it were typed: the browser can undo it. */
  replace(part: Part, text: string): void {
    const area = this.byPart.get(part);
    if (area === undefined || area.value === text) return;
    area.focus();
    area.select();
    document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
  }
}

const group = (title: string, ...content: HTMLElement[]): HTMLElement =>
  h('fieldset', {}, h('legend', {}, title), ...content);

const choicesOf = (id: string, values: readonly string[]): HTMLElement =>
  h('datalist', { id }, ...values.map((value) => h('option', { value })));
