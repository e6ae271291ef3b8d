/** The tags of printed documents, for tests. */

import { type PdfEdit, stringOf, written } from '@toolpress/pdf/edit';
import { INLINE } from '../structure/blocks.js';
import { MarkedContents } from '../structure/marked-content.js';
import { type Content, Element, isContent, StructureTree } from '../structure/tree.js';

/**
 * @returns the tags in one line: `P("a ", Strong("b")), TR(TD, TD[ColSpan 2]("c"))`. It shows the attributes that tests check. A drawing is
 *   `*`.
 */
export function tagsIn(edit: PdfEdit): string {
  const contents = new MarkedContents(edit);
  const shown = ({ type, attributes, kids }: Element): string => {
    const own = attributesOf(attributes);
    const parts: string[] = [];
    let run: Content[] = [];
    const endRun = (): void => {
      if (run.length > 0) parts.push(run.some((item) => contents.hasText(item)) ? `"${contents.text(run)}"` : '*');
      run = [];
    };
    for (const kid of kids) {
      if (isContent(kid)) run.push(kid);
      if (!(kid instanceof Element)) continue;
      endRun();
      parts.push(shown(kid));
    }
    endRun();
    return `${type}${own === '' ? '' : `[${own}]`}${parts.length === 0 ? '' : `(${parts.join(', ')})`}`;
  };
  return shown(StructureTree.of(edit).root).replace(/^Document\[Lang en\]\((.*)\)$/, '$1');
}

const GLYPHS =
  /\/Span\s*<<\s*\/ActualText\s*(\((?:[^\\()]|\\[\s\S])*\)|<[0-9A-Fa-f]*>)\s*>>\s*BDC\b|<([0-9A-Fa-f]+)>\s*Tj\b|\/(\w+) [\d.-]+ Tf\b|\b(BDC|BMC|EMC)\b/g;

/** @returns what a reader that follows the tags reads out, one line for each block. */
export function readByTags(edit: PdfEdit): string {
  const contents = new MarkedContents(edit);
  const textOf = (item: Content): string => {
    const { text: drawn, font } = contents.sequenceOf(item) ?? { text: '', font: undefined };
    let characters = font === undefined ? undefined : contents.charactersIn(item, font.split(' ')[0] ?? '');
    let text = '';
    let given = 0;
    for (const [, actual, glyphs = '', named, mark] of drawn.matchAll(GLYPHS)) {
      if (named !== undefined) characters = contents.charactersIn(item, named);
      else if (given > 0 && mark !== undefined) given += mark === 'EMC' ? -1 : 1;
      else if (actual !== undefined) {
        if (given === 0) text += stringOf(actual);
        given += 1;
      } else if (given === 0 && characters)
        for (const code of glyphs.match(new RegExp(`.{${characters.digits}}`, 'g')) ?? [])
          text += characters.map.get(Number.parseInt(code, 16)) ?? '';
    }
    return text;
  };
  const read = ({ type, attributes, kids }: Element): string => {
    const given = attributes.get('ActualText') ?? attributes.get('Alt');
    const text =
      typeof given === 'string'
        ? stringOf(given)
        : kids.map((kid) => (kid instanceof Element ? read(kid) : isContent(kid) ? textOf(kid) : '')).join('');
    return INLINE.has(type) && type !== 'Note' ? text : `\n${text}\n`;
  };
  return read(StructureTree.of(edit).root)
    .replace(/ *\n[\n ]*/g, '\n')
    .trim();
}

function attributesOf(attributes: Element['attributes']): string {
  const texts = ['Lang', 'Alt', 'ID'].flatMap((key) => {
    const value = attributes.get(key);
    return typeof value === 'string' ? [`${key} ${stringOf(value)}`] : [];
  });
  const own = attributes.get('A');
  const rest = [Array.isArray(own) ? own : [own]].flat().flatMap((one) => (one instanceof Map ? [...one] : []));
  return [...texts, ...rest.filter(([key]) => key !== 'O').map(([key, value]) => `${key} ${written(value)}`)].join(
    ', ',
  );
}
