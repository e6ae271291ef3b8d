/** From a job to what may be printed: templates filled, contents checked. */
import type { RenderJob } from '@toolpress/contract';
import {
  checkDocument,
  checkFragment,
  type FragmentField,
  fillTemplate,
  PageNumbers,
  type RemoteImage,
  templateFor,
} from '@toolpress/document';
import { Furniture } from './furniture/furniture.js';
import { requestedPage } from './print-settings.js';
import { withTitle } from './title.js';

export interface PreparedDocument {
  html: string;
  /** Header's and footer's among them. */
  images: RemoteImage[];
  language: string | undefined;
  furniture: Furniture | undefined;
}

/** @throws ServiceError for every fault of a template or of what it holds. */
export function prepareDocument(job: RenderJob): PreparedDocument {
  const html = fillTemplate(templateFor(job.html, 'html'), job.data);
  const css = fillTemplate(templateFor(job.css ?? '', 'css'), job.data, { escape: 'css' });
  const document = checkDocument({ html, css, page: requestedPage(job) });
  const numbers = new PageNumbers();
  const fragment = (text: string | undefined, field: FragmentField) =>
    text === undefined || text === ''
      ? undefined
      : checkFragment(fillTemplate(templateFor(text, field), numbers.fillWith(job.data)), field);
  const header = fragment(job.headerHtml, 'header_html');
  const footer = fragment(job.footerHtml, 'footer_html');
  const parts = { header: header?.html, footer: footer?.html, numbers };
  return {
    html: document.title === undefined ? withTitle(document.html, job.filename) : document.html,
    images: [document, header, footer].flatMap((checked) => checked?.images ?? []),
    language: document.language,
    furniture: header || footer ? new Furniture(document.html, parts) : undefined,
  };
}
