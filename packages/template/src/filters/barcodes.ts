/** Draws the barcodes of bwip-js. */
import { createRequire } from 'node:module';
import type BwipJs from '@bwip-js/node';
import { TagFault } from '../values/values.js';

interface BarcodeType {
  /** The name in bwip-js. */
  readonly bcid: string;
  readonly takes: RegExp;
  /** The allowed text, for messages. */
  readonly allowed: string;
  /** The quiet zone that scanners need, in modules. */
  readonly margin: number;
  /** The default width of the narrowest bar, in millimetres. */
  readonly module: number;
  /** Whether it is made of bars, whose height can be set. */
  readonly linear: boolean;
}

const LINEAR = { linear: true, margin: 10, module: 0.33 };
const SQUARES = { linear: false, takes: /^.{1,500}$/s, allowed: 'up to 500 characters' };

export const BARCODE_TYPES: ReadonlyMap<string, BarcodeType> = new Map(
  Object.entries({
    code128: { ...LINEAR, bcid: 'code128', takes: /^[\x20-\x7e]{1,80}$/, allowed: 'up to 80 characters of ASCII' },
    code39: {
      ...LINEAR,
      bcid: 'code39',
      takes: /^[0-9A-Z .$/+%-]{1,60}$/,
      allowed: 'up to 60 digits, capital letters, blanks and `-.$/+%`',
    },
    ean13: { ...LINEAR, bcid: 'ean13', takes: /^\d{12,13}$/, allowed: '12 digits, or 13 with the check digit' },
    ean8: { ...LINEAR, bcid: 'ean8', takes: /^\d{7,8}$/, allowed: '7 digits, or 8 with the check digit' },
    upca: { ...LINEAR, bcid: 'upca', takes: /^\d{11,12}$/, allowed: '11 digits, or 12 with the check digit' },
    itf14: {
      ...LINEAR,
      bcid: 'itf14',
      takes: /^\d{13,14}$/,
      margin: 2,
      module: 0.5,
      allowed: '13 digits, or 14 with the check digit',
    },
    'gs1-128': {
      ...LINEAR,
      bcid: 'gs1-128',
      takes: /^\(\d{2,4}\)[\x20-\x7e]{1,100}$/,
      allowed: 'GS1’s numbers in parentheses, each before its value, as in `(01)09521234543213(10)ABC123`',
    },
    datamatrix: { ...SQUARES, bcid: 'datamatrix', margin: 1, module: 0.5 },
    pdf417: { ...SQUARES, bcid: 'pdf417', margin: 2, module: 0.33 },
  }),
);

export interface BarcodeLayout {
  /** The width of the drawing, in millimetres. */
  readonly width?: number | undefined;
  /** The height of the bars, in millimetres. */
  readonly height?: number | undefined;
  /** Whether the text is printed below the bars. */
  readonly text: boolean;
  /** In modules. */
  readonly margin?: number | undefined;
}

/** A drawing as one black path. */
export interface CodeDrawing {
  /** The data of an SVG path. */
  readonly path: string;
  /** The view box of the SVG, in units of the path. */
  readonly viewBox: readonly [left: number, top: number, width: number, height: number];
  /** Millimetres. */
  readonly width: number;
}

/** The default height of bars, in millimetres. */
const HEIGHT = 15;

/**
 * @param type a key of `BARCODE_TYPES`.
 * @throws TagFault for a text that this type cannot encode.
 */
export function drawBarcode(text: string, type: string, layout: BarcodeLayout): CodeDrawing {
  const kind = BARCODE_TYPES.get(type);
  if (kind === undefined)
    throw new TagFault(`has an unknown type; write one of ${[...BARCODE_TYPES.keys()].join(', ')}`);
  if (!kind.linear && layout.height !== undefined)
    throw new TagFault(`has a \`height\`, which follows from the \`width\` for ${type}`);
  if (!kind.takes.test(text))
    throw new TagFault(`is given a text that ${type} can’t contain; it takes ${kind.allowed}`);
  try {
    const { module } = kind;
    const { width, height = HEIGHT } = layout;
    if (width === undefined) return inMillimetres(drawn(text, kind, layout, height / module), module);
    // The number of modules is known only after drawing.
    const first = drawn(text, kind, layout, height / module);
    const fitting = width / (first.viewBox[2] / UNITS);
    return inMillimetres(kind.linear ? drawn(text, kind, layout, height / fitting) : first, fitting);
  } catch (error) {
    throw faultOf(error, type, kind);
  }
}

/** Units per module: bwip-js draws bars in whole units, and text between them. */
const UNITS = 2;
/** The unit of the bar height in bwip-js, one point in millimetres. */
const POINT = 25.4 / 72;

type UnitDrawing = Pick<CodeDrawing, 'path' | 'viewBox'>;

const inMillimetres = ({ path, viewBox }: UnitDrawing, module: number): CodeDrawing => ({
  path,
  viewBox,
  width: (viewBox[2] / UNITS) * module,
});

/** @param height of the bars, in modules. */
function drawn(text: string, kind: BarcodeType, layout: BarcodeLayout, height: number): UnitDrawing {
  const { bcid, linear } = kind;
  const { drawingSVG, render } = bwipJs();
  const drawing = drawingSVG();
  const { end } = drawing;
  // Bars become areas, so that the whole drawing is one path.
  drawing.line = (x, low, _, top, width) => {
    const [left, right] = [x - width / 2, x + width / 2];
    drawing.polygon([
      [left, top],
      [right, top],
      [right, low + 1],
      [left, low + 1],
    ]);
  };
  drawing.end = () => {
    drawing.fill('000000');
    return end();
  };
  const svg = render(
    { bcid, ...encoded(text), scale: UNITS, includetext: layout.text, ...(linear && { height: height * POINT }) },
    drawing,
  );
  const [, width = 0, rows = 0] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)?.map(Number) ?? [];
  const margin = (layout.margin ?? kind.margin) * UNITS;
  const above = linear ? 0 : margin;
  const path = Array.from(svg.matchAll(/ d="([^"]+)"/g), ([, data]) => data).join('');
  return { path, viewBox: [-margin, -above, width + 2 * margin, rows + 2 * above] };
}

/** Declares letters beyond ASCII as UTF-8: without, they are Latin-1 (ISO 16022, 5.2.5; ISO 15438, 5.5). */
const encoded = (text: string): { text: string; parsefnc?: true } =>
  /^[\0-\x7f]*$/.test(text) ? { text } : { text: `^ECI000026${text.replaceAll('^', '^^')}`, parsefnc: true };

function faultOf(error: unknown, type: string, { allowed }: BarcodeType): unknown {
  const message = error instanceof Error ? error.message : String(error);
  if (!message.startsWith('bwipp.')) return error;
  if (/badCheckDigit/i.test(message)) return new TagFault(`is given a wrong check digit, the last digit of ${type}`);
  return new TagFault(`is given a text that ${type} can’t contain; it takes ${allowed}`);
}

let loaded: typeof BwipJs | undefined;

/** Loads bwip-js for the first barcode: it takes 2 MB. */
function bwipJs(): typeof BwipJs {
  loaded ??= createRequire(import.meta.url)('@bwip-js/node') as typeof BwipJs;
  return loaded;
}
