import type { Redis } from '@toolpress/runtime';
import { UnknownVariables } from '@toolpress/template';
import { startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { keys } from '../../shared/keys.js';
import { Variables } from './variables.js';

const { signal } = new AbortController();

describe('Saved variables', () => {
  let server: TestRedis;
  let redis: Redis;
  let variables: Variables;
  before(async () => {
    ({ server, redis } = await startConnectedRedis());
    variables = new Variables(redis);
    await variables.save('acc', 'small', { kind: 'html', content: 'ü' });
    await variables.save('acc', 'sheet', { kind: 'css', content: 'p {}' });
    await variables.save('acc', 'large', { kind: 'html', content: 'x'.repeat(100_000) });
  });
  after(() => server.stop());

  /** Returns the contents and the size of the reserved memory. */
  async function read(wanted: Record<string, number>, roomBytes: number) {
    const asked: number[] = [];
    const hold = async (bytes: number): Promise<void> => void asked.push(bytes);
    const whose = { accountId: 'acc', kind: 'html' as const, signal };
    const contents = await variables.contents(whose, new Map(Object.entries(wanted)), roomBytes, hold);
    return { contents: contents && Object.fromEntries(contents), asked };
  }

  it('are explained when they do not exist: the other kind, a similar name, how to save one', async () => {
    const explained = async (account: string, ...names: string[]) =>
      (await variables.explain(account, new UnknownVariables(names, 'html', 'header_html'))).message;
    expect(await explained('acc', 'sheet')).to.include(
      '`sheet` exists as a variable of the kind css; `header_html` needs one of the kind html.',
    );
    expect(await explained('acc', 'Smal')).to.include(
      'Did you mean `small`? Else save it with `PUT /api/variables/Smal`.',
    );
    expect(await explained('acc', 'invoice')).to.match(
      /`\[\[var:…\]\]`\. Save it with `PUT \/api\/variables\/invoice`\.$/,
    );
    expect(await explained('another', 'smal'), 'names are the account’s own').not.to.include('small');
    expect(await explained('acc', ...Array.from({ length: 50 }, (_, index) => `v${index}`))).to.have.length.below(800);
  });

  it('are read if they exist and are of the requested kind', async () => {
    const { contents, asked } = await read({ small: 3, sheet: 1, missing: 2 }, 6);
    expect(contents).to.deep.equal({ small: 'ü' });
    expect(asked, 'small ones ask for no memory').to.deep.equal([]);
  });

  it('are not read when their total size, counted once per use, exceeds the limit', async () => {
    expect((await read({ small: 3 }, 5)).contents).to.equal(undefined);
    expect((await read({ large: 1 }, 99_999)).contents).to.equal(undefined);
    expect((await read({ large: 1_000_000_000_000 }, 5_000_000)).contents).to.equal(undefined);
    expect((await read({ small: 1 }, -1)).contents).to.equal(undefined);
  });

  it('are read after memory for their size is reserved', async () => {
    const { contents, asked } = await read({ large: 2, small: 1 }, 200_002);
    expect([contents?.['large']?.length, contents?.['small'], asked]).to.deep.equal([100_000, 'ü', [100_002]]);
  });

  it('are counted even if they were saved before sizes were stored', async () => {
    await redis.del(keys.variableSizes('acc'));
    expect((await read({ large: 1 }, 99_999)).contents).to.equal(undefined);
    expect((await read({ large: 1 }, 100_000)).contents).to.have.all.keys('large');
  });

  it('are found individually, large ones after memory is reserved', async () => {
    const asked: number[] = [];
    const hold = async (bytes: number): Promise<void> => void asked.push(bytes);
    const found = await variables.version('acc', 'large', undefined, signal, hold);
    expect(found).to.deep.include({ version: 1, bytes: 100_000, isPublished: true });
    expect(await variables.version('acc', 'none', undefined, signal, hold)).to.equal(undefined);
    expect(asked).to.deep.equal([100_000]);
  });
});
