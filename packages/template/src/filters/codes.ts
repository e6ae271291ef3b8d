/** Filters for barcodes. */
import { Alphanumeric, Byte, Charset, Encoder, Numeric } from '@nuintun/qrcode';
import { escapeHtml } from '../values/escape.js';
import { digitsOf, Markup, TagFault, type Value } from '../values/values.js';
import { BARCODE_TYPES, type CodeDrawing, drawBarcode } from './barcodes.js';
import type { FilterTable } from './filter.js';
import { choiceOption, integerOption, isNothing, kindOf, switchOption } from './inputs.js';

/** An example: a euro credit transfer as banking apps read it (EPC069-12 of the European Payments Council). */
const TRANSFER = {
  template: '[[transfer | qr: size: "35mm", label: "Pay 12.30 euros"]]',
  prints: '<svg role="img" aria-label="Pay 12.30 euros" width="35mm" …',
  data: {
    transfer: ['BCD', '002', '1', 'SCT', '', 'ACME GmbH', 'DE02120300000000202051', 'EUR12.30', '', '', 'Invoice 7'],
  },
};

export const codeFilters: FilterTable = {
  qr: {
    does:
      'Draws a QR code of a text, or of a list of lines, as payment codes need: a square SVG of `size` (default 30mm), with a quiet zone of `margin` modules ' +
      '(default 4). `level` is the error correction: "L", "M" (default), "Q", "H". `label` is the alternative text; default: the encoded text.',
    named: ['size', 'level', 'margin', 'label'],
    examples: [
      {
        template: '[["https://example.com" | qr]]',
        prints: '<svg role="img" aria-label="https://example.com" width="30mm" height="30mm" …',
      },
      TRANSFER,
    ],
    apply: (value, { named }, { spend }) => {
      const text = textToEncode(value);
      if (text === undefined) return value;
      const level = choiceOption(named['level'], 'level', LEVELS) ?? 'M';
      const margin = integerOption(named['margin'], 'margin', MARGINS) ?? 4;
      const modules = qrModules(text, level);
      spend(2 * modules.length ** 2);
      const size = modules.length + 2 * margin;
      const width = lengthOption(named['size'], 'size') ?? 30;
      return svg({ path: pathOf(modules), viewBox: [-margin, -margin, size, size], width }, named['label'] ?? text);
    },
  },
  barcode: {
    does:
      `Draws a barcode as SVG: ${[...BARCODE_TYPES.keys()].map((type) => `\`${type}\``).join(', ')} (default \`code128\`). \`width\` is that of the whole; without it, the narrowest bar has the usual width. ` +
      '`height` is the height of the bars (default 15mm). `text: true` prints the text below it. `margin` is the quiet zone on each side, in modules, `label` as for `qr`.',
    takes: ['type?'],
    named: ['width', 'height', 'text', 'margin', 'label'],
    examples: [
      {
        template: '[[ean | barcode: "ean13", text: true, height: "20mm"]]',
        data: { ean: '4006381333931' },
        prints: '<svg role="img" aria-label="4006381333931" width="…',
      },
      {
        template: '[["(01)09521234543213(10)ABC123" | barcode: "gs1-128", width: "80mm"]]',
        prints: '<svg role="img" aria-label="(01)09521234543213(10)ABC123" width="80mm" …',
      },
    ],
    apply: (value, { list: [type], named }, { spend }) => {
      const text = textToEncode(value);
      if (text === undefined) return value;
      const width = lengthOption(named['width'], 'width');
      // A given width needs two drawings.
      spend((STEPS_OF_A_BARCODE + text.length * STEPS_OF_A_CHARACTER) * (width === undefined ? 1 : 2));
      const drawing = drawBarcode(text, choiceOption(type, 'type', TYPES) ?? 'code128', {
        width,
        height: lengthOption(named['height'], 'height'),
        text: switchOption(named['text'], 'text') ?? false,
        margin: integerOption(named['margin'], 'margin', MARGINS),
      });
      return svg(drawing, named['label'] ?? text);
    },
  },
};

/** One to three milliseconds, up to thirty for the longest texts. */
const STEPS_OF_A_BARCODE = 3000;
const STEPS_OF_A_CHARACTER = 50;

const LEVELS = new Map<Value, 'L' | 'M' | 'Q' | 'H'>((['L', 'M', 'Q', 'H'] as const).map((level) => [level, level]));
const TYPES = new Map<Value, string>([...BARCODE_TYPES.keys()].map((type) => [type, type]));
const MARGINS = [0, 40] as const;

/** The largest number of digits in a QR code. */
const MAX_LENGTH = 7089;

function textToEncode(value: Value): string | undefined {
  if (isNothing(value)) return undefined;
  const text = Array.isArray(value) && value.every(isLine) ? value.map((line) => line ?? '').join('\n') : value;
  if (typeof text !== 'string' && typeof text !== 'number')
    throw new TagFault(`is given ${kindOf(value)} where it needs a text, or for \`qr\` a list of lines`);
  const written = typeof text === 'number' ? digitsOf(text) : text;
  if (written === '') return undefined; // a list without lines
  if (written.length > MAX_LENGTH) throw new TagFault(TOO_LONG);
  return Buffer.from(written).toString(); // replaces lone surrogates, which cannot be encoded
}

const isLine = (value: Value): boolean => ['string', 'number'].includes(typeof value) || isNothing(value);

const TOO_LONG = 'is given a text that is too long for a code';

function qrModules(text: string, level: 'L' | 'M' | 'Q' | 'H'): boolean[][] {
  try {
    const code = new Encoder({ level, encode: (part) => Buffer.from(part) }).encode(qrSegment(text));
    const places = Array.from({ length: code.size }, (_, index) => index);
    return places.map((y) => places.map((x) => code.get(x, y) === 1));
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('data too big')) throw error;
    throw new TagFault(
      `${TOO_LONG}; a QR code of level \`L\` holds 2,953 letters, of \`M\` 2,331, \`Q\` 1,663, \`H\` 1,273`,
    );
  }
}

/** Returns the text in its shortest mode. Letters beyond ASCII are declared as UTF-8 (an ECI segment, ISO 18004, 7.4.3): some scanners guess. */
function qrSegment(text: string): Numeric | Alphanumeric | Byte {
  if (/^\d+$/.test(text)) return new Numeric(text);
  if (/^[\dA-Z $%*+./:-]+$/.test(text)) return new Alphanumeric(text);
  return new Byte(text, /^[\0-\x7f]*$/.test(text) ? Charset.ISO_8859_1 : Charset.UTF_8);
}

/** Returns one path for all black modules: between separate shapes, PDF viewers draw thin light lines. */
function pathOf(modules: readonly (readonly boolean[])[]): string {
  let path = '';
  modules.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      const start = x;
      while (row[x]) x++;
      if (x > start) path += `M${start} ${y}h${x - start}v1h${start - x}z`;
    }
  });
  return path;
}

const UNITS: Readonly<Record<string, number>> = { mm: 1, cm: 10, in: 25.4, pt: 25.4 / 72, pc: 25.4 / 6, px: 25.4 / 96 };
const LENGTH = /^(\d{1,4}(?:\.\d{1,4})?)(mm|cm|in|pt|pc|px)$/;
/** Millimetres. */
const [SMALLEST, LARGEST] = [2, 1000];

/** Returns a length in millimetres. */
function lengthOption(value: Value, name: string): number | undefined {
  if (isNothing(value)) return undefined;
  const [, number, unit = ''] = (typeof value === 'string' && LENGTH.exec(value)) || [];
  const length = Number(number) * (UNITS[unit] ?? 0);
  if (length >= SMALLEST && length <= LARGEST) return length;
  throw new TagFault(
    `has a wrong value for \`${name}\`: write a length such as "30mm", with one of ${Object.keys(UNITS).join(', ')}, from ${SMALLEST}mm to ${LARGEST}mm`,
  );
}

/** The largest length of the alternative text, in characters. */
const MAX_LABEL = 200;

function svg({ path, viewBox, width }: CodeDrawing, label: Value): Markup {
  if (typeof label !== 'string') throw new TagFault('has a `label` that is not a text');
  const [, , across, down] = viewBox;
  const spoken = label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL)}…` : label;
  const size = `width="${millimetres(width)}" height="${millimetres((width / across) * down)}"`;
  return new Markup(
    `<svg role="img" aria-label="${escapeHtml(spoken)}" ${size} viewBox="${viewBox.join(' ')}"><path fill="#000" fill-rule="evenodd" d="${path}"/></svg>`,
  );
}

const millimetres = (length: number): string => `${Number(length.toFixed(3))}mm`;
