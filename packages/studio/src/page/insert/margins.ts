/** Asks for the header and footer of all pages. They are options of the template. */
import { ask } from '../ui/dialogs.js';
import { field, h } from '../ui/dom.js';

export interface Margins {
  header: string;
  footer: string;
}

/** Returns the HTML of a margin. The text may have tags of the template; HTML stays as it is. */
export const marginHtml = (text: string): string =>
  text === '' || text.startsWith('<') ? text : `<p style="text-align: center; font-size: 9pt">${text}</p>`;

/** Returns what is proposed for a document: its title above, page numbers below. */
export function proposedMargins(html: string): Margins {
  const [, title = ''] = /<title>([^<]*)<\/title>/i.exec(html) ?? [];
  return { header: title.trim(), footer: 'Page [[page]] of [[pages]]' };
}

/** @param current those that the template has. @returns the HTML of both; undefined if the reader does not want them. */
export async function askMargins(html: string, current: Margins): Promise<Margins | undefined> {
  const proposed = proposedMargins(html);
  const area = (text: string): HTMLTextAreaElement => {
    const element = h('textarea', { rows: 2, spellcheck: 'false', class: 'code' });
    element.value = text;
    return element;
  };
  const header = area(current.header || proposed.header);
  const footer = area(current.footer || proposed.footer);
  const isWanted = await ask({
    title: 'Header and footer',
    confirm: 'Insert',
    fields: [
      field('Header', header, 'A text or HTML, with values of the data. Empty for none.'),
      field('Footer', footer, '“[[page]]” and “[[pages]]” are page number and page count.'),
    ],
  });
  return isWanted ? { header: marginHtml(header.value.trim()), footer: marginHtml(footer.value.trim()) } : undefined;
}
