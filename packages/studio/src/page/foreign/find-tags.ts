/** Finds the tags of other template languages in a text. */

export type Engine =
  | 'Blade'
  | 'Carbone'
  | 'EJS'
  | 'ERB'
  | 'Go'
  | 'Handlebars'
  | 'Jinja or Twig'
  | 'Liquid'
  | 'Mustache'
  | 'PHP'
  | 'Razor'
  | 'Word'
  | 'wkhtmltopdf';

type Brackets =
  | 'carbone'
  | 'code'
  | 'comment'
  | 'directive'
  | 'double'
  | 'percent'
  | 'php'
  | 'raw'
  | 'razor'
  | 'number'
  | 'word';

export interface FoundTag {
  from: number;
  to: number;
  brackets: Brackets;
  /** The text between the brackets, trimmed; the whole directive with `@`. */
  body: string;
}

const DIRECTIVES =
  'foreach|forelse|for|elseif|if|unless|isset|empty|switch|case|include|extends|section|yield|php|each|component|while';
const BARE = 'else|endforeach|endforelse|endif|endunless|endisset|endempty|endfor|endsection|endphp|csrf|empty|php';
const BLADE =
  /(?<![\w.])@(?:(?:foreach|forelse|elseif|if|unless|isset|empty)\s?\([^\n]{0,200}\$|(?:extends|section|include|yield)\s?\(\s*["'])|\{!!|\{\{\s*\$/;
const WORD = /\bMso[A-Z]|\bWordSection\d/;
/** Comments, listings, scripts and our own tags. */
const LITERAL = /<!--[\s\S]*?-->|\[\[[^\]]*\]\]|<(script|pre|code|textarea|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi;

/** The engines by their signs. The first match counts. */
const ENGINES: readonly (readonly [Engine, RegExp])[] = [
  ['wkhtmltopdf', /location\.search[\s\S]*class=["']?(?:to)?page\b/],
  ['PHP', /<\?(?:php\b|=)/],
  ['ERB', /<%[^%]{0,300}?(?:@[a-z]|\bdo\s{0,5}\|)|<%-?\s{0,5}(?:end\b|elsif\b|unless\b)/],
  ['EJS', /<%[^%]{0,1000}%>/],
  ['Go', /\{\{-?\s*(?:\.(?!\.)\w|(?:range|template|if|with)\s[^{}]{0,300}?[.$]\w|end\s*-?\}\})/],
  ['Blade', BLADE],
  ['Liquid', /\{%-?\s*(?:assign|unless|capture|case|elsif|render|endcase)\b|\{[{%][^{}]{0,300}?\|\s{0,5}\w{1,40}:\s/],
  ['Jinja or Twig', /\{%-?\s*[a-z]/],
  ['Handlebars', /\{\{~?#(?:each|if|unless|with)\b|\{\{~?else\b|\{\{[^{}]{0,300}?(?:@index|@root|\bthis\b)/],
  ['Mustache', /\{\{[#/^&>]\s*[\w.]|\{\{\{\s*[\w.]/],
  ['Jinja or Twig', /\{\{[^{}|]{0,300}\|[^{}]{0,300}\}\}/],
  ['Mustache', /\{\{\s*[\w.]+\s*\}\}/],
  ['Razor', /(?<![\w.@])@Model\.\w/],
  ['Carbone', /\{[dc]\.[A-Za-z_]/],
];

/** A quick check: a text without these has no tags. */
const SIGN = /\{[{%!]|\{[dc]\.|<[%?]|@(?:for|if|un|is|em|ex|se|in|yi|Mo)|«|location\.search/;

/** Returns the language of a text's tags; undefined for a text without them. */
export function engineOf(text: string): Engine | undefined {
  if (!SIGN.test(text)) return undefined;
  const found = ENGINES.find(([, sign]) => sign.test(text))?.[0];
  return found ?? (WORD.test(text) && /«[\w:.-]+»/.test(text) ? 'Word' : undefined);
}

/** The longest tag in characters, and the largest number of tags that are read. */
const LONGEST = 1_000;
const MOST = 5_000;

const any = (character: string): string => `(?:${character}){0,${LONGEST}}`;
/** In formulas of TeX, a backslash, `^`, `_` or a command precedes two braces. */
const DOUBLE = String.raw`(?<![\\^_$]|\\[a-zA-Z]{1,20})(?:\{\{\{${any('[^{}]')}\}\}\}|\{\{(?!\{)${any(String.raw`[^{}]|\{[^{}]{0,100}\}`)}\}\})`;
const PERCENT = String.raw`\{%${any(String.raw`[^%]|%(?!\})`)}%\}|\{#${any(String.raw`[^#]|#(?!\})`)}#\}`;
const CODE = `<%${any('[^%]|%(?!>)')}%>`;
const PHP = String.raw`<\?(?:php\b|=)${any(String.raw`[^?]|\?(?!>)`)}\?>`;
const RAW = String.raw`\{!!${any(String.raw`[^!]|!(?!!\})`)}!!\}|\{\{--${any(String.raw`[^-]|-(?!-\}\})`)}--\}\}`;
const NOTE = String.raw`\{\{!--${any('[^-]|-(?!-)')}--\}\}`;
const DIRECTIVE = String.raw`(?<![\w.])@(?:(?:${DIRECTIVES})\s?(?=\()|(?:${BARE})\b(?!\s?\())`;

const PATTERNS: Record<Engine, string> = {
  Blade: `${RAW}|${DOUBLE}|${DIRECTIVE}`,
  Carbone: String.raw`\{[dc]\.${any('[^{}]')}\}`,
  EJS: CODE,
  ERB: CODE,
  Go: DOUBLE,
  Handlebars: `${NOTE}|${DOUBLE}`,
  'Jinja or Twig': `${PERCENT}|${DOUBLE}`,
  Liquid: `${PERCENT}|${DOUBLE}`,
  Mustache: DOUBLE,
  PHP,
  Razor: String.raw`(?<![\w.@])@(?:Model(?:\.\w+)+|model\s[^\n]{0,200}|foreach\s?\(\s*var\s[^)\n]{0,200}\)\s*\{?|[a-z]\w*\.[A-Z]\w*)`,
  Word: String.raw`«[\w:.-]+»`,
  wkhtmltopdf: `<(?:span|b|i|div|td)[^<>]*class=["']?(?:topage|frompage|page|sitepages?|section|subsection)["'][^<>]*>`,
};

/** Returns the tags of one language in the order of the text, without those in comments, scripts and listings. */
export function tagsIn(text: string, engine: Engine): FoundTag[] {
  const literals = [...text.matchAll(LITERAL)]
    .filter(([, element]) => element?.toLowerCase() !== 'style')
    .map(({ index, 0: literal }) => ({ from: index, to: index + literal.length }));
  const tags: FoundTag[] = [];
  let next = 0;
  for (const { index, 0: found } of text.matchAll(new RegExp(PATTERNS[engine], 'g'))) {
    if (tags.length === MOST) break;
    if (index < (tags.at(-1)?.to ?? 0)) continue;
    while ((literals[next]?.to ?? Number.POSITIVE_INFINITY) <= index) next += 1;
    if ((literals[next]?.from ?? Number.POSITIVE_INFINITY) <= index) continue;
    const tag = found.startsWith('@') && engine === 'Blade' ? withArguments(text, index, found) : found;
    tags.push({ from: index, to: index + tag.length, ...insideOf(tag, engine) });
  }
  return tags;
}

/** Returns a directive up to the bracket that closes its arguments. */
function withArguments(text: string, from: number, directive: string): string {
  const open = from + directive.length;
  if (text[open] !== '(') return directive;
  let depth = 0;
  let quote = '';
  for (let at = open; at < Math.min(text.length, open + 500); at++) {
    const character = text.charAt(at);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '(') depth += 1;
    else if (character === ')' && --depth === 0) return text.slice(from, at + 1);
  }
  return directive;
}

/** The brackets by the beginning of a tag, with the characters to cut at both ends. */
const BRACKETS: readonly (readonly [begin: string, brackets: Brackets, cut: number, cutEnd: number])[] = [
  ['{{!--', 'comment', 5, 4],
  ['{{--', 'comment', 4, 4],
  ['{{!', 'comment', 3, 2],
  ['{{/*', 'comment', 4, 4],
  ['{{{', 'raw', 3, 3],
  ['{{&', 'raw', 3, 2],
  ['{{', 'double', 2, 2],
  ['{!!', 'raw', 3, 3],
  ['{#', 'comment', 2, 2],
  ['{%', 'percent', 2, 2],
  ['<%#', 'comment', 3, 2],
  ['<%', 'code', 2, 2],
  ['<?php', 'php', 5, 2],
  ['<?', 'php', 2, 2],
  ['@', 'directive', 0, 0],
  ['«', 'word', 1, 1],
  ['{', 'carbone', 1, 1],
  ['<', 'number', 0, 0],
];

function insideOf(tag: string, engine: Engine): Pick<FoundTag, 'brackets' | 'body'> {
  if (engine === 'Razor') return { brackets: 'razor', body: tag.slice(1).trim() };
  const [, brackets, cut, cutEnd] = BRACKETS.find(([begin]) => tag.startsWith(begin)) ?? ['', 'double', 2, 2];
  const inside = tag.slice(cut, tag.length - cutEnd);
  const isTrimmed = brackets === 'double' || brackets === 'percent';
  return { brackets: brackets as Brackets, body: (isTrimmed ? inside.replace(/^[-~+]|[-~+]$/g, '') : inside).trim() };
}
