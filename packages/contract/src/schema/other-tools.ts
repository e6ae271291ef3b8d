/** Options of other print tools (puppeteer, wkhtmltopdf, Gotenberg), and what a PDF request has instead. */

const BACKGROUNDS = 'backgrounds are always printed, so leave it out';
const HEADERS = '`header_html` and `footer_html` print without a switch, so leave it out';
const NO_WAIT = 'a document is complete before it prints, so leave it out';
const NO_SCALE = 'write sizes in `css`, such as `body { zoom: 0.8 }`';
const PAGE_RULE = '`@page { size }` of the document counts when `page_size` is absent, so leave it out';
const PAPER = 'send `page_size`, such as `{"width": "80mm", "height": "200mm"}`';
const SIDES = ['top', 'right', 'bottom', 'left'] as const;

const INSTEAD: Readonly<Record<string, string>> = {
  ...{ format: 'send `page_size`', papersize: 'send `page_size`', paperformat: 'send `page_size`' },
  ...{ paperwidth: PAPER, paperheight: PAPER, pagewidth: PAPER, pageheight: PAPER, width: PAPER, height: PAPER },
  landscape: 'send `"orientation": "landscape"`',
  ...Object.fromEntries(SIDES.map((side) => [`margin${side}`, `send \`margin\` with \`${side}\``])),
  ...{ headertemplate: 'send `header_html`', footertemplate: 'send `footer_html`' },
  displayheaderfooter: HEADERS,
  ...{ printbackground: BACKGROUNDS, background: BACKGROUNDS },
  prefercsspagesize: PAGE_RULE,
  ...{ scale: NO_SCALE, zoom: NO_SCALE },
  ...{ waituntil: NO_WAIT, waitfor: NO_WAIT, waitdelay: NO_WAIT, waitforselector: NO_WAIT, waitforfunction: NO_WAIT },
  ...{ timeout: NO_WAIT, javascriptdelay: NO_WAIT },
  url: 'pages are not loaded; send the document as `html`',
  ...{ content: 'send `html`', source: 'send `html`', markup: 'send `html`' },
  ...{ context: 'send `data`', variables: 'send `data`', payload: 'send `data`' },
  stylesheet: 'send `css`',
  options: 'send its fields beside `html`',
};

/**
 * @param known the fields beside an unknown one. Only a PDF request has a hint.
 * @returns what to do instead of sending an option of another tool; undefined for any other name.
 */
export function insteadOf(name: string, known: readonly string[]): string | undefined {
  const letters = name.toLowerCase().replace(/[^a-z]/g, '');
  return known.includes('page_size') && Object.hasOwn(INSTEAD, letters) ? INSTEAD[letters] : undefined;
}
