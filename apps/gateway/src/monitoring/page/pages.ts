/** The operator's pages as HTML. */
import { Eta } from 'eta';
import type { ServiceState } from '../service-state.js';
import { pageFigures } from './figures.js';
import { FIGURES_TEMPLATE } from './figures-template.js';
import { FRAME_TEMPLATE, LOGIN_TEMPLATE } from './frame-template.js';

const eta = new Eta({ autoEscape: true });
const frame = eta.compile(FRAME_TEMPLATE);
const figures = eta.compile(FIGURES_TEMPLATE);
const login = eta.compile(LOGIN_TEMPLATE);

/** @returns the part of the page that changes. */
export const figuresHtml = (state: ServiceState): string => eta.render(figures, pageFigures(state));

/** @returns the whole page. */
export const operationsPage = (state: ServiceState): string =>
  eta.render(frame, { title: pageFigures(state).title, figures: figuresHtml(state) });

/** @param problem why the form is shown again. */
export const loginPage = (problem?: string): string => eta.render(login, { problem });
