/** Bars of a chart, as the shapes of an SVG of fixed size: it is stretched by whoever shows it. */
export interface BarChart {
  name: string;
  width: number;
  height: number;
  bars: { kind: string; x: number; y: number; width: number; height: number; label: string }[];
  note: string;
}

const BAR_WIDTH = 10;
const GAP = 2;
const HEIGHT = 100;
/** What an empty minute is drawn as, so that the eye finds it. */
const LEAST_HEIGHT = 1.5;

/** @param values minute by minute, the newest last. */
export function barChart(name: string, unit: string, values: readonly number[]): BarChart {
  const highest = Math.max(...values, 0);
  return {
    name,
    width: values.length * BAR_WIDTH - GAP,
    height: HEIGHT,
    bars: values.map((value, index) => {
      const height = value === 0 ? LEAST_HEIGHT : Math.max(LEAST_HEIGHT, (value / highest) * HEIGHT);
      const label = `${values.length - index} min ago: ${value} ${unit}`;
      const place = { x: index * BAR_WIDTH, y: HEIGHT - height, width: BAR_WIDTH - GAP, height };
      return { kind: value === 0 ? 'base' : 'bar', ...place, label };
    }),
    note: `at most ${highest.toLocaleString('en')} in a minute`,
  };
}
