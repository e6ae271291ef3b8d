/** Hints for filters and operators of other template languages. */
import { anyOf, nearestNames } from '@toolpress/contract';
import { FILTER_NAMES, filterNamed } from '../filters/index.js';
import { shortened } from '../values/shortened.js';
import { foreignIn } from './dialects.js';
import { usage } from './syntax.js';

/** Our filters by the names that other languages use, in lower case and letters only. */
export const FOREIGN_FILTERS: Readonly<Record<string, string>> = {
  upcase: 'upper uppercase touppercase toupper strtoupper',
  downcase: 'lower lowercase tolowercase tolower strtolower',
  capitalize: 'ucfirst capfirst humanize',
  title: 'titlecase ucwords',
  size: 'length len count total',
  chunk: 'batch',
  pad: 'padleft padstart rjust zfill strpad',
  strip: 'trim',
  lstrip: 'ltrim trimstart trimleft',
  rstrip: 'rtrim trimend trimright',
  newline_to_br: 'nlbr linebreaks linebreaksbr breaklines',
  number: 'numberformat formatnumber floatformat intcomma tofixed tolocalestring decimal numberwithdelimiter',
  money: 'currency formatcurrency localizedcurrency formatmoney moneyformat moneywithcurrency',
  percent: 'percentage formatpercent topercent numbertopercentage',
  date: 'dateformat formatdate formatdatetime datetime strftime localizeddate moment todatestring',
  time: 'timeformat formattime',
  t: 'trans translate gettext lang in intl',
  default: 'defaultifnone coalesce fallback ifempty defaultto',
  list: 'tosentence humanjoin',
  plural: 'pluralize transchoice choice ngettext',
  join: 'implode',
  split: 'explode',
  append: 'concatenate',
  times: 'mul multiply multipliedby',
  plus: 'add',
  minus: 'sub subtract',
  divided_by: 'div divide',
  modulo: 'mod remainder',
  replace: 'strreplace regexreplace gsub',
  truncate: 'limit ellipsis truncatechars excerpt shorten',
  slice: 'substr substring limitto',
  json: 'tojson jsonencode dump stringify jsonify tojsonstring',
  where: 'filter filterby selectattr',
  map: 'pluck column',
  sort: 'sortby orderby dictsort ksort',
  uniq: 'unique distinct',
  concat: 'merge union',
  strip_html: 'striptags stripmarkup',
  markdown: 'markdownify md commonmark markdowntohtml mdtohtml',
  url_encode: 'urlencode encodeuri encodeuricomponent urlencoded urlquery',
  qr: 'qrcode',
  barcode: 'code bar',
  squish: 'collapsewhitespace normalizespace',
  keys: 'objectkeys arraykeys',
  values: 'objectvalues arrayvalues',
  reject: 'rejectattr exclude',
  compact: 'filterempty removeempty',
  add_days: 'dateadd plusdays adddays addday',
  add_months: 'plusmonths addmonths',
  days_since: 'datediff daysbetween',
  country_name: 'countryname country',
  spell: 'spellout numbertowords inwords towords words',
};

const OURS: ReadonlyMap<string, string> = new Map(
  Object.entries(FOREIGN_FILTERS).flatMap(([ours, names]) => names.split(' ').map((name) => [name, ours] as const)),
);

/** Returns our name of a filter by its name here or in another language; undefined for an unknown name. */
export function filterMeant(name: string): string | undefined {
  if (filterNamed(name) !== undefined) return name;
  return /^_+$/.test(name) ? 't' : OURS.get(lettersOf(name));
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** Returns the fault of an unknown filter, with a suggestion. */
export function unknownFilter(name: string): string {
  if (shortened(name) !== name) return `has an unknown filter \`${shortened(name)}\``;
  const instead = foreignIn('filter', lettersOf(name));
  if (instead !== undefined) return `has an unknown filter \`${name}\`: ${instead}`;
  const meant = filterMeant(name);
  if (meant !== undefined) return `has an unknown filter \`${name}\`: write \`| ${meant}\``;
  const ours = nearestNames(name, FILTER_NAMES);
  const near =
    ours.length > 0 ? ours : [...new Set(nearestNames(name, [...OURS.keys()]).map((each) => OURS.get(each) ?? each))];
  if (near.length > 0) return `has an unknown filter \`${name}\`: ${anyOf(near)} may be meant`;
  return `has an unknown filter \`${name}\`: see docs/tools/templates.md; ${AS_TEXT}`;
}

/** A hint for text that may be prose: documents about wikis, programs or citations have double brackets, too. */
export const AS_TEXT = 'to print it as text, write `&#91;[` for its brackets';

const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs;

/** The number of characters that are searched for a hint. */
const MAX_READ = 300;
/** An operator after a filter without parentheses: `rows | size > 1`. */
const FILTER_COMPARED = /\|\s*\w[^|()]*\s(?:[=!]=|[<>]=?|and|or|contains)\s/;
/** A loop with a name for its items. */
const NAMED_ITEM = /\sas\s/;
const FILTER_CALL = /\|\s*(\w+)(?:\s*\(|\s+[\w"'])/;

/** Returns the fault of an expression with the syntax of another language; undefined for others. */
export function syntaxFault(source: string): string | undefined {
  const bare = source.slice(0, MAX_READ).replace(QUOTED, '""');
  if (FILTER_COMPARED.test(bare))
    return 'can’t be read: a value with filters is compared in parentheses, as in `(rows | size) > 1`';
  const [, filter] = NAMED_ITEM.test(bare) ? [] : (FILTER_CALL.exec(bare) ?? []);
  if (filter !== undefined) {
    const meant = filterMeant(filter);
    const definition = meant === undefined ? undefined : filterNamed(meant);
    const written = meant !== undefined && definition ? usage(meant, definition) : '`| round: 2`';
    const fault =
      filter === meant ? 'has a filter that can’t be read' : unknownFilter(filter).replace(`; ${AS_TEXT}`, '');
    const takesNone = definition && !definition.takes && !definition.named;
    return takesNone ? `${fault}: it takes no arguments` : `${fault}: arguments follow a colon, as in ${written}`;
  }
  const hint = foreignIn('expression', bare);
  return hint && `can’t be read: ${hint}`;
}
