import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Answer, pdfFonts, type TestFontOptions, TestService, testFont } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';

describe('A document in fonts of its account’s own', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
    await put('brand', { family: 'Brand Sans', font: 'BrandSans-Regular' });
    await put('brand-bold', { family: 'Brand Sans', weight: 700, font: 'BrandSans-Bold' });
    await put('brand-italic', { family: 'Brand Sans', style: 'italic', font: 'BrandSans-Italic' });
  });
  after(() => service?.stop());

  interface FontToPut extends TestFontOptions {
    family: string;
    font: string;
    weight?: number | string;
    style?: string;
    token?: string;
  }
  async function put(name: string, { family, weight, style, font, token, ...options }: FontToPut): Promise<void> {
    const data_base64 = testFont(font, { format: 'woff2', ...options }).toString('base64');
    const body = { family, weight, style, data_base64 };
    const answer = await service.call(`/api/fonts/${name}`, { method: 'PUT', body, ...(token && { token }) });
    expect(answer.status, answer.body.error).to.equal(200);
  }
  const print = (body: object, token?: string): Promise<Answer> => service.call(PDF, { body, ...(token && { token }) });
  /** The fonts in its PDF. */
  async function fontsOf(body: object, token?: string): Promise<string[]> {
    const { status, body: answer } = await print(body, token);
    expect(status, answer.error).to.equal(200);
    expect(answer.data).to.not.include.keys('warnings');
    return pdfFonts(Buffer.from(answer.data.pdf_base64, 'base64'));
  }

  async function another(): Promise<{ accountId: string; token: string }> {
    const { id, token } = await service.createAccount('another');
    return { accountId: id, token };
  }

  it('has them after a restart of everything', async () => {
    await service.redis.kill();
    await service.redis.restart();
    await service.restartGateway('SIGKILL');
    await service.workers[0]?.end('SIGKILL');
    await service.addWorker();
    const html = '<p style="font-family: Brand Sans">x';
    expect(await fontsOf({ html })).to.deep.equal(['BrandSans-Regular']);
  });

  it('is refused rather than printed without one whose file is lost', async () => {
    const { accountId, token } = await another();
    await put('lost', { family: 'Lost', font: 'Lost', token });
    await rm(join(service.storageFolder, 'kept', accountId), { recursive: true });
    const { status, headers } = await print({ html: '<p style="font-family: Lost">x' }, token);
    expect([status, headers.get('x-error-code')]).to.deep.equal([503, 'unavailable']);
    expect(
      (await print({ html: '<p style="font-family: Lost">' }, token)).status,
      'no text is printed with it',
    ).to.equal(200);
    expect(await fontsOf({ html: '<p style="font-family: Brand Sans">x' })).to.deep.equal(['BrandSans-Regular']);
  });
});
