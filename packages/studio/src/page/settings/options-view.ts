/** The controls of the options of printing, and the files of a template. */

import type { Draft } from '../draft/draft.js';
import type { Controls } from '../draft/print-options.js';
import type { Part } from '../problems/problems.js';
import type { Facts } from '../service/facts.js';
import { button, checkbox, field, fill, h, select } from '../ui/dom.js';

type TextControl = { [Key in keyof Controls]: Controls[Key] extends string ? Key : never }[keyof Controls];
type FlagControl = Exclude<keyof Controls, TextControl>;
type Changed = (change: Partial<Pick<Draft, 'controls' | 'files'>>) => void;

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
/** The caller's texts that are not text files. */
const TEXT_FILE = /\.(?:css|svg|txt|html?)$/i;

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
      this.filesOf(draft),
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

  /** Moves the focus to a part. @returns whether it is shown here. */
  goTo(part: Part): boolean {
    const area = this.byPart.get(part);
    area?.focus();
    return area !== undefined;
  }

  private filesOf(draft: Draft): HTMLElement {
    let files = draft.files;
    const list = h('ul', { class: 'files' });
    const change = (next: Record<string, unknown>): void => {
      files = next;
      show();
      this.changed({ files });
    };
    const picker = h('input', {
      type: 'file',
      multiple: true,
      accept: 'image/*,.css,.svg',
      on: { change: () => void add(picker.files) },
    });
    const add = async (picked: FileList | null): Promise<void> => {
      const added = await Promise.all(
        [...(picked ?? [])].map(async (file) => [file.name, await contentOf(file)] as const),
      );
      picker.value = '';
      change({ ...files, ...Object.fromEntries(added) });
    };
    const show = (): void =>
      fill(
        list,
        ...Object.entries(files).map(([path, content]) =>
          h(
            'li',
            {},
            h('code', {}, path),
            h('span', { class: 'note' }, sizeOf(content)),
            button(
              'Remove',
              () => change(Object.fromEntries(Object.entries(files).filter(([name]) => name !== path))),
              {
                class: 'quiet',
                'aria-label': `Remove ${path}`,
              },
            ),
          ),
        ),
      );
    show();
    return group('Files', list, field('Add', picker, 'Images and style sheets. HTML and CSS use them by their name.'));
  }
}

const group = (title: string, ...content: HTMLElement[]): HTMLElement =>
  h('fieldset', {}, h('legend', {}, title), ...content);

const choicesOf = (id: string, values: readonly string[]): HTMLElement =>
  h('datalist', { id }, ...values.map((value) => h('option', { value })));

async function contentOf(file: File): Promise<string | { base64: string }> {
  if (TEXT_FILE.test(file.name)) return file.text();
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let from = 0; from < bytes.length; from += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(from, from + 0x8000));
  return { base64: btoa(binary) };
}

function sizeOf(content: unknown): string {
  const { base64 } = (content ?? {}) as { base64?: string };
  return bytesText(base64 === undefined ? String(content).length : Math.floor(base64.length * 0.75));
}

/** Returns a size for people, such as "12 KB". */
export function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
