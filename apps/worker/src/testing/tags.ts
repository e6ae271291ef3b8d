/** The tags of printed documents, for tests. */
import { checkDocument } from '@toolpress/document';
import type { WarmPage } from '../browser/warm-page.js';
import { FootnotePrinter } from '../footnotes/footnotes.js';
import { NO_IMAGES } from '../images/image-source.js';
import { printSettings } from '../page-layout.js';
import { conform } from '../pdf/conformance/conformance.js';
import { MarkedContents } from '../pdf/conformance/marked-content.js';
import { stringOf } from '../pdf/conformance/marked-text.js';
import { INLINE } from '../pdf/conformance/structure-blocks.js';
import { type Content, Element, isContent, StructureTree } from '../pdf/conformance/structure-tree.js';
import { PdfFile } from '../pdf/read.js';
import { PdfEdit, written } from '../pdf/write.js';

const LEVELS = ['pdf/a-3a', 'pdf/ua-1'] as const;

/** @returns the PDF of a document in English, with repaired tags; numbers of pages in it are 7. */
export async function repairedPdf(page: Pick<WarmPage, 'work'>, body: string): Promise<PdfEdit> {
  const whole = `<!DOCTYPE html><html lang="en"><head><title>Tags</title></head><body>${body}</body></html>`;
  const checked = checkDocument({ html: whole, marked: true });
  const html = checked.numbered(new Map(checked.references.numbered.map((id) => [id, 7])));
  const { result } = await page.work({
    images: NO_IMAGES,
    run: async (printer) => {
      const pdf = await new FootnotePrinter(printer).print(html, printSettings(undefined, 'portrait', true));
      const edit = new PdfEdit(new PdfFile(pdf));
      conform(edit, { levels: LEVELS, info: { title: 'Tags', createdAt: new Date(0) }, structure: checked });
      return edit;
    },
  });
  return result;
}

/**
 * The tags in a line: `P("a ", Strong("b")), TR(TD, TD[ColSpan 2]("c"))`. Attributes are those that the tests are about; a drawing
 * is `*`.
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

/** @returns what a reader says that follows the tags: the texts of glyphs as they stand, and a line for each block. */
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
