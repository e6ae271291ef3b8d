import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { FAMILIES, stylesOf } from '@toolpress/document';
import { finishPdf } from '@toolpress/pdf';
import { pdfJsLines, pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { FONTS_CONF } from '../../resources/installed-fonts.js';
import { sheet } from '../chromium.js';
import { type Probe, probesOf } from '../font-glyphs.js';
import { testPage } from '../page.js';

/** Drawings, and fonts of icons, whose characters are private. */
const NO_TEXT = /CJK|Emoji|Awesome|icons|Glyphicons|Material/i;

const CODE =
  '-> --> => ==> != !== == === <= >= <- <-- <-> <=> ... .. :: := ::= ++ +++ -- --- && || ?? ?. // /// /* */ |> <| <> </ /> ## ### www ** *** ~> ~~ <~ !! ;; [| |] {| |} #( #{ #[ ]# .= .- ..< >> >>> << <<< >= =<< >>= <$> <*> <+> fl fi ffi ffl fj'.split(
    ' ',
  );
/** Signs that have forms beside capitals and digits. */
const SIGNS = [...'-–—:;()[]{}@+*=<>/\\•·…!?¡¿«»‹›#&|~_%^×÷−'];
const IN_CONTEXT = [
  ...CODE.flatMap((text) => [text, `a ${text} b`]),
  ...SIGNS.flatMap((sign) => [`A${sign}A`, `1${sign}1`, `A${sign} ${sign}1`]),
];

/** Lato and Carlito have it without a width, so that readers ignore it. */
const WITHOUT_WIDTH = '♩';

const WEIGHTS: Readonly<Record<number, number>> = { 300: 50, 400: 80, 900: 210 };
/** Returns the file of a family's first upright style. */
function fileOf(family: string, style: string): Buffer {
  const pattern = `${family}:weight=${WEIGHTS[Number.parseInt(style, 10)] ?? WEIGHTS[400]}:slant=0`;
  const env = { ...process.env, FONTCONFIG_FILE: FONTS_CONF };
  return readFileSync(execFileSync('fc-match', ['-f', '%{file}', pattern], { env, encoding: 'utf8' }));
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const lineOf = ({ feature, text }: Probe, index: number): string =>
  `<div><i>${index}:</i><span style="font-feature-settings: '${feature}'">${escaped(text)}</span><i> $</i></div>`;

/** Returns the texts by their numbers. */
const numbered = (lines: readonly string[]): Map<number, string> =>
  new Map(
    lines.flatMap((line) => {
      const [, number, text = ''] = /^\s*(\d+):(.*)\$\s*$/.exec(line) ?? [];
      return number === undefined ? [] : [[Number(number), comparable(text)]];
    }),
  );
/** Readers add blanks where glyphs are wide, and write compatible characters for others. */
const comparable = (text: string): string => text.replace(/\s+/g, '').normalize('NFKC');

describe('The text of a PDF, in every built-in family with every feature', () => {
  const page = testPage();
  for (const { family, styles, files } of FAMILIES.filter((one) => !NO_TEXT.test(one.family)))
    it(`is read in ${family}`, async () => {
      const all = stylesOf({ family, ...(styles && { styles }), ...(files && { files }) });
      const style = all.includes('400') ? '400' : (all[0] ?? '400');
      const context = family.startsWith('KaTeX') ? [] : IN_CONTEXT;
      const own = probesOf(fileOf(family, style)).filter(({ text }) => text !== WITHOUT_WIDTH);
      const probes = [...own, ...context.map((text) => ({ feature: 'kern', text }))];
      const css = `body { font: ${style.endsWith('i') ? 'italic ' : ''}5px/7px '${family}'; font-weight: ${Number.parseInt(style, 10)}; white-space: pre }
        div { height: 7px } i { display: inline-block; width: 40px; font: 5px/7px 'Liberation Sans' }`;
      const { result } = await page.work(sheet(`<style>${css}</style>${probes.map(lineOf).join('')}`));
      const pdf = finishPdf(result, { choosesForms: true });
      for (const [reader, lines] of [
        ['pdf.js', await pdfJsLines(pdf)],
        ['poppler', pdfText(pdf).split('\n')],
      ] as const) {
        const texts = numbered(lines);
        const wrong = probes.flatMap(({ feature, text }, index) => {
          const read = texts.get(index);
          return read === comparable(text) ? [] : [`${feature} ${text}: ${read}`];
        });
        expect(wrong, `${reader}, of ${probes.length}`).to.deep.equal([]);
      }
    });
});
