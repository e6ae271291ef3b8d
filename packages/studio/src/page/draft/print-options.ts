/** The options of printing as the values of controls. What has no control is JSON. */

export interface Controls {
  /** A paper's name, `custom`, or empty for the document's size. */
  pageSize: string;
  width: string;
  height: string;
  landscape: boolean;
  margin: string;
  headerHtml: string;
  footerHtml: string;
  locale: string;
  timeZone: string;
  /** A level of PDF/A, or empty. */
  archive: string;
  accessible: boolean;
  tagged: boolean;
  outline: boolean;
  strict: boolean;
  filename: string;
  /** All other options as JSON. */
  others: string;
}

type Options = Record<string, unknown>;

const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/** Returns the values of the controls. An option whose value no control can show stays in `others`. */
export function controlsOf(options: Options): Controls {
  const rest = { ...options };
  const take = <Value>(name: string, read: (value: unknown) => Value | undefined, absent: Value): Value => {
    const value = read(rest[name]);
    if (value !== undefined) delete rest[name];
    return value ?? absent;
  };
  const text = (name: string): string => take(name, (value) => (typeof value === 'string' ? value : undefined), '');
  const flag = (name: string): boolean =>
    take(name, (value) => (value === true || value === false ? value : undefined), false);
  const size = take('page_size', sizeOf, { pageSize: '', width: '', height: '' });
  const levels = take('conformance', levelsOf, []);
  return {
    ...size,
    landscape: take('orientation', (value) => (value === undefined ? undefined : value === 'landscape'), false),
    margin: take('margin', marginOf, ''),
    headerHtml: text('header_html'),
    footerHtml: text('footer_html'),
    locale: text('locale'),
    timeZone: text('time_zone'),
    archive: levels.find((level) => level.startsWith('pdf/a')) ?? '',
    accessible: levels.includes('pdf/ua-1'),
    tagged: flag('tagged'),
    outline: flag('outline'),
    strict: flag('strict'),
    filename: text('filename'),
    others: Object.keys(rest).length > 0 ? JSON.stringify(rest, null, 2) : '',
  };
}

function sizeOf(value: unknown): Pick<Controls, 'pageSize' | 'width' | 'height'> | undefined {
  if (typeof value === 'string') return { pageSize: value, width: '', height: '' };
  if (typeof value !== 'object' || value === null) return undefined;
  const { width = '', height = '' } = value as { width?: string; height?: string };
  return { pageSize: 'custom', width, height };
}

function levelsOf(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return Array.isArray(value) ? (value as string[]) : undefined;
}

/** Returns a margin as one text. A margin of some sides has none. */
function marginOf(value: unknown): string | undefined {
  if (typeof value === 'string' || value === 0) return String(value);
  if (typeof value !== 'object' || value === null) return undefined;
  const sides = SIDES.map((side) => (value as Options)[side]);
  return sides.includes(undefined) ? undefined : sides.join(' ');
}

/** Returns the controls with an option that has none of its own; unchanged while the other options are no valid JSON. */
export function withOther(controls: Controls, name: string, value: unknown): Controls {
  try {
    const others = { ...JSON.parse(controls.others.trim() || '{}'), [name]: value };
    return { ...controls, others: JSON.stringify(others, null, 2) };
  } catch {
    return controls;
  }
}

/** Returns the options of the controls, without those that are unset. */
export function optionsOf(controls: Controls): Options {
  const { pageSize, width, height, margin, archive, accessible } = controls;
  const conformance = [...(archive ? [archive] : []), ...(accessible ? ['pdf/ua-1'] : [])];
  const options: Options = {
    page_size: pageSize === 'custom' ? { width, height } : pageSize,
    orientation: controls.landscape ? 'landscape' : '',
    margin: margin.trim(),
    header_html: controls.headerHtml,
    footer_html: controls.footerHtml,
    locale: controls.locale.trim(),
    time_zone: controls.timeZone.trim(),
    conformance: conformance.length > 0 ? conformance : '',
    tagged: controls.tagged,
    outline: controls.outline,
    strict: controls.strict,
    filename: controls.filename.trim(),
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== '' && value !== false));
}
