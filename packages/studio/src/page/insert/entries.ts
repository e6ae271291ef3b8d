/** The pieces of the Insert dialog, with the fields that each asks for. */
import { checkbox, field, fill, h, select } from '../ui/dom.js';
import { columnsOf, type Field, fieldsAt, type ListFact, listsAt } from './data-fields.js';
import type { Insertion, Surroundings } from './insertion.js';
import { barcode, contents, footnote, image, pageBreak, qrCode, signature, table, value } from './pieces.js';
import { addColumn, listTableAt, summable, totalsRow } from './table-rows.js';

export interface Entry {
  name: string;
  about: string;
  /** Returns what lacks, in a sentence. */
  missing?(around: Surroundings): string | undefined;
  form(around: Surroundings): { fields: HTMLElement[]; insertion(): Insertion };
}

const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;
const BARCODES = ['code128', 'code39', 'ean13', 'ean8', 'upca', 'itf14', 'gs1-128', 'datamatrix', 'pdf417'];
const NO_TABLE = 'Put the cursor into a table whose rows are the items of a list.';

const text = (initial: string): HTMLInputElement =>
  h('input', { value: initial, autocomplete: 'off', spellcheck: 'false' });

/** Returns a choice of values, and what is chosen. */
function choice<Item>(
  items: readonly Item[],
  labelOf: (item: Item) => string,
): { control: HTMLSelectElement; chosen(): Item } {
  const control = select(
    items.map((item, index) => [String(index), labelOf(item)] as const),
    {},
  );
  return { control, chosen: () => items[Number(control.value)] as Item };
}

const plainFields = ({ html, cursor, data }: Surroundings): Field[] =>
  fieldsAt(html, cursor, data).map((each) => ({ ...each, expression: each.name }));

const noValues = (around: Surroundings): string | undefined =>
  plainFields(around).length === 0 ? 'The sample data has no values here.' : undefined;

const simple = (name: string, about: string, make: (around: Surroundings) => Insertion): Entry => ({
  name,
  about,
  form: (around) => ({ fields: [], insertion: () => make(around) }),
});

const listsIn = ({ html, cursor, data }: Surroundings): ListFact[] =>
  listsAt(html, cursor, data).filter((list) => columnsOf(list, data).length > 0 && list.items.length > 0);

const TABLE: Entry = {
  name: 'Table over a list',
  about: 'A row for each item, with a head that is repeated on each page.',
  missing: (around) => (listsIn(around).length === 0 ? 'The sample data has no list with items.' : undefined),
  form(around) {
    const list = choice(listsIn(around), ({ path, items }) => `${path} (${items.length})`);
    const columns = h('fieldset', {}, h('legend', {}, 'Columns'));
    let boxes: (readonly [HTMLInputElement, Field])[] = [];
    const show = (): void => {
      boxes = columnsOf(list.chosen(), around.data).map(
        (column) => [h('input', { type: 'checkbox', checked: true }), column] as const,
      );
      fill(
        columns,
        h('legend', {}, 'Columns'),
        ...boxes.map(([box, { name, label }]) => checkbox(name === '.' ? label : name, box)),
      );
    };
    list.control.addEventListener('change', show);
    show();
    /** A table has at least one column. */
    const chosen = (): Field[] => {
      const checked = boxes.filter(([box]) => box.checked);
      return (checked.length > 0 ? checked : boxes).map(([, column]) => column);
    };
    return { fields: [field('List', list.control), columns], insertion: () => table(around, list.chosen(), chosen()) };
  },
};

/** Returns the columns of a list that its table does not print yet. */
function newColumns(around: Surroundings): Field[] {
  const found = listTableAt(around);
  if (found === undefined) return [];
  const row = around.html.slice(found.row.from, found.row.to);
  return columnsOf(found.list, around.data).filter(({ expression }) => !row.includes(`[[${expression}]]`));
}

const COLUMN: Entry = {
  name: 'Column of this table',
  about: 'A heading, and a cell with a value of each item.',
  missing: (around) =>
    listTableAt(around) === undefined
      ? NO_TABLE
      : newColumns(around).length === 0
        ? 'The table has a column for each value.'
        : undefined,
  form(around) {
    const column = choice(newColumns(around), ({ name, label }) => (name === '.' ? label : name));
    const heading = text(column.chosen().label);
    column.control.addEventListener('change', () => (heading.value = column.chosen().label));
    return {
      fields: [field('Value', column.control), field('Heading', heading)],
      insertion: () => {
        const found = listTableAt(around);
        if (found === undefined) throw new Error(NO_TABLE);
        return addColumn(around, found, { ...column.chosen(), label: heading.value });
      },
    };
  },
};

const TOTALS: Entry = {
  name: 'Totals row',
  about: 'The sum of a column, below the items of this table.',
  missing(around) {
    const found = listTableAt(around);
    if (found === undefined) return NO_TABLE;
    return summable(columnsOf(found.list, around.data)).length === 0
      ? 'The items of the list have no numbers.'
      : undefined;
  },
  form(around) {
    const found = listTableAt(around);
    if (found === undefined) throw new Error(NO_TABLE);
    // What is computed comes last, and is mostly meant.
    const column = choice(summable(columnsOf(found.list, around.data)).reverse(), ({ name }) => name);
    const label = text('Total');
    return {
      fields: [field('Sum of', column.control), field('Label', label)],
      insertion: () => totalsRow(around, found, column.chosen(), label.value),
    };
  },
};

const VALUE: Entry = {
  name: 'Value of the data',
  about: 'At the cursor, with the filter that fits.',
  missing: noValues,
  form(around) {
    const fields = fieldsAt(around.html, around.cursor, around.data);
    const of = choice(fields, ({ name }) => name);
    return { fields: [field('Value', of.control)], insertion: () => value(around, of.chosen()) };
  },
};

const IMAGE_FILE: Entry = {
  name: 'Image',
  about: 'One of the template’s files.',
  missing: ({ files }) =>
    files.some((path) => IMAGE.test(path))
      ? undefined
      : 'Add an image to the files of the template first: Options, Files.',
  form(around) {
    const path = choice(
      around.files.filter((each) => IMAGE.test(each)),
      (each) => each,
    );
    const alt = text('');
    const width = text('40mm');
    return {
      fields: [
        field('File', path.control),
        field('Alternative text', alt, 'For readers who do not see it. Empty for decoration.'),
        field('Width', width),
      ],
      insertion: () => image(around, path.chosen(), alt.value, width.value.trim()),
    };
  },
};

const QR: Entry = {
  name: 'QR code',
  about: 'Of a value of the data.',
  missing: noValues,
  form(around) {
    const source = choice(plainFields(around), ({ name }) => name);
    const size = text('30mm');
    return {
      fields: [field('Value', source.control), field('Size', size)],
      insertion: () => qrCode(around, source.chosen().expression, size.value),
    };
  },
};

const BARCODE: Entry = {
  name: 'Barcode',
  about: 'Of a value of the data, with its text below.',
  missing: noValues,
  form(around) {
    const source = choice(plainFields(around), ({ name }) => name);
    const type = choice(BARCODES, (each) => each);
    return {
      fields: [field('Value', source.control), field('Type', type.control)],
      insertion: () => barcode(around, source.chosen().expression, type.chosen()),
    };
  },
};

const SIGNATURE: Entry = {
  name: 'Signature line',
  about: 'Lines to sign on, side by side.',
  form(around) {
    const labels = text('Place and date, Signature');
    return {
      fields: [field('Lines', labels, 'What is below each line, with commas between.')],
      insertion: () =>
        signature(
          around,
          labels.value.split(',').map((label) => label.trim()),
        ),
    };
  },
};

const CONTENTS: Entry = {
  name: 'Contents',
  about: 'The headings of the document, with their page numbers.',
  form(around) {
    const title = text('Contents');
    return { fields: [field('Title', title)], insertion: () => contents(around, title.value) };
  },
};

export const ENTRIES: readonly Entry[] = [
  VALUE,
  TABLE,
  COLUMN,
  TOTALS,
  IMAGE_FILE,
  QR,
  BARCODE,
  simple('Page break', 'What follows begins on a new page.', pageBreak),
  SIGNATURE,
  CONTENTS,
  simple('Note at the foot', 'A number here, and its text at the foot of the page.', footnote),
];
