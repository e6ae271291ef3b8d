import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { ownFonts } from './own-fonts.js';

describe('A document in fonts of its account’s own', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
    await putBrand();
  });
  after(() => service?.stop());

  const { put, putBrand, print, fontsOf, another } = ownFonts(() => service);

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
