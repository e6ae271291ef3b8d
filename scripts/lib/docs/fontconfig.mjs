/** Generates `fonts/fonts.conf`, with the built-in fonts and their replacements for Chromium. */
import { FAMILIES, STAND_INS } from '@toolpress/document/tables';

/** Returns the text of the file, which `npm run docs` writes. */
export function fontsConf() {
  const alias = (/** @type {string} */ name, /** @type {string} */ family) =>
    `  <alias binding="same"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`;
  return `${[
    HEAD,
    '  <!-- Bold files that say that their weight is regular -->',
    ...MISLABELLED.map(withoutBold),
    '  <!-- Other names of the same design -->',
    ...FAMILIES.flatMap(({ family, aliases = [] }) => aliases.map((name) => alias(name, family))),
    '  <!-- Families with substitutes -->',
    ...STAND_INS.flatMap((one) => one.for.map((name) => alias(name, one.family))),
    '</fontconfig>',
  ].join('\n')}\n`;
}

/** Families that DejaVu Sans would come before. */
const BEFORE_DEJAVU = [
  'Naskh Arabic',
  ...['Hebrew', 'Armenian', 'Georgian', 'Lao', 'Tifinagh'].map((one) => `Sans ${one}`),
].map((name) => `Noto ${name}`);

const HEAD = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<!-- Made of the list of built-in families by \`npm run docs\`. The worker starts Chromium with it, see docs/fonts.md. -->
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">files</dir>
  <!-- These fonts print the text that names them and no other: for a character that is in no font of a text, the machine's
       fonts are searched, as if these did not exist. Otherwise an icon font would replace signs in texts. -->
  <match target="scan">
    <test name="file" compare="contains"><string>/fonts/files/</string></test>
    <edit name="charset" mode="assign"><charset><int>0x20</int></charset></edit>
  </match>
  <!-- DejaVu Sans has letters of these scripts, too: in drawings, and where documents cannot name the fonts of a script. -->
  <match target="pattern">
    <test name="family"><string>DejaVu Sans</string></test>
    <edit name="family" mode="prepend" binding="weak">
${BEFORE_DEJAVU.map((family) => `      <string>${family}</string>`).join('\n')}
    </edit>
  </match>
  <!-- Noto Sans Tamil comes before Noto Sans Grantha, which has two letters of Tamil without their vowel signs. -->
  <match target="pattern">
    <edit name="family" mode="append_last" binding="weak"><string>Noto Sans Tamil</string></edit>
  </match>`;

/**
 * Families of Debian whose bold file says that its weight is regular, so that it would print everything. Without it, the browser makes
 * bold text from the regular file.
 */
const MISLABELLED = ['Noto Nastaliq Urdu', 'Noto Serif Myanmar'];

/** The weight of regular fonts in fontconfig. */
const REGULAR = 80;

/** @param {string} family */
const withoutBold = (family) => {
  const part = (/** @type {string} */ name, /** @type {string} */ value) => `<patelt name="${name}">${value}</patelt>`;
  const text = (/** @type {string} */ name, /** @type {string} */ value) => part(name, `<string>${value}</string>`);
  const pattern = text('family', family) + text('style', 'Bold') + part('weight', `<int>${REGULAR}</int>`);
  return `  <selectfont><rejectfont><pattern>${pattern}</pattern></rejectfont></selectfont>`;
};
