/// <reference lib="dom" />
/** Draws the panels of the dashboard with uPlot: Grafana is not among the packages of the tests. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer';
import type uPlot from 'uplot';
import type { PanelValues } from './dashboard.js';

const UPLOT = fileURLToPath(new URL('.', import.meta.resolve('uplot')));
const STYLE = `body { margin: 0; background: #f4f5f5; font: 13px "Liberation Sans", sans-serif; position: relative }
section { position: absolute; background: #fff; border: 1px solid #ddd; box-sizing: border-box; padding: 4px 8px; overflow: hidden }
section.row { border: 0; background: none; font-weight: bold } h2 { margin: 0; font-size: 13px; font-weight: 600 }
.stat { font-size: 30px; text-align: center; margin-top: 8px } .u-legend { font-size: 10px; text-align: left } .u-legend tr:first-child { display: none }`;

/** Draws panels on a page. */
export async function drawDashboard(page: Page, panels: readonly PanelValues[]): Promise<void> {
  await page.setContent('<!doctype html><html lang="en"><title>Dashboard</title>');
  await page.addStyleTag({ content: STYLE });
  await page.addStyleTag({ path: `${UPLOT}uPlot.min.css` });
  await page.addScriptTag({ path: `${UPLOT}uPlot.iife.min.js` });
  await page.evaluate(draw, panels);
}

/** Runs in the page. */
function draw(panels: readonly PanelValues[]): void {
  const COLUMN = 1280 / 24;
  const ROW = 30;
  const COLOURS = ['#73bf69', '#f2cc0c', '#5794f2', '#ff780a', '#b877d9', '#f2495c', '#37872d', '#8ab8ff'];
  const Plot = (globalThis as unknown as { uPlot: typeof uPlot }).uPlot;
  const format = (value: number | null | undefined, unit = '', noValue = 'No data'): string => {
    if (value === null || value === undefined) return noValue;
    if (unit === 'bytes') return `${(value / 2 ** 20).toFixed(0)} MiB`;
    if (unit === 'percentunit') return `${(value * 100).toFixed(1)} %`;
    if (unit === 's') return value < 1 ? `${(value * 1_000).toFixed(0)} ms` : `${value.toFixed(1)} s`;
    return `${Number(value.toFixed(2))}${unit === 'none' ? '' : '/s'}`;
  };
  const add = (parent: Element, tag: string, text: string): HTMLElement => {
    const element = document.createElement(tag);
    element.textContent = text;
    return parent.appendChild(element);
  };
  for (const { type, title: name, gridPos, times, series, fieldConfig, options } of panels) {
    const box = add(document.body, 'section', '');
    const { w: columns, h: rows } = gridPos;
    const [width, height] = [columns * COLUMN - 4, rows * ROW - 4];
    box.className = type;
    box.style.cssText = `left: ${gridPos.x * COLUMN}px; top: ${gridPos.y * ROW}px; width: ${width}px; height: ${height}px`;
    add(box, 'h2', name);
    const { unit, thresholds, noValue } = fieldConfig?.defaults ?? {};
    if (type === 'stat') {
      const last = series.map(({ values }) => values.at(-1)).find((value) => typeof value === 'number');
      const names = series.flatMap(({ name: one, values }) =>
        options?.textMode === 'name' && values.at(-1) ? one : [],
      );
      const value = add(box, 'div', names.join(' ') || format(last, unit, noValue));
      value.className = 'stat';
      const reached = thresholds?.steps.findLast((step) => step.value === null || (last ?? 0) >= step.value);
      value.style.color = typeof last === 'number' ? (reached?.color ?? '') : 'gray';
    } else if (type === 'timeseries') {
      const lines = series.map(({ name: label }, index) => {
        const stroke = COLOURS[index % COLOURS.length] ?? '';
        return { label, stroke, fill: `${stroke}22`, value: (_: unknown, value: number) => format(value, unit) };
      });
      const axes = [{}, { size: 70, values: (_: unknown, ticks: number[]) => ticks.map((tick) => format(tick, unit)) }];
      const scales = { y: { range: (_: unknown, __: number, max: number): [number, number] => [0, max || 1] } };
      const size = { width: width - 18, height: height - 78 };
      new Plot(
        { ...size, axes, scales, series: [{}, ...lines] },
        [times, ...series.map(({ values }) => values)],
        box,
      ).setCursor({ left: size.width - 92, top: 1 });
    }
  }
  document.body.style.height = `${Math.max(...panels.map(({ gridPos: { y, h } }) => y + h)) * ROW}px`;
}
