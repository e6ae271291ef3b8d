import { type Answer, pdfFonts, type ServiceClient, type TestFontOptions, testFont } from '@toolpress/testkit';
import { expect } from 'chai';

const PDF = '/api/utilities/html-to-pdf';

interface FontToPut extends TestFontOptions {
  family: string;
  font: string;
  weight?: number | string;
  style?: string;
  token?: string;
}

/** Saves fonts of accounts and prints with them. @param service returns the service, which starts after this call */
export function ownFonts(service: () => ServiceClient) {
  async function put(name: string, { family, weight, style, font, token, ...options }: FontToPut): Promise<void> {
    const data_base64 = testFont(font, { format: 'woff2', ...options }).toString('base64');
    const body = { family, weight, style, data_base64 };
    const answer = await service().call(`/api/fonts/${name}`, { method: 'PUT', body, ...(token && { token }) });
    expect(answer.status, answer.body.error).to.equal(200);
  }
  const print = (body: object, token?: string): Promise<Answer> =>
    service().call(PDF, { body, ...(token && { token }) });
  /** Returns the fonts in its PDF. */
  async function fontsOf(body: object, token?: string): Promise<string[]> {
    const { status, body: answer } = await print(body, token);
    expect(status, answer.error).to.equal(200);
    expect(answer.data.warnings, 'warnings').to.equal(undefined);
    return pdfFonts(Buffer.from(answer.data.pdf_base64, 'base64'));
  }

  async function another(): Promise<{ accountId: string; token: string }> {
    const { id, token } = await service().createAccount('another');
    return { accountId: id, token };
  }

  /** Saves a family of three faces, Brand Sans. */
  async function putBrand(): Promise<void> {
    await put('brand', { family: 'Brand Sans', font: 'BrandSans-Regular' });
    await put('brand-bold', { family: 'Brand Sans', weight: 700, font: 'BrandSans-Bold' });
    await put('brand-italic', { family: 'Brand Sans', style: 'italic', font: 'BrandSans-Italic' });
  }

  return { put, putBrand, print, fontsOf, another };
}
