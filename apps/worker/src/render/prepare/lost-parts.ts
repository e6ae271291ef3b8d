/** Finds text of headers, footers and watermarks that is not on their pages. */
import type { Report } from '@toolpress/document';
import { PageScript } from '../../browser/page-script.js';
import type { Printer } from '../../browser/printer.js';
import type { HeaderFooter } from '../headers/header-footer.js';
import { KIND, kindsIn, mayApply } from './applied-styles.js';

const SCRIPT = new PageScript('lost-parts');

const NAMES = ['header', 'footer', 'watermark'] as const;
const LOSING = KIND.clips | KIND.moved;
/** Lines that do not break, in a part itself. */
const LONG_LINES = /\bnowrap\b|white-space\s*:\s*pre\b|<pre\b/i;
/** What styles may be chosen by. Plain parts do not have the style sheets of the document read. */
const STYLED = /\s(?:class|id|style)="/;
/** The pages that are looked at. Those after them have the same parts, with other numbers. */
const MOST_PAGES = 10;
/** The longest parts of these pages that are looked at, in characters. */
const MOST_CHARACTERS = 500_000;
const PX_PER_INCH = 96;

/** Returns reports of printed parts that lose text. Only those whose styles may cut text are laid out for it. */
export async function lostParts(
  printer: Pick<Printer, 'open'>,
  { document, printed }: Pick<HeaderFooter, 'document' | 'printed'>,
): Promise<Report[]> {
  const pages = printed.slice(0, MOST_PAGES);
  const parts = pages.flatMap((page) => NAMES.map((name) => page[name] ?? '')).join('');
  if (parts.length > MOST_CHARACTERS) return [];
  if (!mayLoseText(document, parts)) return [];
  const opened = await printer.open(document.toMeasure(pages), false);
  await opened.resize(Math.ceil(Math.max(...pages.map(({ width }) => width)) * PX_PER_INCH));
  const names = pages.map((page) => NAMES.filter((name) => page[name] !== undefined));
  const lost = await opened.run<{ name: (typeof NAMES)[number]; words: string }[]>(SCRIPT, 'lost', names);
  await opened.resize(undefined);
  return lost.map(({ name, words }) => ({
    kind: 'notice',
    code: 'content_cut',
    message: `\`${name}_html\` is cut, from "${words}" on: let its lines break, and give its boxes no \`overflow: hidden\` with a height or width, and no negative margin.`,
  }));
}

/** Returns whether parts may lose text, so that `lostParts` has to lay them out. @param parts their HTML. */
export function mayLoseText({ styles }: Pick<HeaderFooter['document'], 'styles'>, parts: string): boolean {
  if (LONG_LINES.test(parts)) return true;
  const styled = STYLED.test(parts) ? styles + parts : '';
  return (kindsIn(styled) & LOSING) !== 0 && mayApply(styled, LOSING);
}
