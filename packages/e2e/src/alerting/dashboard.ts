/** The panels of `deploy/monitoring/grafana` with their values of a real Prometheus. */
import { readFile } from 'node:fs/promises';

const DASHBOARD = new URL('../../../../deploy/monitoring/grafana/dashboards/toolpress.json', import.meta.url);
/** Grafana's default: four intervals of the scrapes. */
const RATE_INTERVAL_MS = 12_000;
const STEP_MS = 1_000;

interface Panel {
  type: 'row' | 'stat' | 'timeseries';
  title: string;
  /** In 24 columns and rows of 30 px. */
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; legendFormat: string }[];
  fieldConfig?: {
    defaults: { unit: string; noValue?: string; thresholds?: { steps: { color: string; value: number | null }[] } };
  };
  options?: { textMode?: string };
}

interface Series {
  name: string;
  /** A value per time of the panel; null where there is none. */
  values: (number | null)[];
}

export interface PanelValues extends Panel {
  /** In epoch seconds. */
  times: number[];
  series: Series[];
}

interface Matrix {
  status: string;
  error?: string;
  data: { result: { metric: Record<string, string>; values: [number, string][] }[] };
}

/**
 * Reads the values of all panels.
 *
 * @param prometheus its address, such as `127.0.0.1:9090`
 * @param since epoch milliseconds
 * @throws with Prometheus' error if it refuses a query
 */
export async function panelValues(prometheus: string, since: number): Promise<PanelValues[]> {
  const { panels } = JSON.parse(await readFile(DASHBOARD, 'utf8')) as { panels: Panel[] };
  const end = Date.now();
  const times = Array.from({ length: Math.ceil((end - since) / STEP_MS) }, (_, n) => (since + n * STEP_MS) / 1_000);
  const [start = since / 1_000] = times;
  const range = { start: String(start), end: String(times.at(-1) ?? start), step: String(STEP_MS / 1_000) };
  const seriesOf = async (expr: string, legend: string): Promise<Series[]> => {
    const query = expr.replaceAll('$__rate_interval', `${RATE_INTERVAL_MS}ms`);
    const answer = await fetch(`http://${prometheus}/api/v1/query_range?${new URLSearchParams({ query, ...range })}`);
    const { status, error, data } = (await answer.json()) as Matrix;
    if (status !== 'success') throw new Error(`${query}: ${error}`);
    return data.result.map(({ metric, values }) => {
      const known = new Map(values.map(([time, value]) => [Math.round(time - start), Number(value)]));
      const name = legend.replace(/\{\{(\w+)\}\}/g, (_, label) => metric[label] ?? '');
      return { name, values: times.map((_, n) => known.get((n * STEP_MS) / 1_000) ?? null) };
    });
  };
  return Promise.all(
    panels.map(async (panel) => {
      const series = (panel.targets ?? []).map(({ expr, legendFormat }) => seriesOf(expr, legendFormat));
      return { ...panel, times, series: (await Promise.all(series)).flat() };
    }),
  );
}
