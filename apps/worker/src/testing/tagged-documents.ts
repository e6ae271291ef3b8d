/** Documents with every element in many nestings, to try tags with. */
import { PIXEL } from './chromium.js';

export interface GeneratedDocument {
  readonly body: string;
  /** The words that are read, in order, each once. Words of notes are `n1x`, other words `w1x`. */
  readonly words: readonly string[];
  readonly notes: readonly string[];
  /** In which column of its table the cell begins that holds the word first, from 0; without columns in which none does. */
  readonly columns: ReadonlyMap<string, number>;
}

/** Numbers that are the same for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The depth of nested blocks. */
const DEPTH = 4;

export function generatedDocument(seed: number): GeneratedDocument {
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  const words: string[] = [];
  const notes: string[] = [];
  const columns = new Map<string, number>();
  let inNote = false;
  const word = (): string => {
    const [name, all] = inNote ? ['n', notes] : ['w', words];
    all.push(`${name}${all.length + 1}x`);
    return all.at(-1) as string;
  };
  const several = (most: number, make: () => string, between = ' '): string =>
    Array.from({ length: 1 + random(most) }, make).join(between);
  const text = (): string => several(pick([2, 5, 30]), word);
  const picture = (): string =>
    pick([
      () => `<img src="${PIXEL}" alt="${word()}" width="9" height="9">`,
      () => `<img src="${PIXEL}" alt="" width="9" height="9">`,
      () => `<svg width="9" height="9" aria-label="${word()}"><rect width="9" height="9"/></svg>`,
      () => `<svg width="9" height="9"><title>${word()}</title><circle r="5"/></svg>`,
      () => '<svg width="9" height="9"><rect width="9" height="9"/></svg>',
    ])();
  const phrase = (depth: number): string => {
    const inside = (): string => (depth <= 0 ? text() : several(2, () => phrase(depth - 1)));
    const name = pick([
      'b',
      'i',
      'strong',
      'em',
      'code',
      'small',
      'mark',
      'sub',
      'sup',
      'q',
      'del',
      'ins',
      'abbr',
      'kbd',
      'u',
    ]);
    return pick([
      text,
      text,
      () => `<${name}>${inside()}</${name}>`,
      () => `<span lang="${pick(['fr', 'de-CH', 'la'])}">${inside()}</span>`,
      () =>
        `<span style="${pick(['display: inline-block', 'opacity: .5', 'text-transform: uppercase; font-variant: small-caps', 'letter-spacing: 2px'])}"> ${text()} </span>`.replace(
          'text-transform: uppercase; ',
          '',
        ),
      () => `<ruby>${word()}<rt>${word()}</rt></ruby>`,
      () => `${text()}<br>${text()}`,
      picture,
      () => (inNote || random(4) > 0 ? text() : note(depth)),
    ])();
  };
  const note = (depth: number): string => {
    const before = word();
    inNote = true;
    const inside = `${phrase(Math.min(depth, 1))} ${several(3, word)}`;
    inNote = false;
    return `${before}<span data-footnote>${inside}</span>`;
  };
  const link = (): string =>
    `<a href="https://${pick(['a', 'b'])}.example/">${several(3, () => pick([text, text, picture])())} ${word()}</a>`;
  const phrases = (): string => several(4, () => pick([() => phrase(2), () => phrase(1), link])());
  const cell = (): string =>
    pick([phrases, text, text, () => '', () => ' ', () => '', () => flow(3), () => table(3), () => list(3)])();
  /** Cells keep clear of each other; the last of each row is as far right as all others. */
  const table = (depth: number): string => {
    const width = 1 + random(5);
    const height = 1 + random(depth > 2 ? 3 : 6);
    const covered = Array.from({ length: height }, () => new Set<number>());
    const begun = new Set<number>();
    const cells: { first: string; column: number }[] = [];
    const row = (at: number, name: string): string => {
      let texts = '';
      for (let column = 0; column < width; column++) {
        if (covered[at]?.has(column)) continue;
        let across = 1 + (random(4) === 0 ? random(width - column) : 0);
        for (let more = 1; more < across; more++) if (covered[at]?.has(column + more)) across = more;
        const down = name === 'td' && random(6) === 0 ? 1 + random(height - at) : 1;
        for (let below = at; below < at + down; below++)
          for (let beside = column; beside < column + across; beside++) covered[below]?.add(beside);
        const own = words.length;
        const content = name === 'th' ? word() : cell();
        const first = words[own];
        begun.add(column);
        if (first !== undefined && !inNote) cells.push({ first, column });
        const type = name === 'td' && column === 0 && random(4) === 0 ? 'th' : name;
        const spans = `${across > 1 ? ` colspan="${across}"` : ''}${down > 1 ? ` rowspan="${down}"` : ''}`;
        texts += `<${type}${spans}${pick(['', '', ' style="border: 1px solid"', ' lang="it"'])}>${content}</${type}>`;
        column += across - 1;
      }
      return `<tr>${texts}</tr>`;
    };
    const caption = random(3) === 0 ? `<caption>${text()}</caption>` : '';
    const head = row(0, 'th');
    const rows = Array.from({ length: height - 1 }, (_, index) => row(index + 1, 'td')).join('');
    // Columns in which no cell begins are none.
    const all = [...begun].sort((one, other) => one - other);
    for (const { first, column } of cells) columns.set(first, all.indexOf(column));
    return `<table${pick(['', ' style="border: 1px solid; background: #eee"', ' border="1"'])}>${caption}<thead>${head}</thead><tbody>${rows}</tbody></table>`;
  };
  const list = (depth: number): string => {
    const item = (): string => `<li>${pick([phrases, text, () => flow(depth + 1)])()}</li>`;
    return pick([
      () => `<ul>${several(4, item, '')}</ul>`,
      () =>
        `<ol start="3" style="list-style: ${pick(['lower-roman', 'none', 'decimal inside'])}">${several(4, item, '')}</ol>`,
      () =>
        `<dl>${several(3, () => `<dt>${phrases()}</dt><dd>${pick([phrases, () => flow(depth + 1)])()}</dd>`, '')}</dl>`,
    ])();
  };
  const block = (depth: number): string => {
    const inside = (): string => (depth >= DEPTH ? phrases() : flow(depth + 1));
    const style = pick([
      'columns: 2',
      'display: flex',
      'display: grid; grid-template-columns: 1fr 1fr',
      'float: left',
      'position: relative',
      'opacity: .6',
      'border: 1px solid; background: linear-gradient(#eee, #ccc)',
      'break-before: page',
      'break-inside: avoid',
      'transform: rotate(2deg)',
      'margin-top: 300px',
    ]);
    return pick([
      () => `<p>${phrases()}</p>`,
      () => `<p>${phrases()}</p>`,
      () => `<div>${phrases()}</div>`,
      () => `<div>${inside()}</div>`,
      () => `<div style="${style}">${inside()}</div>`,
      () => `<section lang="${pick(['en', 'es', 'en-GB'])}">${inside()}</section>`,
      () => `<blockquote>${inside()}</blockquote>`,
      () => `<article><header>${phrases()}</header>${inside()}</article>`,
      () => `<aside>${inside()}</aside>`,
      () => `<figure>${pick([picture, () => table(depth), inside])()}<figcaption>${text()}</figcaption></figure>`,
      () => `<pre>${text()}\n<code>${text()}</code></pre>`,
      () => `<details open><summary>${text()}</summary>${inside()}</details>`,
      () => `<address>${phrases()}<br>${phrases()}</address>`,
      () => '<hr>',
      () => '<div style="height: 20px; background: red"></div>',
      () => list(depth),
      () => table(depth),
      () => table(depth),
    ])();
  };
  const flow = (depth: number): string =>
    several(3, () => (random(5) === 0 ? phrases() : depth >= DEPTH ? `<p>${phrases()}</p>` : block(depth)), '\n');
  // What is beside the page is printed nowhere.
  const style = '<style>body, h1, h2 { font-size: 4px } pre { white-space: pre-wrap }</style>';
  const body = `${style}<h1>${text()}</h1>${several(6, () => (random(4) === 0 ? `<h2>${phrases()}</h2>` : block(0)), '\n')}`;
  return { body, words, notes, columns };
}
