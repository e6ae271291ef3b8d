/** Cleans the web pages that Word saves: what only Word reads is left out, and styles move to the style sheet. */

export interface Cleaned {
  html: string;
  css: string;
  /** Options of the document, such as its paper. */
  options: Record<string, unknown>;
  /** What is missing, and what to do about it. */
  notes: string[];
}

/** Declarations that only Word reads. */
const OFFICE_PROPERTY = /^(?:mso-|tab-stops|panose|layout-grid|text-effect|tab-interval)/i;

export const isFromWord = (html: string): boolean =>
  /<meta[^>]+content=["']?(?:Microsoft Word|Word\.Document)|urn:schemas-microsoft-com:office:word|class=["']?Mso[A-Z]/i.test(
    html,
  );

/** Returns the document of Word as HTML and CSS. */
export function cleanWord(source: string): Cleaned {
  const notes = notesOf(source);
  const sheets: string[] = [];
  const html = source
    .replace(/<!--\[if [^\]]*\]>[\s\S]*?<!\[endif\]-->/gi, '')
    .replace(/<!(?:--)?\[(?:if [^\]]*|endif)\](?:--)?>/gi, '')
    .replace(/<xml\b[\s\S]*?<\/xml>/gi, '')
    .replace(/<style\b[^>]*>([\s\S]*?)<\/style>/gi, (_, css: string) => {
      sheets.push(cleanSheet(css));
      return '';
    })
    .replace(/<\/?(?:o|w|v|m|st\d):[^>]*>/gi, '')
    .replace(/<meta\b[^<>]*(?:http-equiv|ProgId|Generator|Originator)[^<>]*>\s*/gi, '')
    .replace(/<link\b[^<>]*>\s*/gi, '')
    .replace(/\s+xmlns(?::\w+)?=(?:"[^"]*"|'[^']*')/gi, '')
    .replace(/\sstyle=(?:'([^']*)'|"([^"]*)")/gi, (_, one?: string, other?: string) => {
      const quote = one === undefined ? '"' : "'";
      const kept = cleanDeclarations(one ?? other ?? '');
      return kept === '' ? '' : ` style=${quote}${kept}${quote}`;
    })
    .replace(/&laquo;([\w:.-]+)&raquo;/g, '«$1»')
    .replace(/<span>([^<]*)<\/span>/gi, '$1')
    .replace(/\n(?:[ \t]*\n){2,}/g, '\n\n')
    .trim();
  return { html: `${html}\n`, css: sheets.filter((sheet) => sheet !== '').join('\n'), options: {}, notes };
}

function notesOf(source: string): string[] {
  const notes: string[] = [];
  const drawings = [...source.matchAll(/<v:(?:shape|rect|roundrect|oval|line|group)\b/gi)].length;
  const pictures = [...source.matchAll(/<!\[if !vml\]>|<!--\[if !vml\]-->/gi)].length;
  if (drawings > pictures)
    notes.push(
      'Drawings and text boxes of Word are left out, because only Word shows them: insert them as pictures, or write them as HTML.',
    );
  if (/mso-(?:header|footer)\s*:/i.test(source))
    notes.push(
      'The header and footer of the Word document are not in its web page: write them in Options (Header, Footer).',
    );
  if (/<del\b|mso-element:\s*comment/i.test(source))
    notes.push('The document has tracked changes or comments: accept and delete them in Word, and save it again.');
  return notes;
}

/** Returns the rules that browsers read, one a line. */
function cleanSheet(css: string): string {
  const bare = css.replace(/<!--|-->/g, '').replace(/\/\*[\s\S]*?\*\//g, '');
  const rules: string[] = [];
  for (const [, selector = '', body = ''] of bare.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const name = selector.replace(/\s+/g, ' ').trim();
    if (/^@(?:font-face|list)\b/i.test(name)) continue;
    const declarations = cleanDeclarations(body);
    if (declarations !== '') rules.push(`${name} { ${declarations} }`);
  }
  return rules.length === 0 ? '' : `${rules.join('\n')}\n`;
}

const cleanDeclarations = (text: string): string =>
  text
    .split(';')
    .map((declaration) => declaration.replace(/\s+/g, ' ').trim())
    .filter((declaration) => declaration !== '' && !OFFICE_PROPERTY.test(declaration))
    .join('; ');
