import { after, before, describe } from 'mocha';
import { testOpenApiExamples } from './openapi.js';
import { testPageExamples } from './pages.js';
import { type Reader, startReader } from './reader.js';

/** All examples run in examples.long.test.ts. Those of the OpenAPI document are last, as they delete. */
describe('The examples', () => {
  let reader: Reader;
  before(async () => {
    reader = await startReader();
  });
  after(() => reader.stop());

  testPageExamples(() => reader, { pasted: (page) => page === 'README.md', all: false });
  testOpenApiExamples(() => reader, ['TypeScript']);
});
