import { after, before, describe } from 'mocha';
import { testOpenApiExamples } from './openapi.js';
import { testPageExamples } from './pages.js';
import { type Reader, startReader } from './reader.js';

describe('All examples', () => {
  let reader: Reader;
  before(async () => {
    reader = await startReader();
  });
  after(() => reader.stop());

  testPageExamples(() => reader, { pasted: () => true, all: true });
  testOpenApiExamples(() => reader, ['curl', 'Python']);
});
