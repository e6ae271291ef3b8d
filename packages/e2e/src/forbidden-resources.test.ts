import { pdfColours, svgOf, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const RED = '255,0,0';

describe('An operator who forbids `embedded_resources`', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start({ env: { COMPAT: 'gotenberg' } });
  });
  after(() => service?.stop());

  const forbid = async (isAllowed: boolean): Promise<void> => {
    const body = { pdf: { embedded_resources: isAllowed } };
    const { status } = await service.call('/admin/settings', { method: 'PATCH', token: service.adminToken, body });
    expect(status).to.equal(200);
  };
  const call = () => service.call('/api/utilities/html-to-pdf', { body: { html: '<p>x', embedded_resources: true } });
  async function sendForm() {
    const form = new FormData();
    const picture = svgOf('<rect width="99" height="99" fill="red"/>');
    form.append('files', new Blob(['<p style="background: url(red.svg); height: 9mm">x']), 'index.html');
    form.append('files', new Blob([picture]), 'red.svg');
    form.append('printBackground', 'true');
    const answer = await fetch(`${service.url}/forms/chromium/convert/html`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}` },
      body: form,
    });
    const colours = pdfColours(Buffer.from(await answer.arrayBuffer()));
    return [answer.status, answer.headers.get('x-warnings'), colours.has(RED)];
  }

  it('has calls refused, and forms printed without what their style sheets load', async () => {
    expect((await call()).status).to.equal(200);
    expect(await sendForm()).to.deep.equal([200, null, true]);
    await forbid(false);
    const { status, body } = await call();
    expect([status, body.error]).to.deep.equal([
      400,
      '`embedded_resources` is not allowed by the operator of this service.',
    ]);
    expect(await sendForm()).to.deep.equal([200, 'style_blocked', false]);
    await forbid(true);
    expect((await call()).status).to.equal(200);
  });
});
