/** The built-in families as `docs/fonts.md`. */
import { FAMILIES, SCRIPTS, STAND_INS, stylesOf } from './families.js';

/** @returns the page, ending in a line feed. */
export const fontsMarkdown = (): string => `# Fonts

<!-- Made of the list of built-in families by \`npm run docs\`; a test fails when it is out of date. -->

Documents print with the fonts below, which every installation has: \`./scripts/start\` and the worker's image install the same list.
An \`@font-face\` rule of such a family is left out, whatever its \`src\`, and a link to a font service's sheet is not needed: name the family in
\`font-family\`, that is all. Case does not matter. A weight that a family does not have is printed in the nearest that it has.

A family that is not here an account can send: [your own fonts](accounts.md#your-own-fonts). One of a name below is printed in place of ours.
A document that brings the file of such a font itself, in \`files\` or as a data URL, is printed with ours all the same: where the file is another font or
version, the answer has a warning, \`font_replaced\`. To print with the file, send it to \`PUT /api/fonts/{name}\`.
Where a document names families none of which is there, the text is printed in \`sans-serif\`, \`serif\` or what else stands last, and
the answer has a warning, \`font_unavailable\`, which names the family once.

## Families

| Family | Also as | Styles | Licence | Package |
|---|---|---|---|---|
${FAMILIES.map(row).join('\n')}

With icon fonts, the sheets of their projects work as they are: Font Awesome 4 to 7, Bootstrap Icons, Bootstrap 3's Glyphicons, Material Icons and
Symbols.
MathML (\`<math>\`) is printed in STIX Two Math, whose brackets, roots and sums grow with what they hold: name no other family for it, but one that has an OpenType table
\`MATH\`. Noto Sans Math has none; it prints single signs. KaTeX's fonts print formulas that were made into HTML before.

For scripts other than Latin, Greek and Cyrillic there are the families of Noto, and no document has to name them: a character that is in no
font of its text is printed in one that has it. ${Object.entries(SCRIPTS)
  .map(([noto, lines]) => `${noto} …: ${lines.join(', ')}`)
  .join('. ')}.

## Stand-ins

Most of these families are not free. What is printed in their place has the same widths, or nearly the same, so that lines break where they did:

| Named | Printed |
|---|---|
${STAND_INS.map((one) => `| ${one.for.join(', ')} | ${one.family}${CLOSENESS[one.family] ?? ''} |`).join('\n')}

\`sans-serif\`, \`serif\` and \`monospace\` are Liberation Sans, Serif and Mono; \`math\` is STIX Two Math.

## Where they come from

Some are system packages of Debian. The others come from npm packages (\`font-awesome-5\`, \`font-awesome-6\` and \`bootstrap-3\` are versions of
\`@fortawesome/fontawesome-free\` and \`bootstrap\`), pinned in \`fonts/package-lock.json\`: \`fonts/install.mjs\` takes the
font files and their licences out of these, into \`fonts/files\`, and removes the rest. Chromium finds them by \`fonts/fonts.conf\`, which includes the machine's own configuration, so what the machine has besides can be named as well, without a warning; but only on that
machine. To see a document in another Chromium as Toolpress prints it, start that with \`FONTCONFIG_FILE=<project>/fonts/fonts.conf\`. On
macOS, which has no fontconfig, only the fonts of the system are there.
`;

/** What is said behind a stand-in that has not the very widths of the original. */
const CLOSENESS: Readonly<Record<string, string>> = {
  'Liberation Sans': ' (the widths of Arial and Helvetica; Segoe UI and Tahoma differ by 1 % or so)',
  'DejaVu Sans': ' (1 or 2 % wider)',
  'STIX Two Math': ' (of other widths; browsers take the latter for `math`)',
};

function row(family: (typeof FAMILIES)[number]): string {
  const { aliases = [], licence = 'OFL-1.1', npm, debian } = family;
  return `| ${family.family} | ${aliases.join(', ')} | ${stylesInWords(stylesOf(family))} | ${licence} | ${npm ?? `${debian} (Debian)`} |`;
}

/** "300, 400, 700; italic 400" */
function stylesInWords(styles: readonly string[]): string {
  const upright = styles.filter((style) => !style.endsWith('i')).join(', ');
  const italic = styles.flatMap((style) => (style.endsWith('i') ? style.slice(0, -1) : [])).join(', ');
  return [upright, ...(italic === '' ? [] : [`italic ${italic}`])].filter((words) => words !== '').join('; ');
}
