import { type Json, ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { AnyToolEndpoint, RequestContext } from '../api/endpoint.js';
import { MemoryBudget } from '../api/memory-budget.js';
import { Base64 } from '../api/respond.js';
import { limited } from './calls.js';

const MIB = 1024 * 1024;

describe('A result for an agent', () => {
  /** Presents a result. Returns it with the memory that its request holds for the answer. */
  async function presented(result: object) {
    const memory = new MemoryBudget(64 * MIB).share('account');
    const tool = { tool: 'http-request', present: async () => result } as unknown as AnyToolEndpoint;
    const context = { memory, signal: new AbortController().signal } as RequestContext;
    const data = await (limited(tool) as AnyToolEndpoint).present({} as Json, context);
    return { data, bytes: memory.answer.bytes };
  }

  it('counts in the memory of answers, with its copies and its embedded PDF', async () => {
    expect((await presented({ body: 'a'.repeat(100_000) })).bytes).to.be.within(600_000, 601_000);
    const { data, bytes } = await presented({ pdf_base64: new Base64(Buffer.alloc(30_000)) });
    expect(data).to.deep.equal({ pdf_base64: Buffer.alloc(30_000).toString('base64') });
    expect(bytes).to.be.within(240_000, 241_000);
  });

  it('lacks what the agent does not get', async () => {
    const saved = { tool: undefined, handle: async () => ({ name: 'a', content: 'x'.repeat(2 * MIB) }) };
    const memory = new MemoryBudget(64 * MIB).share('account');
    const context = { memory, signal: new AbortController().signal } as RequestContext;
    const answered = (leaves: readonly string[]) => {
      const endpoint = limited(saved as unknown as AnyToolEndpoint, leaves) as unknown as AnyToolEndpoint;
      return endpoint.handle({} as never, context).catch(({ code }: ServiceError) => code);
    };
    expect(await answered(['content'])).to.deep.equal({ name: 'a' });
    expect(await answered([])).to.equal('response_too_large');
  });

  it('is an error when it is over 1 MiB', async () => {
    const error = await presented({ body: 'a'.repeat(MIB) }).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ServiceError).and.include({ code: 'response_too_large' });
  });
});
