import { TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { Application, REDIRECT } from './application.js';

const MAX_NAME = 100;

describe('The name that an application gives itself', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start({ workers: 0, env: { TRUST_PROXY: 'loopback' } });
  });
  after(() => service.stop());

  async function registered(client_name: string): Promise<{ application: Application; name: unknown }> {
    const application = await new Application(`${service.url}/mcp`).discover();
    const { body } = await application.register({ client_name, redirect_uris: [REDIRECT] });
    return { application, name: body['client_name'] };
  }

  it('is cut between characters, and gets tokens', async () => {
    const { application, name } = await registered(`${'x'.repeat(MAX_NAME - 1)}😀${'y'.repeat(2 * MAX_NAME)}`);
    expect(name).to.equal('x'.repeat(MAX_NAME - 1));
    const { access_token } = await application.signIn({ token: service.token });
    expect((await application.call('tools/list', {}, access_token)).status).to.equal(200);
  });

  it('has no half characters, and no invisible ones', async () => {
    const NAMES: Record<string, string> = {
      '\ud83dHalf\ude00': 'Half',
      'In\u034Fvis\u3164ib\u115Fle\uFE0F': 'Invisible',
      'a\u202Eb\u200Dc\u00ADd\ne': 'abcd e',
      '\u3164 \u3164': new URL(REDIRECT).host,
    };
    for (const [given, shown] of Object.entries(NAMES)) expect((await registered(given)).name).to.equal(shown);
  });
});
