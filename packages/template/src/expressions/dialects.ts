/** What other template languages write, and what to say about it: one table for each place. The first match counts. */
import { PLAIN } from '../values/path.js';

type Dialects = readonly (readonly [language: string, written: RegExp, says: string])[];

const IF_ELSE = 'write `[[#if …]]…[[else]]…[[/if]]`';
const SECTIONS = 'is not a block of this language: sections are `[[#if …]]…[[/if]]` and `[[#each …]]…[[/each]]`';

const DIALECTS = {
  /** Names of filters, in lower case and letters only. Those of `filterMeant` have a filter of ours. */
  filter: [
    [
      'Twig',
      /^(?:raw|safe|safestring|noescape|unescape|html|markup)$/,
      'write `[[& …]]`, which prints a value unescaped',
    ],
    ['Jinja, Twig', /^(?:e|h|htmlspecialchars|forceescape)$/, 'values are always escaped: leave it out'],
    ['Jinja', /^(?:tostring|string|str|stringformat)$/, 'values are always printed as text: leave it out'],
    ['Django, Ansible', /^(?:yesno|ternary)$/, IF_ELSE],
  ],
  /** Expressions without their quoted texts. */
  expression: [
    [
      'Handlebars, Blade',
      /\sas\s/,
      'loop items have no name: in `[[#each rows]]`, `[[price]]` is a field of the item, and `[[.]]` the item itself',
    ],
    ['JavaScript, PHP', /[=!]==/, 'write `==` and `!=`'],
    ['SQL', /(?<![=!<>:])=(?![=>])/, 'write `==` for equality'],
    ['Liquid', /<>/, 'write `!=`'],
    ['JavaScript, PHP', /&&/, 'write `and` for `&&`'],
    ['JavaScript, PHP', /\|\|/, 'write `or` in conditions, `| default: …` for values'],
    ['JavaScript, PHP', /\?\?|\?:/, 'write `| default: …`'],
    ['JavaScript, PHP, Twig', /\?[^:?]*:/, IF_ELSE],
    ['JavaScript, PHP', /(?:^|[\s(])!(?!=)/, 'write `not` for `!`'],
    [
      'Jinja, Twig, Liquid',
      /\sin\s/,
      'write `list contains value` in a condition, and `[[#each rows]]`, without a name for the items, for a loop',
    ],
    [
      'Jinja, Twig',
      /\bis\s+(?:not\s+)?(?:empty|defined|null|none)\b/,
      'missing, null, 0 and empty values count as false: write `name` or `not name`',
    ],
    [
      'Go, Handlebars, Smarty',
      /(?:^|[\s(])(?:eq|ne|neq|gt|lt|gte|lte|ge|le|is|equals)\s/,
      'write `==`, `!=`, `>`, `<`, `>=`, `<=` between the values',
    ],
    ['JavaScript, Jinja', /\w\s*\+\s*\S/, 'write `| plus: …` for numbers, `| append: …` for texts'],
    ['Jinja, Twig', /\S\s*~\s*\S/, 'write `| append: …`'],
    ['JavaScript, Jinja', /\s-\s/, 'write `| minus: …`'],
    ['JavaScript, Jinja', /\S\s*\*\s*\S/, 'write `| times: …`'],
    ['JavaScript, Jinja', /\S\s*\/\s*\S/, 'write `| divided_by: …`'],
    ['JavaScript, Jinja', /\S\s*%\s*\S/, 'write `| modulo: …`'],
    ['JavaScript, PHP', /\w\(/, 'there are no functions; filters follow the value, as in `total | round: 2`'],
    ['PHP, Blade', /->|::|\$\w/, 'write `order.total` for a field of a value'],
  ],
  /** Value tags that are faults inside a section; outside it they may be prose. */
  tagInSection: [
    ['Liquid', /^(?:elsif|elseif|elif|else\s+if)(?:\s|$)/, 'must be written `[[else if …]]`, with a condition'],
    ['any', /^E(?:lse|LSE)$/, 'must be written `[[else]]`, in lower case'],
    ['Handlebars', /^@\.\.\//, 'must be written `[[../@index]]`'],
    [
      'Handlebars',
      /^@(?!(?:index|number|first|last|odd|key|root)$)[a-z]\w*$/i,
      'does not exist: loops have `@index`, `@number`, `@first`, `@last`, `@odd` and `@key`',
    ],
  ],
  /** Value tags that are never prose. */
  tag: [
    ['Jinja, Twig, Liquid', /^end(?:if|for|foreach|each|unless|with|while|switch|case)$/, SECTIONS],
    ['Go', /^(?:if|range|with)\s+(?:(?:not|and|or|eq|ne|gt|lt|ge|le|len)\s+)*[.$][\w.]/, SECTIONS],
    ['Liquid', new RegExp(`^(?:set|assign)\\s+[${PLAIN}]+\\s*=(?!=)`, 'u'), 'must be written `[[let name = …]]`'],
    [
      'Jinja, Twig, Liquid, Go',
      /^(?:include|render|extends|import|partial|template|define)\s+["']/,
      'must be written `[[var:name]]`, for a saved variable, or `[[> name item=line]]`, with arguments',
    ],
    ['Jinja, Blade, Liquid', /^(?:_+|t|trans|translate)[\s(]\s*["']/, 'must be written `[["text" | t]]`'],
  ],
  /** The first words of sections, in lower case. */
  block: [
    ['Jinja, Twig, Liquid, Blade', /^for(?:each)?$/, 'write `[[#each rows]]…[[/each]]`, without a name for the items'],
    ['Blade', /^forelse$/, 'write `[[#each rows]]…[[else]]…[[/each]]`, without a name for the items'],
    ['Go', /^range$/, 'write `[[#each rows]]…[[/each]]`'],
    ['Handlebars, Liquid', /^unless$/, 'write `[[#if not …]]…[[/if]]`, or `[[^name]]…[[/name]]`'],
    ['Handlebars, Go', /^with$/, 'write `[[#name]]…[[/name]]`, inside which names are fields of the value'],
    ['Liquid, Blade', /^(?:switch|case)$/, 'write `[[#if …]]…[[else if …]]…[[else]]…[[/if]]`'],
    ['Handlebars', /^else$/, 'write `[[else]]`, which has no closing tag'],
    ['Jinja, Twig', /^(?:elseif|elif)$/, 'write `[[else if …]]`, which has no closing tag'],
    ['Jinja, Twig', /^(?:let|set)$/, 'write `[[let name = …]]`, which has no closing tag'],
  ],
  /** Names for loops and lists. */
  name: [
    ['Handlebars', /^this$/, '`[[.]]` is the item itself'],
    ['Handlebars', /^this\./, 'write fields of the item alone, as in `[[name]]`'],
    ['Django', /^(?:for)?loop\.(?:index|counter)$/, '`[[@number]]` is the item’s place from 1, `[[@index]]` from 0'],
    [
      'Jinja, Django, Liquid, Angular',
      /^(?:for)?loop\.(?:index0|counter0)$|^\$?index$/,
      '`[[@index]]` is the item’s place from 0, `[[@number]]` from 1',
    ],
    ['Jinja, Django, Liquid', /^(?:for)?loop\.(?:first|last)$/, 'loops have `[[#if @first]]` and `[[#if @last]]`'],
    ['Handlebars', /^@key$/, '`@key` is of objects; items of lists have `@index` and `@number`'],
    ['JavaScript, Jinja', /\.(?:length|count)$/, 'the number of items is `size`, as in `[[items.size]]`'],
  ],
} satisfies Record<string, Dialects>;

/** Returns what to say about a text in this place; undefined if it is not of another language. */
export const foreignIn = (place: keyof typeof DIALECTS, text: string): string | undefined =>
  DIALECTS[place].find(([, written]) => written.test(text))?.[2];
