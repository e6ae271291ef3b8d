import { expect } from 'chai';
import { describe, it } from 'mocha';
import { loadAssembly } from './parts.js';
import { jobContext } from './testing/job-context.js';
import { startRenderWorker } from './testing/render-worker.js';

describe('A part that is switched off', () => {
  it('is named in the answer of a job that needs it, and among the faults of a check', async () => {
    const worker = await startRenderWorker({ parts: [] });
    try {
      for (const job of [
        { html: '<p>x', protect: { userPassword: 'secret' } },
        { html: '<p>x<span data-footnote>n</span>', protect: { userPassword: 'secret' } },
      ]) {
        const reply = await worker.render(job);
        expect(reply).to.have.nested.property('error.code', 'invalid_parameter');
        expect(reply).to.have.nested.property('error.message').that.includes('`standards`');
      }
      const checked = await worker.render({ html: '<h1>x</h1>', outline: true, checkOnly: true });
      expect(JSON.stringify(checked)).to.include('`paged`');
    } finally {
      await worker.close();
    }
  });

  it('is named in the answer for the files of a batch', async () => {
    const assemblies = await loadAssembly([]);
    const { log } = jobContext();
    const assemble = assemblies({} as Parameters<typeof assemblies>[0]);
    const reply = await assemble({} as Parameters<typeof assemble>[0], { log } as Parameters<typeof assemble>[1]);
    expect(reply).to.have.nested.property('error.message').that.includes('`jobs`');
  });
});
