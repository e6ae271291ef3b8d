/** Set by `scripts/test --all`. */
const ALL_TESTS = 'TOOLPRESS_ALL_TESTS';

/**
 * Returns how many cases a test with generated cases tries: `quick` in a default run, `all` in `scripts/test --all`. The cases of the quick
 * run are the first ones of the long run.
 */
export const caseCount = (quick: number, all: number): number => (process.env[ALL_TESTS] === 'true' ? all : quick);
