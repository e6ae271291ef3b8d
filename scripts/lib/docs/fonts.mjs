/** The built-in families as `docs/fonts.md`. */
import { FAMILIES, SCRIPTS, STAND_INS, stylesOf } from '@toolpress/document/tables';

/** Returns the page, ending in a line feed. */
export const fontsMarkdown = () => `# Fonts

<!-- Made of the list of built-in families by \`npm run docs\`; a test fails when it is out of date. -->

These fonts are part of every installation (\`./scripts/start\` and the worker's image). Name a family in \`font-family\`; case does not matter. \`@font-face\` rules of these families are ignored, and links to font services are not needed. A missing weight
is printed in the nearest one.

For other families, send [your own fonts](accounts.md#your-own-fonts); they also replace built-in ones of the same name. A font file in \`files\` or a data URL does not replace a built-in family: if it is another font or version, the answer has the warning
\`font_replaced\`, and \`PUT /api/fonts/{name}\` makes it available. If none of the named families exists, the generic one is used (\`sans-serif\`, \`serif\` …) with the warning \`font_unavailable\`.

## Families

The license is OFL-1.1, and the npm package \`@expo-google-fonts/\` with the name, unless the last column has others.

| Family | Also as | Styles | License, package |
|---|---|---|---|
${FAMILIES.map(row).join('\n')}

Style sheets of icon fonts work unchanged: Font Awesome 4 to 7, Bootstrap Icons, Bootstrap 3's Glyphicons, Material Icons and Symbols. MathML (\`<math>\`) is printed in STIX Two Math; another font needs an OpenType table \`MATH\`, which Noto Sans Math lacks. KaTeX's fonts
print formulas that are already HTML.

Other scripts use Noto automatically, if no font of the text has the character, with serifs or without as the text, and in bold where Noto has it. A character in no font prints as a box, with a warning:

| Families | Scripts |
|---|---|
${Object.entries(SCRIPTS)
  .map(([noto, lines]) => `| ${noto} … | ${lines.join(', ')} |`)
  .join('\n')}

## Substitutes

Most of these families are not free. Their substitutes have the same or nearly the same widths, so lines break at the same places:

| Named | Printed |
|---|---|
${STAND_INS.map((one) => `| ${one.for.join(', ')} | ${one.family}${CLOSENESS[one.family] ?? ''} |`).join('\n')}

\`sans-serif\`, \`serif\` and \`monospace\` are Liberation Sans, Serif and Mono; \`math\` is STIX Two Math.

## Sources

Some are Debian packages. The others come from npm packages pinned in \`fonts/package-lock.json\` (\`font-awesome-5\`, \`font-awesome-6\` and \`bootstrap-3\` are versions of \`@fortawesome/fontawesome-free\` and \`bootstrap\`). \`fonts/install.mjs\` copies fonts and licenses to \`fonts/files\`.
Chromium finds them through \`fonts/fonts.conf\`, which also includes the machine's fonts. To use the same fonts in another Chromium, start it with \`FONTCONFIG_FILE=<project>/fonts/fonts.conf\`. macOS has no fontconfig: only its own fonts are available.
`;

/**
 * Notes on replacements whose widths differ from the original.
 *
 * @type {Record<string, string>}
 */
const CLOSENESS = {
  'Liberation Sans': ' (the widths of Arial and Helvetica; Segoe UI and Tahoma differ by 1 % or so)',
  'DejaVu Sans': ' (1 or 2 % wider)',
  'STIX Two Math': ' (of other widths; browsers take the latter for `math`)',
};

/** @param {typeof FAMILIES[number]} family */
function row(family) {
  const { aliases = [], licence = 'OFL-1.1', npm, debian } = family;
  const isUsual = npm === `@expo-google-fonts/${family.family.toLowerCase().replaceAll(' ', '-')}`;
  const other = [licence === 'OFL-1.1' ? '' : licence, isUsual ? '' : (npm ?? `${debian} (Debian)`)].filter(Boolean);
  return `| ${family.family} | ${aliases.join(', ')} | ${stylesInWords(stylesOf(family))} | ${other.join(', ')} |`;
}

/** Returns "300–500, 700; italic 400". @param {readonly string[]} styles */
function stylesInWords(styles) {
  const upright = weightsInWords(styles.filter((style) => !style.endsWith('i')));
  const italic = weightsInWords(styles.flatMap((style) => (style.endsWith('i') ? style.slice(0, -1) : [])));
  return [upright, ...(italic === '' ? [] : [`italic ${italic}`])].filter((words) => words !== '').join('; ');
}

/** Returns ascending weights with ranges of three and more. @param {readonly string[]} weights */
function weightsInWords(weights) {
  /** @type {string[][]} */
  const runs = [];
  for (const weight of weights) {
    const run = runs.at(-1);
    if (run !== undefined && Number(run.at(-1)) + 100 === Number(weight)) run.push(weight);
    else runs.push([weight]);
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]}–${run.at(-1)}` : run.join(', '))).join(', ');
}
