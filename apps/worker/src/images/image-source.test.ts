import { type ErrorCode, ServiceError } from '@toolpress/contract';
import type { RemoteImage } from '@toolpress/document';
import { createOutbound, type Outbound, type OutboundResponse } from '@toolpress/outbound';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { pngOf } from '../testing/images.js';
import { IMAGE_LIMITS, imageSource } from './image-source.js';

const PNG = pngOf(2, 2);
const LIMIT_MS = 5_000;

/** A door behind which every URL answers as the test says; it keeps count. */
function doorTo(answer: (url: string) => Promise<Partial<OutboundResponse>> | Partial<OutboundResponse>) {
  const asked: string[] = [];
  let open = 0;
  let mostOpen = 0;
  const outbound: Outbound = {
    async request({ url }) {
      asked.push(url);
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      try {
        return { status: 200, headers: {}, body: PNG, url, ...(await answer(url)) };
      } finally {
        open -= 1;
      }
    },
    close: () => undefined,
  };
  return { asked, outbound, mostOpen: () => mostOpen };
}

const wanted = (...urls: string[]): RemoteImage[] => urls.map((url, index) => ({ url, place: `place ${index + 1}` }));
const numbered = (count: number): RemoteImage[] =>
  wanted(...Array.from({ length: count }, (_, index) => `https://img.example/${index}.png`));

async function errorOf(outbound: Outbound, images: RemoteImage[], limitMs = LIMIT_MS): Promise<[ErrorCode, string]> {
  try {
    await imageSource(outbound).fetchAll(images, limitMs);
  } catch (error) {
    if (error instanceof ServiceError) return [error.code, error.message];
    throw error;
  }
  throw new Error('the images were expected to be refused');
}

describe('Remote images', () => {
  it('are fetched once for each URL, several at a time', async () => {
    const door = doorTo(() => new Promise((resolve) => setImmediate(() => resolve({}))));
    const images = await imageSource(door.outbound).fetchAll([...numbered(30), ...numbered(30)], LIMIT_MS);
    expect(images.size).to.equal(30);
    expect(images.get('https://img.example/7.png')).to.deep.equal({ type: 'image/png', bytes: PNG });
    expect(door.asked).to.have.lengthOf(30);
    expect(door.mostOpen()).to.equal(8);
  });

  it('are found under the spelling in which the browser asks for them', async () => {
    const door = doorTo(() => ({}));
    const images = await imageSource(door.outbound).fetchAll(
      wanted('HTTPS://Img.Example:443/a b/../ü.png?x=ü#part'),
      LIMIT_MS,
    );
    expect([...images.keys()]).to.deep.equal(['https://img.example/%C3%BC.png?x=%C3%BC']);
  });

  it('that are none ask for nothing', async () => {
    const door = doorTo(() => ({}));
    expect((await imageSource(door.outbound).fetchAll([], LIMIT_MS)).size).to.equal(0);
    expect(door.asked).to.deep.equal([]);
  });

  for (const [what, answer, reason] of [
    ['that are not there', { status: 404 }, 'the server answered with status 404'],
    ['that are empty', { body: Buffer.alloc(0) }, 'what came is no PNG, JPEG or GIF'],
    ['that are pages', { body: Buffer.from('<html>') }, 'what came is no PNG, JPEG or GIF'],
    [
      'of too many pixels',
      { body: pngOf(65_000, 65_000) },
      'it is 65000 by 65000 pixels large; at most 100 megapixels are printed',
    ],
  ] as const) {
    it(`${what} are refused with URL, place and reason`, async () => {
      const door = doorTo(() => answer);
      expect(await errorOf(door.outbound, wanted('https://img.example/logo.png'))).to.deep.equal([
        'image_unavailable',
        `The image \`https://img.example/logo.png\` (place 1) can’t be printed: ${reason}.`,
      ]);
    });
  }

  it('may be a hundred', async () => {
    const door = doorTo(() => ({}));
    expect((await imageSource(door.outbound).fetchAll(numbered(IMAGE_LIMITS.count), LIMIT_MS)).size).to.equal(100);
    const [code, message] = await errorOf(door.outbound, numbered(IMAGE_LIMITS.count + 1));
    expect(code).to.equal('image_unavailable');
    expect(message).to.include('more than 100 different images');
  });

  it('may take 50 MiB together', async () => {
    const tenth = Buffer.concat([PNG, Buffer.alloc(IMAGE_LIMITS.bytesTogether / 10 - PNG.length)]);
    const door = doorTo(() => ({ body: tenth }));
    expect((await imageSource(door.outbound).fetchAll(numbered(10), LIMIT_MS)).size).to.equal(10);
    const [code, message] = await errorOf(door.outbound, numbered(11));
    expect(code).to.equal('image_unavailable');
    expect(message).to.include('larger than 50 MiB together');
  });

  it('stop being fetched when one of them fails', async () => {
    const door = doorTo(async (url) => {
      if (url.endsWith('/0.png')) return { status: 500 };
      return new Promise((resolve) => setTimeout(() => resolve({}), 100));
    });
    await errorOf(door.outbound, numbered(100));
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(door.asked.length).to.equal(8);
  });

  it('end with the job’s own time', async () => {
    const door = doorTo(async () => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      throw new ServiceError('deadline_exceeded', 'The target took too long.');
    });
    const [code, message] = await errorOf(door.outbound, wanted('https://img.example/slow.png'), 50);
    expect(code).to.equal('deadline_exceeded');
    expect(message).to.include('https://img.example/slow.png');
  });

  it('go through the address rule, whose reasons hold no address that was not given', async () => {
    const outbound = createOutbound({ allow: [], resolve: async () => [{ address: '10.1.2.3', family: 4 }] });
    for (const url of [
      'https://127.0.0.1/logo.png',
      'https://intranet.example/logo.png',
      'https://localhost/logo.png',
    ]) {
      const [code, message] = await errorOf(outbound, wanted(url));
      expect(code, url).to.equal('image_unavailable');
      expect(message).to.include(url).and.not.include('10.1.2.3');
    }
    expect((await errorOf(outbound, wanted('http://img.example/a.png')))[1]).to.include(
      'its URL must begin with https://',
    );
    outbound.close();
  });

  it('wait out a fault of this machine: the job is to be tried again', async () => {
    const outbound = createOutbound({ allow: [] });
    outbound.close();
    expect((await errorOf(outbound, wanted('https://img.example/a.png')))[0]).to.equal('unavailable');
  });
});
