/** What other template languages call our filters. */

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
  money: 'currency formatcurrency localizedcurrency formatmoney moneyformat moneywithcurrency numbertocurrency',
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

export const OURS: ReadonlyMap<string, string> = new Map(
  Object.entries(FOREIGN_FILTERS).flatMap(([ours, names]) => names.split(' ').map((name) => [name, ours] as const)),
);

export const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** Returns our name of a filter by its name in another language; undefined for an unknown name. */
export const filterByForeignName = (name: string): string | undefined =>
  /^_+$/.test(name) ? 't' : OURS.get(lettersOf(name));
