/** Reads tags of other template languages as statements that all of them have. */
import type { Engine, FoundTag } from './find-tags.js';

export type Statement =
  | { kind: 'print'; value: string; isRaw?: boolean }
  | { kind: 'if'; test: string; isNegated?: boolean }
  | { kind: 'else if'; test: string }
  | { kind: 'else' }
  | { kind: 'each'; list: string; item?: string | undefined; index?: string | undefined; key?: string | undefined }
  /** Mustache's: of a list, an object or a truth value. */
  | { kind: 'section'; name: string; isInverted?: boolean }
  | { kind: 'end'; name?: string | undefined }
  | { kind: 'let'; name: string; value: string }
  | { kind: 'include'; name: string }
  | { kind: 'comment'; text: string }
  /** `opens`: a block with the same names inside, or with others. */
  | { kind: 'unclear'; says: string; opens?: 'block' | 'scope' | undefined };

type Rule = readonly [pattern: RegExp, read: (parts: readonly string[]) => Statement];

const LAYOUT =
  'there are no layouts: copy the HTML of the layout here, or save it as a template and write `[[var:name]]`';
const NO_MACRO = 'there are no macros: save the part as a template and write `[[> name item=value]]`';
const NO_COUNTERPART = 'it has no counterpart: delete it';
const CODE = 'code does not run: compute the value before the call and send it in the data';
const FILE = 'write the element with the path of the file, and add the file in Options';
const CASES = 'write `[[#if value == "a"]]…[[else if value == "b"]]…[[else]]…[[/if]]`';

/** Returns the name of a part: `parts/_head.html.twig` and Blade's `parts.head` are `head`. */
const nameOf = (path: string): string => {
  const file = path.split('/').at(-1) ?? path;
  const bare = file.replace(
    /(?:\.(?:html?|twig|j2|jinja2?|njk|hbs|handlebars|mustache|ejs|erb|php|liquid|tmpl))+$/i,
    '',
  );
  return (bare.split('.').at(-1) ?? bare).replace(/^_/, '');
};

const include = ([path = '']: readonly string[]): Statement => ({ kind: 'include', name: nameOf(path) });
const unclear = (says: string, opens?: 'block' | 'scope'): Statement => ({ kind: 'unclear', says, opens });

/** `{% … %}` of Jinja, Twig and Liquid. */
const PERCENT: readonly Rule[] = [
  [/^if\s+([\s\S]+)$/, ([test = '']) => ({ kind: 'if', test })],
  [/^unless\s+([\s\S]+)$/, ([test = '']) => ({ kind: 'if', test, isNegated: true })],
  [/^(?:elif|elseif|elsif)\s+([\s\S]+)$/, ([test = '']) => ({ kind: 'else if', test })],
  [/^else$/, () => ({ kind: 'else' })],
  [/^end(\w+)/, ([name]) => ({ kind: 'end', name })],
  [
    /^for\s+\(?(\w+)(?:\s*,\s*(\w+))?\)?\s+in\s+(\S[\s\S]*?)(?:\s+(?:if|limit|offset|reversed)\b[\s\S]*)?$/,
    ([first = '', second, list = '']) =>
      second === undefined ? { kind: 'each', list, item: first } : { kind: 'each', list, item: second, key: first },
  ],
  [/^(?:set|assign)\s+(\w+)\s*=\s*([\s\S]+)$/, ([name = '', value = '']) => ({ kind: 'let', name, value })],
  [/^(?:include|render)\s+["']([^"']+)["']/, include],
  [/^(?:extends|layout)\b/, () => unclear(LAYOUT)],
  [/^(?:block|section)\b/, () => unclear(LAYOUT, 'block')],
  [/^(?:import|from)\b/, () => unclear(NO_MACRO)],
  [/^(?:macro|call)\b/, () => unclear(NO_MACRO, 'scope')],
  [/^case\b/, () => unclear(CASES, 'block')],
  [/^when\b/, () => unclear(CASES)],
  [
    /^(?:raw|verbatim|comment|trans|capture|autoescape|spaceless|apply|with|filter)\b/,
    () => unclear(NO_COUNTERPART, 'block'),
  ],
];
/** `{{ … }}` of Handlebars and Mustache. */
const HANDLEBARS: readonly Rule[] = [
  [/^#\s*if\s+([\s\S]+)$/, ([test = '']) => ({ kind: 'if', test })],
  [/^#\s*unless\s+([\s\S]+)$/, ([test = '']) => ({ kind: 'if', test, isNegated: true })],
  [/^else\s+if\s+([\s\S]+)$/, ([test = '']) => ({ kind: 'else if', test })],
  [/^(?:else|\^)$/, () => ({ kind: 'else' })],
  [
    /^#\s*each\s+(\S[^|]*?)(?:\s+as\s+\|\s*(\w+)(?:\s+(\w+))?\s*\|)?$/,
    ([list = '', item, index]) => ({ kind: 'each', list, item, index }),
  ],
  [
    /^#\s*(eq|ne|gt|lt|gte|lte)\s+([\s\S]+)$/,
    ([operator = '', sides = '']) => ({ kind: 'if', test: `${operator} ${sides}` }),
  ],
  [/^#\s*with\s+(\S+)$/, ([name = '']) => ({ kind: 'section', name })],
  [/^#\s*([\w.-]+)$/, ([name = '']) => ({ kind: 'section', name })],
  [/^\^\s*([\w.-]+)$/, ([name = '']) => ({ kind: 'section', name, isInverted: true })],
  [/^\/\s*([\w.-]+)$/, ([name]) => ({ kind: 'end', name })],
  [/^>\s*["']?([\w./-]+)/, include],
  [/^[#^]/, () => unclear('block helpers don’t exist: sections are `[[#if …]]` and `[[#each …]]`', 'scope')],
  [/^=/, () => unclear('brackets can’t be changed: delete it')],
];
const GO: readonly Rule[] = [
  [/^if\s+([\s\S]+)$/, ([test = '']) => ({ kind: 'if', test })],
  [/^else\s+if\s+([\s\S]+)$/, ([test = '']) => ({ kind: 'else if', test })],
  [/^else$/, () => ({ kind: 'else' })],
  [
    /^range\s+(?:(\$\w+)\s*,\s*)?(\$\w+)\s*:=\s*([\s\S]+)$/,
    ([index, item, list = '']) => ({ kind: 'each', list, item, index }),
  ],
  [/^range\s+([\s\S]+)$/, ([list = '']) => ({ kind: 'each', list })],
  [/^with\s+\.([\w.]+)$/, ([name = '']) => ({ kind: 'section', name })],
  [/^end$/, () => ({ kind: 'end' })],
  [/^(\$\w+)\s*:?=\s*([\s\S]+)$/, ([name = '', value = '']) => ({ kind: 'let', name, value })],
  [/^template\s+"([^"]+)"/, include],
  [/^(?:block|define)\b/, () => unclear(LAYOUT, 'block')],
];
/** What PHP and Blade write between brackets or after `@`. */
const PHP: readonly Rule[] = [
  [
    /^(?:foreach|forelse)\s*\(\s*(\S[\s\S]*?)\s+as\s+(?:(\$\w+)\s*=>\s*)?(\$\w+)\s*\)\s*[:{]?$/,
    ([list = '', key, item]) => ({ kind: 'each', list, item, key }),
  ],
  [/^\}?\s*(?:elseif|else\s+if)\s*\(([\s\S]+)\)\s*[:{]?$/, ([test = '']) => ({ kind: 'else if', test })],
  [/^if\s*\(([\s\S]+)\)\s*[:{]?$/, ([test = '']) => ({ kind: 'if', test })],
  [/^isset\s*\(([\s\S]+)\)$/, ([test = '']) => ({ kind: 'if', test })],
  [/^unless\s*\(([\s\S]+)\)$/, ([test = '']) => ({ kind: 'if', test, isNegated: true })],
  [/^empty\s*\(([\s\S]+)\)$/, ([test = '']) => ({ kind: 'if', test, isNegated: true })],
  [/^\}?\s*else\s*[:{]?$/, () => ({ kind: 'else' })],
  [/^empty$/, () => ({ kind: 'else' })],
  [/^(?:end(if|foreach|forelse|unless|isset|empty|for|while|section)|\})\s*;?$/, ([name]) => ({ kind: 'end', name })],
  [/^(?:echo|print)\s+(\S[\s\S]*?);?$/, ([value = '']) => ({ kind: 'print', value })],
  [/^(?:include|require)(?:_once)?\s*\(?\s*["']([^"']+)["']/, include],
  [/^(?:extends|section|yield)\b/, () => unclear(LAYOUT)],
  [/^(\$\w+)\s*=\s*([^=][^;]*);?$/, ([name = '', value = '']) => ({ kind: 'let', name: name.slice(1), value })],
  [/^(?:for|while)\s*\(/, () => unclear('write `[[#each list]]`, or `[[#each (1..3)]]` to count', 'scope')],
  [/^switch\s*\(/, () => unclear(CASES, 'block')],
  [/^csrf$/, () => unclear(NO_COUNTERPART)],
];
const RUBY: readonly Rule[] = [
  [
    /^(\S[\s\S]*?)\.each(?:_with_index)?\s+do\s*\|\s*(\w+)(?:\s*,\s*(\w+))?\s*\|$/,
    ([list = '', item, index]) => ({ kind: 'each', list, item, index }),
  ],
  [/^if\s+([\s\S]+)$/, ([test = '']) => ({ kind: 'if', test })],
  [/^unless\s+([\s\S]+)$/, ([test = '']) => ({ kind: 'if', test, isNegated: true })],
  [/^elsif\s+([\s\S]+)$/, ([test = '']) => ({ kind: 'else if', test })],
  [/^else$/, () => ({ kind: 'else' })],
  [/^end$/, () => ({ kind: 'end' })],
  [/^@?(\w+)\s*=\s*([^=][\s\S]*)$/, ([name = '', value = '']) => ({ kind: 'let', name, value })],
];
const JAVASCRIPT: readonly Rule[] = [
  [
    /^for\s*\(\s*(?:const|let|var)\s+(\w+)\s+of\s+(\S[\s\S]*?)\s*\)\s*\{$/,
    ([item, list = '']) => ({ kind: 'each', list, item }),
  ],
  [
    /^(\S[\s\S]*?)\.forEach\(\s*(?:function\s*)?\(?\s*(\w+)(?:\s*,\s*(\w+))?\s*\)?\s*(?:=>)?\s*\{$/,
    ([list = '', item, index]) => ({ kind: 'each', list, item, index }),
  ],
  [/^\}\s*else\s+if\s*\(([\s\S]+)\)\s*\{$/, ([test = '']) => ({ kind: 'else if', test })],
  [/^if\s*\(([\s\S]+)\)\s*\{$/, ([test = '']) => ({ kind: 'if', test })],
  [/^\}\s*else\s*\{$/, () => ({ kind: 'else' })],
  [/^\}\s*\)?\s*;?$/, () => ({ kind: 'end' })],
  [/^(?:const|let|var)\s+(\w+)\s*=\s*([^;]+);?$/, ([name = '', value = '']) => ({ kind: 'let', name, value })],
  [/^for\s*\(/, () => unclear('write `[[#each list]]`, or `[[#each (1..3)]]` to count', 'scope')],
];

/** The longest tag in characters that is read. */
const MAX_LENGTH = 1_000;

/** Returns what a tag says. */
export function statementOf({ brackets, body }: FoundTag, engine: Engine): Statement {
  if (body.length > MAX_LENGTH) return brackets === 'comment' ? unclear('delete it') : unclear(CODE);
  switch (brackets) {
    case 'comment':
      return { kind: 'comment', text: body };
    case 'raw':
      return { kind: 'print', value: body, isRaw: true };
    case 'percent':
      return read(PERCENT, body) ?? unclear(NO_COUNTERPART);
    case 'double':
      return ofDouble(body, engine);
    case 'directive':
      return read(PHP, body.slice(1)) ?? unclear(NO_COUNTERPART);
    case 'php':
      return ofPhp(body);
    case 'code':
      return ofCode(body, engine);
    case 'carbone':
      return ofCarbone(body);
    case 'word':
      return ofWord(body);
    case 'razor':
      return ofRazor(body);
    case 'number':
      return unclear('write page numbers in Options, in the footer: `[[page]] of [[pages]]`, and delete it here');
  }
}

function ofDouble(body: string, engine: Engine): Statement {
  const isMustache = engine === 'Handlebars' || engine === 'Mustache';
  const [, path] = /^include\(\s*["']([^"']+)["']/.exec(body) ?? [];
  if (path !== undefined) return include([path]);
  const found = isMustache ? read(HANDLEBARS, body) : engine === 'Go' ? read(GO, body) : undefined;
  return found ?? { kind: 'print', value: body };
}

function ofPhp(body: string): Statement {
  if (body.startsWith('=')) return { kind: 'print', value: body.slice(1).replace(/;\s*$/, '') };
  return read(PHP, body) ?? unclear(CODE);
}

function ofCode(body: string, engine: Engine): Statement {
  if (body.startsWith('==')) return { kind: 'print', value: body.slice(2), isRaw: true };
  const [, sign = '', rest = ''] = /^([=_-]?)([\s\S]*?)[_-]?$/.exec(body) ?? [];
  const code = rest.trim();
  const [, path] = /^include\(\s*["']([^"']+)["']|^render\s*\(?\s*["']([^"']+)["']/.exec(code) ?? [];
  if (path !== undefined) return include([path]);
  if (/^(?:wicked_pdf_)?(?:image|stylesheet_link)_tag\b/.test(code)) return unclear(FILE);
  if (sign === '=') return { kind: 'print', value: code.replace(/;\s*$/, '') };
  if (sign === '-' && engine === 'EJS') return { kind: 'print', value: code, isRaw: true };
  return read(engine === 'ERB' ? RUBY : JAVASCRIPT, code) ?? unclear(CODE);
}

/** `{d.name}`; `{d.items[i].name}` repeats the row around it. */
function ofCarbone(body: string): Statement {
  const [path = '', ...formatters] = body.replace(/^[dc]\./, '').split(':');
  const [, list, field] = /^(.+?)\[i(?:\+1)?\]\.?(.*)$/.exec(path) ?? [];
  if (list !== undefined)
    return unclear(
      body.includes('[i+1]')
        ? 'rows repeat between tags: delete this row'
        : `write \`[[#each ${list}]]\` before the row, \`[[${field || '.'}]]\` here and \`[[/each]]\` after the row`,
    );
  return { kind: 'print', value: [path, ...formatters.map(filterOfCarbone)].join(' | ') };
}

const OF_CARBONE: Readonly<Record<string, string>> = { formatD: 'date', formatN: 'number', formatC: 'money' };

/** Carbone writes texts without quotation marks: `formatD(DD.MM.YYYY)`. */
function filterOfCarbone(formatter: string): string {
  const [, name = '', given] = /^(\w+)(?:\(([^)]*)\))?$/.exec(formatter.trim()) ?? [];
  if (given === undefined) return OF_CARBONE[name] ?? name;
  const listed = given.split(',').map((one) => (/^\s*(?:\d+|'.*')\s*$/.test(one) ? one : JSON.stringify(one.trim())));
  return `${OF_CARBONE[name] ?? name}(${listed.join(',')})`;
}

/** `@Model.Total`. The end of its loops is a brace, which is text, too. */
function ofRazor(body: string): Statement {
  const [, list] = /^foreach\s?\(\s*var\s+\w+\s+in\s+(?:Model\.)?([\w.]+)/.exec(body) ?? [];
  if (list !== undefined)
    return unclear(`write \`[[#each ${list}]]\`, and \`[[/each]]\` in place of its closing brace`);
  if (/^model\s/.test(body)) return unclear(NO_COUNTERPART);
  if (body.startsWith('Model.')) return { kind: 'print', value: body.slice('Model.'.length) };
  return unclear(`in \`[[#each …]]\`, write \`[[${body.slice(body.indexOf('.') + 1)}]]\``);
}

function ofWord(body: string): Statement {
  const [, edge, name = body] = /^(TableStart|TableEnd|BeginGroup|EndGroup):(.+)$/.exec(body) ?? [];
  if (edge === 'TableStart' || edge === 'BeginGroup') return { kind: 'each', list: name };
  return edge === undefined ? { kind: 'print', value: body } : { kind: 'end' };
}

function read(rules: readonly Rule[], text: string): Statement | undefined {
  for (const [pattern, make] of rules) {
    const [whole, ...parts] = pattern.exec(text) ?? [];
    if (whole !== undefined) return make(parts);
  }
  return undefined;
}
