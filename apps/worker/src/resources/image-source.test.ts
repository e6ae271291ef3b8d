import { type ErrorCode, ServiceError } from '@toolpress/contract';
import type { DocumentImage } from '@toolpress/document';
import { createOutbound, type Outbound, type OutboundResponse } from '@toolpress/outbound';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { pngOf } from '../testing/images.js';
import { NOTHING } from './image-bytes.js';
import { IMAGE_LIMITS, imageSource, messageOf } from './image-source.js';

const PNG = pngOf(2, 2);
const LIMIT_MS = 5_000;
const NO_IMAGE = 'what came is no PNG, JPEG, GIF, WebP or AVIF, and no SVG with its `xmlns`';

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
    check: async () => undefined,
    close: () => undefined,
  };
  return { asked, outbound, mostOpen: () => mostOpen };
}

const wanted = (...urls: string[]): DocumentImage[] => urls.map((url, index) => ({ url, place: `place ${index + 1}` }));
const numbered = (count: number): DocumentImage[] =>
  wanted(...Array.from({ length: count }, (_, index) => `https://img.example/${index}.png`));

/** Why those that are missing are. */
async function missingOf(outbound: Outbound, ...urls: string[]): Promise<string[]> {
  const { images, missing } = await imageSource(outbound).fetchAll(wanted(...urls), LIMIT_MS);
  expect([...images.keys()].length).to.equal(urls.length);
  return missing.map(messageOf);
}

async function errorOf(outbound: Outbound, images: DocumentImage[], limitMs = LIMIT_MS): Promise<[ErrorCode, string]> {
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
    const { images } = await imageSource(door.outbound).fetchAll([...numbered(30), ...numbered(30)], LIMIT_MS);
    expect(images.size).to.equal(30);
    expect(images.get('https://img.example/7.png')).to.deep.equal({ type: 'image/png', bytes: PNG });
    expect(door.asked).to.have.lengthOf(30);
    expect(door.mostOpen()).to.equal(8);
  });

  it('are found under the spelling in which the browser asks for them', async () => {
    const door = doorTo(() => ({}));
    const { images } = await imageSource(door.outbound).fetchAll(
      wanted('HTTPS://Img.Example:443/a b/../ü.png?x=ü#part'),
      LIMIT_MS,
    );
    expect([...images.keys()]).to.deep.equal(['https://img.example/%C3%BC.png?x=%C3%BC']);
  });

  it('without an address load nothing', async () => {
    const door = doorTo(() => ({}));
    expect((await imageSource(door.outbound).fetchAll([], LIMIT_MS)).images.size).to.equal(0);
    expect(door.asked).to.deep.equal([]);
  });

  for (const [what, answer, reason] of [
    ['that are not there', { status: 404 }, 'the server answered with status 404'],
    ['that are empty', { body: Buffer.alloc(0) }, NO_IMAGE],
    ['that are pages', { body: Buffer.from('<html>') }, NO_IMAGE],
    ['that are drawings without a namespace', { body: Buffer.from('<svg></svg>') }, NO_IMAGE],
    [
      'that are drawings of too many bytes',
      { body: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(5 * 1024 * 1024)}</svg>`) },
      'it is an SVG of more than 5 MiB',
    ],
    [
      'of too many pixels',
      { body: pngOf(65_000, 65_000) },
      'it is 65000 by 65000 pixels large; at most 100 megapixels are printed',
    ],
  ] as const) {
    it(`${what} are named with URL, place and reason`, async () => {
      const door = doorTo(() => answer);
      expect(await missingOf(door.outbound, 'https://img.example/logo.png')).to.deep.equal([
        `The image \`https://img.example/logo.png\` (place 1) can’t be printed: ${reason}.`,
      ]);
    });
  }

  it('may be a hundred', async () => {
    const door = doorTo(() => ({}));
    expect((await imageSource(door.outbound).fetchAll(numbered(IMAGE_LIMITS.count), LIMIT_MS)).images.size).to.equal(
      100,
    );
    const [code, message] = await errorOf(door.outbound, numbered(IMAGE_LIMITS.count + 1));
    expect(code).to.equal('image_unavailable');
    expect(message).to.include('more than 100 different images');
  });

  it('may take 50 MiB together', async () => {
    const tenth = Buffer.concat([PNG, Buffer.alloc(IMAGE_LIMITS.bytesTogether / 10 - PNG.length)]);
    const door = doorTo(() => ({ body: tenth }));
    expect((await imageSource(door.outbound).fetchAll(numbered(10), LIMIT_MS)).images.size).to.equal(10);
    const [code, message] = await errorOf(door.outbound, numbered(11));
    expect(code).to.equal('image_unavailable');
    expect(message).to.include('larger than 50 MiB together');
  });

  it('that are unavailable are all named, in the order of the document; the others are fetched', async () => {
    const door = doorTo(async (url) => {
      const number = Number(/\d+/.exec(url)?.[0]);
      await new Promise((resolve) => setTimeout(resolve, 100 - number));
      return number % 2 === 0 ? { status: 500 } : {};
    });
    const { images, missing } = await imageSource(door.outbound).fetchAll(numbered(20), LIMIT_MS);
    expect(missing.map(({ image }) => image.place)).to.deep.equal(
      Array.from({ length: 10 }, (_, index) => `place ${2 * index + 1}`),
    );
    expect(images.get('https://img.example/1.png')?.bytes).to.equal(PNG);
    expect(images.get('https://img.example/2.png')).to.equal(NOTHING);
  });

  it('stop being fetched when this machine can fetch none', async () => {
    const door = doorTo(async (url) => {
      if (url.endsWith('/0.png')) throw new ServiceError('unavailable', 'No sockets.');
      return new Promise((resolve) => setTimeout(() => resolve({}), 100));
    });
    expect((await errorOf(door.outbound, numbered(100)))[0]).to.equal('unavailable');
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(door.asked.length).to.equal(8);
  });

  it('that are known to be missing are named when time is over, too', async () => {
    const door = doorTo(async (url) => {
      if (url.endsWith('/0.png')) return { status: 404 };
      await new Promise((resolve) => setTimeout(resolve, 600));
      throw new ServiceError('deadline_exceeded', 'The target took too long.');
    });
    const { missing } = await imageSource(door.outbound).fetchAll(numbered(2), 500);
    expect(missing.map(({ image }) => image.place)).to.deep.equal(['place 1']);
  });

  it('are requested first in formats that a PDF can hold unchanged', async () => {
    const accepts: unknown[] = [];
    const outbound = {
      ...doorTo(() => ({})).outbound,
      request: async ({ url, headers }: { url: string; headers?: unknown }) => {
        accepts.push(headers);
        return { status: 200, headers: {}, body: PNG, url };
      },
    };
    await imageSource(outbound).fetchAll(wanted('https://img.example/a'), LIMIT_MS);
    expect(accepts).to.deep.equal([{ accept: 'image/png, image/jpeg, image/gif, image/svg+xml, image/*;q=0.5' }]);
  });

  it('end with the job’s own time', async () => {
    const door = doorTo(async () => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      throw new ServiceError('deadline_exceeded', 'The target took too long.');
    });
    const [code, message] = await errorOf(door.outbound, wanted('https://img.example/slow.png'), 500);
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
      const [message] = await missingOf(outbound, url);
      expect(message, url).to.include(url).and.not.include('10.1.2.3');
    }
    expect((await missingOf(outbound, 'http://img.example/a.png'))[0]).to.include('its URL must begin with https://');
    outbound.close();
  });

  it('wait out a fault of this machine: the job is to be tried again', async () => {
    const outbound = createOutbound({ allow: [] });
    outbound.close();
    expect((await errorOf(outbound, wanted('https://img.example/a.png')))[0]).to.equal('unavailable');
  });
});
