import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, pdfText, ServiceClient, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
const PROTECTED = { html: '<p>text', protect: { user_password: 'Quittenmus-4711' } };
/** The worker's log line when the key is gone. */
const UNREADABLE = /"level":"warn".*"reason":"its key is not in the file store.*cannot decrypt the passwords/;

describe('The key of the passwords of protected documents', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
  });
  after(() => service.stop());

  const render = (client: ServiceClient = service) => client.call(PDF, { token: service.token, body: PROTECTED });
  /** Replaces the worker by one that knows no key yet. */
  const replaceWorker = async (): Promise<void> => {
    await service.addWorker({ MASTER_KEY: '' });
    await service.workers.shift()?.end();
  };

  it('is found by a worker without a master key, for gateways with different ones', async () => {
    await replaceWorker();
    const { url, end } = await service.addGateway({ MASTER_KEY: randomBytes(32).toString('base64') });
    for (const client of [new ServiceClient(url, ''), service]) {
      const { status, body } = await render(client);
      expect(status, body.error).to.equal(200);
      const pdf = Buffer.from(body.data.pdf_base64, 'base64');
      expect(() => pdfText(pdf)).to.throw('Incorrect password');
    }
    await end();
  });

  it('is missed by protected documents only, which end in an error that says so', async () => {
    await rm(join(service.storageFolder, 'kept', 'payload_keys'), { recursive: true });
    await replaceWorker();
    const refused = await render();
    expect([refused.status, refused.headers.get('x-error-code')]).to.deep.equal([503, 'unavailable']);
    expect(refused.body.error).to.match(/^The passwords of `protect` can’t be decrypted/);
    await eventually(() => expect(service.logs()).to.match(UNREADABLE));
    expect((await service.call(PDF, { body: { html: '<p>open' } })).status).to.equal(200);
    await service.restartGateway();
    expect((await render()).status, 'a gateway stores the key again').to.equal(200);
  });
});
