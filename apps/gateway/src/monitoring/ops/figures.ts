/** Formats figures. */

/** Formats a duration in a fitting unit, with two or three significant digits. */
export function duration(seconds: number | null): { value: string; unit: string } {
  if (seconds === null) return { value: '–', unit: '' };
  if (seconds < 1) return { value: String(Math.round(seconds * 1_000)), unit: 'ms' };
  return { value: seconds < 10 ? seconds.toFixed(1) : String(Math.round(seconds)), unit: 's' };
}

export const whole = (count: number | undefined): string => (count === undefined ? '–' : count.toLocaleString('en'));

export function bytes(count: number): string {
  const mebibytes = count / 1024 / 1024;
  return mebibytes < 1_024
    ? `${mebibytes.toFixed(mebibytes < 10 ? 1 : 0)} MiB`
    : `${(mebibytes / 1_024).toFixed(1)} GiB`;
}

/** Formats an age in its two largest units. */
export function age(seconds: number): string {
  const units: [string, number][] = [
    ['d', Math.floor(seconds / 86_400)],
    ['h', Math.floor(seconds / 3_600) % 24],
    ['min', Math.floor(seconds / 60) % 60],
    ['s', Math.floor(seconds) % 60],
  ];
  const first = units.findIndex(([, count]) => count > 0);
  if (first === -1) return '0 s';
  const shown = units.slice(first, first + 2).filter(([, count]) => count > 0);
  return shown.map(([unit, count]) => `${count} ${unit}`).join(' ');
}
