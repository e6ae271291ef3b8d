/**
 * Who may import what; `npm run lint` checks it. A package of ours is seen at its compiled index, or, before the first
 * build, by its name: OURS stands for both. Import names (`createServer` of node:http) and globals are Biome's part.
 */
const OURS = '^(@toolpress/|node_modules/@toolpress/|(apps|packages)/(?!.*node_modules/))';
const SOURCES = '^(apps|packages)/[^/]+/src/';
const TESTS = ['[.]test[.]ts$', '/testing/'];
const FOR_TESTS = '^packages/(testkit|e2e|bench)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: TESTS },
      to: { path: OURS, pathNot: '^packages/contract/src/' },
    },
    {
      name: 'client-imports-nothing',
      comment: 'Callers install it by itself, in browsers too.',
      severity: 'error',
      from: { path: '^packages/client/src/' },
      to: { pathNot: '^packages/client/src/' },
    },
    {
      name: 'runtime-imports-contract-at-most',
      severity: 'error',
      from: { path: '^packages/runtime/src/', pathNot: TESTS },
      to: { path: OURS, pathNot: ['^packages/runtime/src/', `${OURS}contract(/|$)`] },
    },
    {
      name: 'packages-import-contract-and-runtime-at-most',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/', pathNot: [...TESTS, '^packages/(contract|runtime|e2e|bench)/'] },
      to: { path: OURS, pathNot: ['^packages/$1/src/', `${OURS}(contract|runtime)(/|$)`] },
    },
    {
      name: 'nothing-imports-an-app',
      severity: 'error',
      from: { path: '^(apps|packages)/([^/]+)/src/', pathNot: FOR_TESTS },
      to: { path: '^(apps/|(node_modules/)?@toolpress/)(gateway|worker|cli)(/|$)', pathNot: '^$1/$2/' },
    },
    {
      name: 'no-reaching-into-another-package',
      comment: 'Use its index.',
      severity: 'error',
      from: { path: '^(apps|packages)/([^/]+)/src/', pathNot: FOR_TESTS },
      to: { path: SOURCES, pathNot: '^$1/$2/src/' },
    },
    {
      name: 'test-code-is-for-tests',
      severity: 'error',
      from: { path: SOURCES, pathNot: [...TESTS, FOR_TESTS] },
      to: { path: [...TESTS, `${OURS}(testkit|e2e|bench)(/|$)`] },
    },
    {
      name: 'only-outbound-opens-connections',
      comment: 'Only packages/outbound reaches addresses that callers choose.',
      severity: 'error',
      from: { path: SOURCES, pathNot: [...TESTS, FOR_TESTS, '^packages/outbound/'] },
      to: { path: '^(node_modules/)?(node-fetch|undici|request-filtering-agent)(/|$)' },
    },
    {
      name: 'only-outbound-and-the-store-use-http-clients',
      severity: 'error',
      from: { path: SOURCES, pathNot: [...TESTS, FOR_TESTS, '^packages/(outbound|storage/src/s3)/'] },
      to: { dependencyTypes: ['core'], path: '^(node:)?(https|http2|tls)$' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '/dist/'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
