import { ServiceError } from '@toolpress/contract';
import { pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { rendered } from '../../testing/rendered.js';

const pages = (count: number): string =>
  '<p style="break-after: page">body</p>'.repeat(count - 1).concat('<p>body</p>');

describe('Large headers and footers', () => {
  const { printed, pdfOf } = rendered();

  it('of all kinds stay within limits however large they are, however many pages there are', async () => {
    const quarter = 256 * 1024;
    const kinds = (text: (kind: string) => string) =>
      Object.fromEntries(['first', 'last', 'even', 'odd', 'default'].map((kind) => [kind, text(kind)]));
    const filling = (length: number): string => `<b style="font-size: 0">${'x '.repeat(length / 2)}</b>`;
    const job = { html: pages(50), margin: { top: 10 }, pageSize: 'A0' as const };
    const begun = process.cpuUsage().user;
    // In texts only: printed, on every page.
    const small = filling(quarter / 40);
    expect(
      pdfText(await pdfOf({ ...job, headerHtml: kinds((kind) => `${small}${kind} [[page]]`) }))
        .trimEnd()
        .split('\f'),
    ).to.have.lengthOf(50);
    for (const headerHtml of [
      { even: `${filling(quarter / 2 - 100)}[[page | roman]]`, odd: `${filling(quarter / 2 - 100)}[[page | roman]]` },
      { default: `<p class="p[[page]]">${filling(quarter - 100)}`, first: '' },
      kinds(() => `[[#each rows]][[#each @root.rows]][[page | plus: 1]][[/each]][[/each]]`),
      kinds(() => `[[long]][[long]][[long]][[long]][[long]][[page | roman]]`),
    ]) {
      const data = { rows: Array.from({ length: 3_000 }, (_, index) => index), long: 'y'.repeat(quarter) };
      const refused = await printed({ ...job, headerHtml, data });
      expect(refused).to.be.instanceOf(ServiceError);
      expect((refused as ServiceError).code).to.be.oneOf(['document_too_complex', 'template_invalid']);
      expect((refused as ServiceError).message).to.include('header_html.');
    }
    expect((process.cpuUsage().user - begun) / 1e6, 'seconds of processor time').to.be.below(30);
  });
});
