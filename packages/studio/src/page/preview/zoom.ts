/** Sizes of pages: how large they are shown, and what the sheet is. Lengths of pages are points, 72 to an inch. */

/** CSS pixels per point: pages at 100 % have the size of paper. */
const PER_POINT = 96 / 72;
const MM_PER_POINT = 25.4 / 72;

/** What fits, or a percentage of the printed size. */
export type Zoom = 'width' | 'page' | number;
export const ZOOM_STEPS = [50, 75, 100, 125, 150, 200, 300, 400] as const;
const [SMALLEST, LARGEST] = [50, 400];
/** The most that a page is enlarged to fit, in percent. */
const MOST_TO_FIT = 150;

interface Size {
  width: number;
  height: number;
}

/** Returns the CSS pixels per point. @param room for pages in CSS pixels. */
export function scaleOf(zoom: Zoom, page: Size, room: Size): number {
  if (typeof zoom === 'number') return (zoom / 100) * PER_POINT;
  const width = Math.max(100, room.width) / page.width;
  const fitting = zoom === 'width' ? width : Math.min(width, Math.max(100, room.height) / page.height);
  return Math.min(fitting, (MOST_TO_FIT / 100) * PER_POINT);
}

/** Returns the percentage of the printed size. */
export const percentOf = (scale: number): number => Math.round((scale / PER_POINT) * 100);

/** Returns the nearest larger or smaller step. */
export function nextStep(percent: number, direction: 1 | -1): number {
  const found =
    direction > 0 ? ZOOM_STEPS.find((step) => step > percent) : ZOOM_STEPS.findLast((step) => step < percent);
  return found ?? (direction > 0 ? LARGEST : SMALLEST);
}

/** Returns the zoom after the wheel was turned. @param delta of the wheel in pixels. */
export const turned = (percent: number, delta: number): number =>
  Math.round(Math.min(LARGEST, Math.max(SMALLEST, percent * Math.exp(-delta / 400))));

/** Named sheets in millimeters, the shorter side first. Those of the United States are named in inches, too. */
const SHEETS: readonly (readonly [name: string, width: number, height: number, inches?: string])[] = [
  ['A0', 841, 1189],
  ['A1', 594, 841],
  ['A2', 420, 594],
  ['A3', 297, 420],
  ['A4', 210, 297],
  ['A5', 148, 210],
  ['A6', 105, 148],
  ['Letter', 215.9, 279.4, '8.5 × 11 in'],
  ['Legal', 215.9, 355.6, '8.5 × 14 in'],
  ['Tabloid', 279.4, 431.8, '11 × 17 in'],
];
/** The difference in millimeters to which a sheet has its name: pages are whole points or pixels. */
const TOLERANCE = 0.6;

/** Returns the sheet of a page for people, such as “A4 210 × 297 mm”. */
export function sheetText({ width, height }: Size): string {
  const [across, down] = [width * MM_PER_POINT, height * MM_PER_POINT];
  const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= TOLERANCE;
  const found = SHEETS.find(
    ([, short, long]) => isNear(Math.min(across, down), short) && isNear(Math.max(across, down), long),
  );
  if (found === undefined) return `${millimeters(across)} × ${millimeters(down)} mm`;
  const [name, short, long, inches] = found;
  const isWide = across > down;
  const size = inches ?? (isWide ? `${long} × ${short} mm` : `${short} × ${long} mm`);
  return `${name} ${inches !== undefined && isWide ? inches.replace(/^(\S+) × (\S+)/, '$2 × $1') : size}`;
}

const millimeters = (length: number): string => String(Math.round(length * 10) / 10).replace(/\.0$/, '');
