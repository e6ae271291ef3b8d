import { RenderJob, validate } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { MemoryBudget } from '../../http/memory-budget.js';
import { renderJob } from './render-job.js';

const variables = { contents: async () => new Map([['sign', '<b>Ann</b>']]) };

const CALL = {
  accountId: 'account',
  requestId: 'request',
  memory: new MemoryBudget(1_000).share('account'),
  signal: new AbortController().signal,
};

describe('The job of a request', () => {
  it('holds only what the request uses, so that older workers understand it', async () => {
    const job = await renderJob(variables, { html: 'x' }, CALL);
    expect(job).to.deep.equal({ requestId: 'request', html: 'x', orientation: 'portrait' });
  });

  it('holds everything in its final spelling', async () => {
    const request = {
      html: '[[var:sign]]',
      css: '',
      data: {},
      page_size: 'A5',
      orientation: 'landscape',
      margin: { top: '1in' },
      header_html: '[[var:sign]] [[page]]',
      footer_html: '',
      filename: 'letter',
      tagged: false,
      strict: true,
    } as const;
    const job = await renderJob(variables, request, CALL);
    expect(validate(RenderJob, job, 'job')).to.deep.equal({
      requestId: 'request',
      html: '<b>Ann</b>',
      css: '',
      data: {},
      pageSize: 'A5',
      orientation: 'landscape',
      margin: { top: 1 },
      headerHtml: '<b>Ann</b> [[page]]',
      footerHtml: '',
      filename: 'letter.pdf',
      tagged: false,
      strict: true,
    });
  });
});
