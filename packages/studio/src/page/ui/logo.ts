/** The icon of the page, by its address there: its name changes with its content. */
import { h } from './dom.js';

export const logo = (): HTMLElement =>
  h('img', { src: document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href, alt: '' });
