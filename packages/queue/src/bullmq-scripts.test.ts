import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { describe, it } from 'mocha';

describe('BullMQ’s scripts', () => {
  it('are those for which bullmq-call.lua knows the replies: compare it with new ones before these digests are changed', () => {
    const path = 'bullmq/dist/cjs/scripts/index.js';
    const scripts = createRequire(import.meta.url)(path) as Record<string, { content: string }>;
    const digestOf = (name: string): string =>
      createHash('sha256')
        .update(scripts[name]?.content ?? '')
        .digest('hex')
        .slice(0, 16);
    const names = ['addPrioritizedJob', 'moveToActive', 'moveToFinished'];
    expect(Object.fromEntries(names.map((name) => [name, digestOf(name)]))).to.deep.equal({
      addPrioritizedJob: 'd4652d1be004a3d7',
      moveToActive: '7d35069db0b831af',
      moveToFinished: '8e744ec5d65dbe9e',
    });
  });
});
