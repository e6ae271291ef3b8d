/** The margins of a document's own `@page` rules, as the browser applies them: headers have to fit into them. */
import type { Margins } from '@toolpress/document';
import { MarginMarks } from '@toolpress/pdf';
import { measuredOnce } from '../../browser/measured-once.js';
import type { Printer, PrintSettings } from '../../browser/printer.js';
import type { GivenMargins } from './margins.js';

/** Inches: whole points, as the browser cuts them, and whole pixels. A margin that no rule sets has the width of the print command. */
const NOT_GIVEN = [44 / 96, 52 / 96] as const;
const EDGES = ['top', 'right', 'bottom', 'left'] as const;

/**
 * Returns the margins that `@page` rules without a selector set. Margins that no rule sets are absent.
 *
 * @param emptyPage returns a page without content with boxes in its margins, see `PreparedDocument.ownMarginsPage`.
 */
export async function readOwnMargins(
  page: Pick<Printer, 'print'>,
  emptyPage: (boxes: string) => string,
  settings: PrintSettings,
): Promise<GivenMargins> {
  const key = JSON.stringify([emptyPage(''), settings]);
  return measuredOnce(key, () => readGiven(page, emptyPage, settings));
}

async function readGiven(...[page, emptyPage, settings]: Parameters<typeof readOwnMargins>): Promise<GivenMargins> {
  const marks = new MarginMarks();
  const read = async (usual: number): Promise<Margins | undefined> => {
    const sides = { marginTop: usual, marginRight: usual, marginBottom: usual, marginLeft: usual };
    const pdf = await page.print(emptyPage(marks.boxes(EDGES)), { ...settings, ...sides, pageRanges: '1' });
    return marks.read(pdf)[0];
  };
  const [usual, other] = NOT_GIVEN;
  const margins = await read(usual);
  if (margins === undefined) return {};
  const maybe = EDGES.filter((edge) => margins[edge] === usual);
  const again = maybe.length === 0 ? margins : await read(other);
  const given = EDGES.filter((edge) => !maybe.includes(edge) || again?.[edge] === usual);
  return { ...Object.fromEntries(given.map((edge) => [edge, margins[edge]])), isOwn: true };
}

/** Returns the margins of each page at these edges. @param marked returns the document with boxes in its margins. */
export async function readPageMargins(
  printer: Pick<Printer, 'print'>,
  marked: (boxes: string) => string,
  edges: readonly ('top' | 'bottom')[],
  settings: PrintSettings,
): Promise<readonly (Margins | undefined)[]> {
  const marks = new MarginMarks();
  return marks.read(await printer.print(marked(marks.boxes(edges)), settings));
}
