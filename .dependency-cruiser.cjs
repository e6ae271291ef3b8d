/**
 * Who may import what; `npm run lint` checks it. A package of ours is seen at its compiled index, or, before the first
 * build, by its name: OURS stands for both. Import names (`createServer` of node:http) and globals are Biome's part.
 */
const OURS = '^(@toolpress/|node_modules/@toolpress/|(apps|packages)/(?!.*node_modules/))';
const SOURCES = '^(apps|packages)/[^/]+/src/';
const TESTS = ['[.]test[.]ts$', '/testing/'];
const GATEWAY = '^apps/gateway/src/';
/** The folders of the gateway's parts. */
const PARTS = '(jobs|webhooks|buckets|studio|mcp|gotenberg-forms|sign-in)';
/** The types of a part. */
const PART = `${GATEWAY}part[.]ts$`;
/** The modules of the protocol of agents that the first message loads. */
const LOADED_LATE = '(?!endpoint|message|part)[a-z-]+';
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
      name: 'threads-load-no-settings',
      comment: 'A worker would load joi and the contract twice.',
      severity: 'error',
      from: { path: '^packages/runtime/src/thread[.]ts$' },
      to: { path: `joi|prom-client|opentelemetry|${OURS}contract`, reachable: true },
    },
    {
      name: 'heartbeats-load-no-queue',
      severity: 'error',
      from: { path: '^packages/queue/src/heartbeats-thread[.]ts$' },
      to: { path: '^(node_modules/)?bullmq(/|$)', reachable: true },
    },
    {
      name: 'packages-import-contract-and-runtime-at-most',
      severity: 'error',
      from: {
        path: '^packages/([^/]+)/src/',
        pathNot: [...TESTS, '^packages/(contract|runtime|document|standards|studio|e2e|bench)/'],
      },
      to: { path: OURS, pathNot: ['^packages/$1/src/', `${OURS}(contract|runtime)(/|$)`] },
    },
    {
      name: 'document-imports-template-too',
      comment: 'Headers and footers are filled for each page, and messages name positions in templates.',
      severity: 'error',
      from: { path: '^packages/document/src/', pathNot: TESTS },
      to: { path: OURS, pathNot: ['^packages/document/src/', `${OURS}(contract|runtime|template)(/|$)`] },
    },
    {
      name: 'standards-import-pdf-too',
      severity: 'error',
      from: { path: '^packages/standards/src/', pathNot: TESTS },
      to: { path: OURS, pathNot: ['^packages/standards/src/', `${OURS}(contract|runtime|pdf)(/|$)`] },
    },
    {
      name: 'studio-imports-contract-and-template',
      comment: 'The page completes the filters of the template language.',
      severity: 'error',
      from: { path: '^packages/studio/src/', pathNot: TESTS },
      to: { path: OURS, pathNot: ['^packages/studio/src/', `${OURS}(contract|template)(/|$)`] },
    },
    {
      name: 'studio-page-imports-nothing-of-ours',
      comment:
        'It runs in the browser. The rules of JSON and its numbers and the names of filters import nothing of Node.js.',
      severity: 'error',
      from: { path: '^packages/studio/src/page/', pathNot: TESTS },
      to: {
        path: OURS,
        pathNot:
          '^packages/studio/src/page/|/(?:exact-numbers|foreign-filters|json-faults|written-numbers)(?:\\.d)?\\.ts$',
      },
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
      name: 'worker-rooms-import-those-below',
      comment: 'In this order: render, browser, resources, scheduling.',
      severity: 'error',
      from: { path: '^apps/worker/src/(browser|resources|scheduling)/', pathNot: TESTS },
      to: { path: '^apps/worker/src/', pathNot: '^apps/worker/src/(browser|resources|scheduling)/' },
    },
    {
      name: 'worker-resources-know-no-browser',
      severity: 'error',
      from: { path: '^apps/worker/src/(resources|scheduling)/', pathNot: TESTS },
      to: { path: '^apps/worker/src/browser/' },
    },
    {
      name: 'worker-scheduling-imports-no-room',
      severity: 'error',
      from: { path: '^apps/worker/src/scheduling/', pathNot: TESTS },
      to: { path: '^apps/worker/src/', pathNot: '^apps/worker/src/scheduling/' },
    },
    {
      name: 'worker-core-imports-no-part',
      comment: 'Only parts.ts loads them.',
      severity: 'error',
      from: { path: '^apps/worker/src/', pathNot: [...TESTS, '^apps/worker/src/parts'] },
      to: { path: '^apps/worker/src/parts/' },
    },
    {
      name: 'worker-features-do-not-know-each-other',
      comment: 'Only the steps of render/ know features such as footnotes.',
      severity: 'error',
      from: { path: '^apps/worker/src/render/headers/', pathNot: TESTS },
      to: { path: '^apps/worker/src/render/', pathNot: '^apps/worker/src/render/headers/' },
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
    {
      name: 'gateway-api-imports-no-feature',
      comment: 'Features mount their endpoints on the API, which knows none of them.',
      severity: 'error',
      from: { path: `${GATEWAY}api/`, pathNot: TESTS },
      to: { path: GATEWAY, pathNot: `${GATEWAY}(api|auth|shared)/` },
    },
    {
      name: 'gateway-auth-imports-shared-at-most',
      severity: 'error',
      from: { path: `${GATEWAY}auth/`, pathNot: TESTS },
      to: { path: GATEWAY, pathNot: `${GATEWAY}(auth|shared)/` },
    },
    {
      name: 'gateway-shared-imports-no-room',
      severity: 'error',
      from: { path: `${GATEWAY}shared/`, pathNot: TESTS },
      to: { path: GATEWAY, pathNot: `${GATEWAY}shared/` },
    },
    {
      name: 'gateway-openapi-imports-the-api-at-most',
      severity: 'error',
      from: { path: `${GATEWAY}openapi/`, pathNot: TESTS },
      to: { path: GATEWAY, pathNot: `${GATEWAY}(openapi|api|shared)/` },
    },
    {
      name: 'gateway-accounts-import-no-other-feature',
      severity: 'error',
      from: { path: `${GATEWAY}accounts/`, pathNot: TESTS },
      to: { path: GATEWAY, pathNot: `${GATEWAY}(accounts|api|auth|shared)/` },
    },
    {
      name: 'gateway-tools-import-accounts-at-most',
      severity: 'error',
      from: { path: `${GATEWAY}tools/`, pathNot: TESTS },
      to: { path: GATEWAY, pathNot: `${GATEWAY}(tools|accounts|api|auth|shared)/` },
    },
    {
      name: 'gateway-core-knows-no-part',
      comment: 'parts.ts lists the parts, and loads those that are switched on.',
      severity: 'error',
      from: { path: GATEWAY, pathNot: [...TESTS, `${GATEWAY}${PARTS}/`, `${GATEWAY}parts[.]ts$`] },
      to: { path: `${GATEWAY}${PARTS}/` },
    },
    {
      name: 'gateway-parts-know-no-other-part',
      severity: 'error',
      from: { path: `${GATEWAY}${PARTS}/`, pathNot: TESTS },
      to: { path: `${GATEWAY}${PARTS}/`, pathNot: `${GATEWAY}$1/` },
    },
    {
      name: 'gateway-pages-and-monitoring-import-no-feature',
      severity: 'error',
      from: { path: `${GATEWAY}(pages|monitoring)/`, pathNot: TESTS },
      to: { path: GATEWAY, pathNot: `${GATEWAY}(pages|monitoring|openapi|api|auth|shared)/` },
    },
    {
      name: 'gateway-studio-imports-accounts-and-tools-at-most',
      severity: 'error',
      from: { path: `${GATEWAY}studio/`, pathNot: TESTS },
      to: { path: GATEWAY, pathNot: [`${GATEWAY}(studio|tools|accounts|pages|api|auth|shared)/`, PART] },
    },
    {
      name: 'gateway-mcp-knows-endpoints-only',
      comment: 'Agents call the endpoints that all callers call.',
      severity: 'error',
      from: { path: `${GATEWAY}mcp/`, pathNot: TESTS },
      to: { path: GATEWAY, pathNot: [`${GATEWAY}(mcp|openapi|api|auth|shared)/`, PART] },
    },
    {
      name: 'gateway-loads-the-protocol-of-agents-with-its-first-message',
      severity: 'error',
      from: { path: `${GATEWAY}`, pathNot: [...TESTS, `${GATEWAY}mcp/(${LOADED_LATE})[.]ts$`] },
      to: {
        path: ['^(node_modules/)?@modelcontextprotocol(/|$)', `${GATEWAY}mcp/(${LOADED_LATE})[.]ts$`],
        dependencyTypesNot: ['dynamic-import'],
      },
    },
    {
      name: 'gateway-rooms-do-not-import-the-root',
      comment: 'compose.ts connects everything. Parts import what a part is.',
      severity: 'error',
      from: { path: `${GATEWAY}[^/]+/`, pathNot: TESTS },
      to: { path: `${GATEWAY}[^/]+[.]ts$`, pathNot: PART },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '/dist/'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
