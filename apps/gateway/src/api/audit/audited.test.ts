import { AUDIT_ACTIONS } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { allEndpoints } from '../../compose.js';

const endpoints = await allEndpoints();

describe('The endpoints', () => {
  const declared = endpoints.flatMap((endpoint) => {
    const audit = 'audit' in endpoint ? endpoint.audit : undefined;
    return audit === undefined || audit === 'work' ? [] : [{ endpoint, audit }];
  });

  it('declare for every request that can change something how it is audited', () => {
    const isTool = (endpoint: (typeof endpoints)[number]): boolean => 'tool' in endpoint && endpoint.tool !== undefined;
    const changing = endpoints.filter((endpoint) => endpoint.method !== 'get' && !isTool(endpoint));
    expect(changing).to.have.lengthOf.at.least(25);
    const undeclared = changing.filter((endpoint) => !('audit' in endpoint) || endpoint.audit === undefined);
    expect(undeclared.map(({ id }) => id)).to.deep.equal([]);
  });

  it('call only the use of stored data work, and every change by the operator an action', () => {
    const work = endpoints.filter((endpoint) => 'audit' in endpoint && endpoint.audit === 'work');
    expect(work.filter(({ access }) => access !== 'caller').map(({ id }) => id)).to.deep.equal([]);
    const managed = /^\/api\/(?:variables|fonts|connections|webhooks)\/\{\w+\}$/;
    expect(work.filter(({ path }) => managed.test(path)).map(({ id }) => id)).to.deep.equal([]);
  });

  it('have different actions, which are all that the audit log knows except those of pages', () => {
    const same = ['patchVariable', 'revokeGrantOfAccount']; // another endpoint does the same
    const others = declared.filter(({ endpoint }) => !same.includes(endpoint.id));
    const actions = others.map(({ audit }) => audit.action);
    expect([...actions, 'operator.sign_in', 'grant.create'].sort()).to.deep.equal([...AUDIT_ACTIONS].sort());
  });

  it('do not audit requests that change nothing', () => {
    expect(declared.filter(({ endpoint }) => endpoint.method === 'get')).to.deep.equal([]);
  });
});
