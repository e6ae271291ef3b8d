/** Rewrites mistyped tags and those of other languages, so that a message says exactly what to write. */
import { nearestNames } from '@toolpress/contract';
import { parseExpression } from '../expressions/expression.js';
import { filterMeant } from '../expressions/hints.js';
import { FILTER_NAMES, filterNamed } from '../filters/index.js';

/** The longest tag in characters that is rewritten. */
const MAX_LENGTH = 300;

const NAME = String.raw`[\w$]+`;
const PATH = String.raw`(?:\.\./)*[\w$@.-]*[\w$]`;
const VALUE = String.raw`(?:${PATH}|"\d+")`;
/** Quoted texts are replaced by their numbers in quotes. */
const QUOTED = /"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$)/gs;

type Parts = readonly string[];

/** Tags by pattern. The first match is rewritten; undefined if that makes no readable tag. */
const TAGS: readonly (readonly [RegExp, (parts: Parts) => string | undefined])[] = [
  [/^[#/]?else$/i, () => 'else'],
  [/^#?\s*(?:elif|elsif|elseif|else\s+if)\s+(.+)$/is, ([test = '']) => inTag('else if ', condition(test))],
  [/^(?:#\s*unless|\^\s*if)\s+(.+)$/is, ([test = '']) => inTag('#if ', negated(condition(test)))],
  [/^#\s*if\s+(.+)$/is, ([test = '']) => inTag('#if ', condition(test))],
  [
    new RegExp(String.raw`^#?\s*(?:for|foreach|each)\s+\(?${NAME}(?:,\s*${NAME})?\s+in\s+(.+?)\)?$`, 'is'),
    ([list = '']) => inTag('#each ', value(list)),
  ],
  [/^#?\s*(?:foreach|each)\s+(\S.*?)\s+as\s+.+$/is, ([list = '']) => inTag('#each ', value(list))],
  [/^#\s*(?:each|foreach|range)\s+(.+)$/is, ([list = '']) => inTag('#each ', value(list))],
  [new RegExp(String.raw`^#\s*with\s+(${NAME})$`, 'i'), ([name = '']) => `#${name}`],
  [
    new RegExp(String.raw`^#?\s*(?:let|set|assign)\s+(${NAME})\s*=\s*(.+)$`, 'is'),
    ([name = '', given = '']) => inTag(`let ${name} = `, value(given)),
  ],
  [/^(?:_+|t|trans|translate)[\s(]\s*("[^"]*"|'[^']*')\s*\)?$/, ([text = '']) => `${text} | t`],
  [/^(?:include|render|import|partial|template)\s+["']([A-Za-z0-9][\w.-]{0,63})["']$/, ([name = '']) => `var:${name}`],
  [
    /^(.*\S)\s*\|\s*(?:raw|safe|safestring|noescape|unescape|html)$/is,
    ([given = '']) => inTag('&', value(given), /^[^|]+$/),
  ],
  [/^@\.\.\/([a-z]+)$/, ([name = '']) => `../@${name}`],
  [
    /^([^?]*[^?\s])\s*\?(?!\?)\s*([^:?]*[^:?\s])\s*:\s*(.+)$/s,
    ([test = '', yes = '', no = '']) => {
      const [is, first, second] = [condition(test), value(yes), value(no)];
      if (is === undefined || first === undefined || second === undefined) return undefined;
      return `#if ${is}]]${printing(first)}[[else]]${printing(second)}[[/if`;
    },
  ],
  [/^([^#^/>!&@].*)$/s, ([given = '']) => value(given)],
];

/** Returns the text of the tag that is meant; undefined if that is unclear or the tag needs no change. @param tag without brackets. */
export function rewrittenTag(tag: string): string | undefined {
  if (tag.length > MAX_LENGTH) return undefined;
  for (const [pattern, rewrite] of TAGS) {
    const [whole, ...parts] = pattern.exec(tag) ?? [];
    if (whole === undefined) continue;
    const rewritten = rewrite(parts);
    return rewritten === tag ? undefined : rewritten;
  }
  return undefined;
}

const inTag = (before: string, expression: string | undefined, allowed = /./): string | undefined =>
  expression === undefined || !allowed.test(expression) ? undefined : before + expression;

/** Returns what prints a value: a tag, or the text itself. */
const printing = (expression: string): string => {
  const [, text] = /^["']([^"'\\<>&[\]]*)["']$/.exec(expression) ?? [];
  return text ?? `[[${expression}]]`;
};

const negated = (test: string | undefined): string | undefined =>
  test === undefined ? undefined : `not ${new RegExp(`^${PATH}$`).test(test) ? test : `(${test})`}`;

const OPERATORS: Readonly<Record<string, string>> = {
  eq: '==',
  equals: '==',
  is: '==',
  ne: '!=',
  neq: '!=',
  gt: '>',
  gte: '>=',
  ge: '>=',
  lt: '<',
  lte: '<=',
  le: '<=',
  '+': 'plus',
  '-': 'minus',
  '*': 'times',
  '/': 'divided_by',
  '%': 'modulo',
  '~': 'append',
};

/** Replacements in any expression, in this order. */
const EVERYWHERE: readonly (readonly [RegExp, string | ((whole: string, ...parts: string[]) => string)])[] = [
  [new RegExp(String.raw`^(${PATH})\.(${NAME})\(\)$`), (_, path, name) => `${path} | ${name}`],
  [
    new RegExp(String.raw`^(${NAME})(?:\s+|\(\s*)(${PATH})\s*\)?$`),
    (whole, name, path) => (filterMeant(name) === undefined || name === 'not' ? whole : `${path} | ${name}`),
  ],
  [/\|\s*(?:e|h|escape|htmlspecialchars|tostring|string)\b(?:\(\))?/gi, ''],
  [new RegExp(String.raw`\|\s*(${NAME})\s*\(\s*\)`, 'g'), '| $1'],
  [new RegExp(String.raw`\|\s*(${NAME})\s*\(\s*([^()]+?)\s*\)`, 'g'), '| $1: $2'],
  [new RegExp(String.raw`\|\s*(${NAME})\s+(?=${VALUE})`, 'g'), '| $1: '],
  [/(\|\s*money:\s*)([A-Z]{3})\b/g, '$1"$2"'],
  [new RegExp(String.raw`\|\s*(${NAME})`, 'g'), (_, name) => `| ${filterFor(name)}`],
  [/(?<!\s)\s*\|\s*$/, ''],
  [/\.(?:length|count)\b/g, '.size'],
  [/(?<!\s)\s*(?:\?\?|\?:)\s*/g, ' | default: '],
];

const IN_CONDITIONS: typeof EVERYWHERE = [
  [new RegExp(String.raw`(${PATH})\s+is\s+not\s+(?:empty|null|none|defined)\b`, 'g'), '$1'],
  [new RegExp(String.raw`(${PATH})\s+is\s+(?:empty|null|none)\b`, 'g'), 'not $1'],
  [
    new RegExp(String.raw`\(?\b(eq|equals|ne|neq|gt|gte|ge|lt|lte|le)\s+(${VALUE})\s+(${VALUE})\)?`, 'g'),
    (_, operator, left, right) => `${left} ${OPERATORS[operator]} ${right}`,
  ],
  [/(?<!\s)\s+is\s+not\s+/g, ' != '],
  [/(?<!\s)\s+(is|eq|equals|ne|neq|gt|gte|ge|lt|lte|le)\s+/g, (_, operator) => ` ${OPERATORS[operator]} `],
  [/([=!])==/g, '$1='],
  [/<>/g, '!='],
  [/(?<![=!<>])=(?![=>])/g, '=='],
  [/(?<!\s)\s*&&\s*/g, ' and '],
  [/(?<!\s)\s*\|\|\s*/g, ' or '],
  [/!(?=[\w(@.])/g, 'not '],
  [
    new RegExp(String.raw`(${VALUE})(?:\s*([+*/%~])\s*|\s+(-)\s+)(${VALUE})`, 'g'),
    (_, left, operator, minus, right) => `(${left} | ${OPERATORS[operator ?? minus ?? '']}: ${right})`,
  ],
  [new RegExp(String.raw`^(${PATH}\s*\|\s*[^=!<>()]+?)\s*([=!]=|[<>]=?)`), '($1) $2'],
];

const IN_VALUES: typeof EVERYWHERE = [
  [/(?<!\s)\s*\|\|\s*/g, ' | default: '],
  [
    new RegExp(String.raw`^(${VALUE})(?:\s*([+*/%~])\s*|\s+(-)\s+)(${VALUE})`),
    (_, left, operator, minus, right) => `${left} | ${OPERATORS[operator ?? minus ?? '']}: ${right}`,
  ],
];

/** Returns our name of a filter: by its name in another language, or the only similar one. */
function filterFor(name: string): string {
  if (filterNamed(name) !== undefined) return name;
  const [near, other] = nearestNames(name, FILTER_NAMES);
  return filterMeant(name) ?? (other === undefined ? near : undefined) ?? name;
}

const condition = (text: string): string | undefined => readable(text, [...IN_CONDITIONS, ...EVERYWHERE]);
const value = (text: string): string | undefined => readable(text, [...IN_VALUES, ...EVERYWHERE]);

/** Returns the rewritten expression; undefined if that cannot be read. */
function readable(text: string, replacements: typeof EVERYWHERE): string | undefined {
  const quoted: string[] = [];
  const bare = text.trim().replace(QUOTED, (one) => `"${quoted.push(one) - 1}"`);
  const rewritten = replacements.reduce(
    (now, [pattern, by]) => (typeof by === 'string' ? now.replace(pattern, by) : now.replace(pattern, by)),
    bare,
  );
  const whole = rewritten.replace(/"(\d+)"/g, (one, index: string) => quoted[Number(index)] ?? one).trim();
  const expression = parseExpression(whole);
  return expression === undefined || expression.fault !== undefined ? undefined : whole;
}
