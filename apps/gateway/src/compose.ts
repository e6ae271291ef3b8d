/** Composes the API of the gateway and its background work. */
import { PARTS, ServiceError } from '@toolpress/contract';
import { PayloadSealer } from '@toolpress/queue';
import { createMetrics, SecretBox } from '@toolpress/runtime';
import { Accounts, accountEndpoints } from './accounts/accounts.js';
import { StorageQuota } from './accounts/billing/stored-files.js';
import { UsageReader, usageEndpoints } from './accounts/billing/usage.js';
import { closeAccount } from './accounts/closing.js';
import { Connections } from './accounts/connections/connections.js';
import { connectionEndpoints, reEncryptionEndpoint } from './accounts/connections/endpoints.js';
import { DownloadLinks } from './accounts/files/downloads.js';
import { Files, fileEndpoint } from './accounts/files/files.js';
import { Fonts, fontEndpoints } from './accounts/fonts/fonts.js';
import { ownAccountEndpoint } from './accounts/own-account.js';
import { SettingsStore, settingsEndpoints } from './accounts/settings/settings.js';
import { variableEndpoints } from './accounts/variables/endpoints.js';
import { Variables } from './accounts/variables/variables.js';
import { AuditLog } from './api/audit/audit-log.js';
import { auditEndpoints } from './api/audit/endpoints.js';
import type { Endpoint } from './api/endpoint.js';
import { Idempotency } from './api/idempotency.js';
import { Concurrency, OpenStreams, RateLimit } from './api/limits.js';
import type { MountOptions } from './api/mount.js';
import { scoped } from './api/scopes.js';
import { Callers } from './auth/callers.js';
import { OperatorAccess } from './auth/operator.js';
import { Tokens } from './auth/tokens.js';
import type { Dependencies, OwnProcess } from './dependencies.js';
import { healthEndpoints } from './monitoring/health.js';
import { type OpenApiDocument, openApiDocument } from './openapi/document.js';
import { serviceEndpoint } from './pages/service.js';
import type { Core, Part, PartService } from './part.js';
import { loadParts } from './parts.js';
import { checkAddress } from './shared/address-check.js';
import { version } from './shared/version.js';
import {
  connectionTestEndpoint,
  recordEndpoint,
  recordListEndpoint,
  type TestConnection,
} from './tools/get-record/get-record.js';
import { RateLimiters } from './tools/get-record/rate-limiter.js';
import { Records } from './tools/get-record/records.js';
import type { OpenCredential } from './tools/http-request/credential.js';
import { httpRequestEndpoint } from './tools/http-request/http-request.js';
import { templateCheckEndpoint } from './tools/pdf/check-template.js';
import { type FileDelivery, pdfEndpoints } from './tools/pdf/render-pdf.js';
import { testPrintEndpoints } from './tools/pdf/test-print.js';
import { unkeptPrinting } from './tools/pdf/unkept-print.js';

/** The API and its background work. */
export interface Service {
  endpoints: Endpoint[];
  mounting: MountOptions;
  links: DownloadLinks;
  parts: readonly PartService[];
  /** Starts the background work. */
  begin(shutdown: OwnProcess['shutdown']): void;
}

/**
 * Creates the API and its background work. Does no I/O before `begin`.
 *
 * @param loadIdle loads the parts that are switched off, to delete or re-encrypt what they have stored.
 */
export function compose(
  dependencies: Dependencies,
  parts: readonly Part[],
  loadIdle: () => Promise<readonly Part[]>,
): Service {
  const added: PartService[] = [];
  const stores = storesOf(dependencies);
  const { storage } = stores;
  const sealer = new PayloadSealer(dependencies.masterKeys.current, dependencies.store);
  const delivery = (): FileDelivery => theOnly(added, 'delivery') ?? notServed('deliver_to');
  const credential = (): OpenCredential => theOnly(added, 'credential') ?? notServed('_connections');
  const pdfOptions = { ...dependencies, ...stores, delivery, sealer };
  const printUnkept = unkeptPrinting(pdfOptions);
  const tools = [
    httpRequestEndpoint({ ...dependencies, ...stores, credential }),
    ...pdfEndpoints(pdfOptions),
    recordEndpoint(stores.records),
    recordListEndpoint(stores.records),
  ];
  const mounting = mountingOf(dependencies, stores);
  const publish: Core['publish'] = async (accountId, event) => {
    for (const part of added) await part.onEvent?.(accountId, event);
  };
  const core: Core = { ...dependencies, ...stores, tools, printUnkept, mounting, sealer, publish };
  for (const part of parts) added.push(part(core));
  let idle: Promise<PartService[]> | undefined;
  const storing = async (): Promise<PartService[]> => {
    idle ??= loadIdle()
      .then((loaded) => loaded.map((part) => part(core)))
      .catch((error: unknown) => {
        idle = undefined; // the next call tries again
        throw error;
      });
    return [...added, ...(await idle)];
  };
  const defer = theOnly(added, 'defer');
  if (defer !== undefined) mounting.defer = defer;
  mounting.challengeOf = theOnly(added, 'challengeOf');
  stores.callers.foreign = theOnly(added, 'foreignTokens');
  const endpoints: Endpoint[] = [
    // Without the part of jobs, none is described as one.
    ...(defer === undefined ? tools.map(({ asJob: _, ...tool }) => tool) : tools),
    ...scoped(['pdf'], [templateCheckEndpoint(pdfOptions)]),
    ...variableEndpoints(stores.variables, dependencies.largeBodies),
    ...scoped(['templates'], fontEndpoints(stores.fonts, dependencies.largeBodies)),
    ...scoped(['pdf'], [fileEndpoint(stores.files)]),
    ...testPrintEndpoints({ ...dependencies, ...stores, print: printUnkept }),
    ...connectionsAndOperation(dependencies, stores, added, storing),
    serviceEndpoint(dependencies.publicUrl, dependencies.version),
    ...healthEndpoints(() => dependencies.watch.readiness(), dependencies.isStopping),
    ...added.flatMap((part) => part.endpoints ?? []),
  ];
  const begin = (shutdown: OwnProcess['shutdown']): void => {
    dependencies.charges.storage = storage;
    for (const part of added) part.begin?.(shutdown);
  };
  return { endpoints, mounting, links: stores.links, parts: added, begin };
}

type Stores = ReturnType<typeof storesOf>;

/** Creates what the core stores for accounts. */
function storesOf(dependencies: Dependencies) {
  const { redis, masterKeys, store, provider, recordHosts: hosts, recordServers: servers, largeBodies } = dependencies;
  const callers = new Callers(redis, dependencies.revocations);
  const settings = new SettingsStore(redis);
  const box = new SecretBox(masterKeys, 'connections');
  const connections = new Connections(redis, box, hosts, (url) => checkAddress({ ...dependencies, settings }, url));
  const rateLimiters = new RateLimiters(redis);
  return {
    callers,
    tokens: new Tokens(redis, callers),
    accounts: new Accounts(redis),
    settings,
    audit: new AuditLog({ ...dependencies, settings }),
    usage: new UsageReader(redis),
    fonts: new Fonts(redis, store, dependencies.logger),
    files: new Files(redis, store),
    variables: new Variables(redis),
    connections,
    links: new DownloadLinks(masterKeys, dependencies.filesOrigin ?? dependencies.publicUrl),
    records: new Records({ connections, provider, settings, hosts, servers, rateLimiters, largeBodies }),
    storage: new StorageQuota(redis, settings),
  };
}

function mountingOf(dependencies: Dependencies, { callers, audit, settings, storage }: Stores): MountOptions {
  const { redis, adminToken, masterKeys } = dependencies;
  return {
    ...dependencies,
    operator: new OperatorAccess(adminToken, redis),
    callers,
    audit,
    rateLimit: new RateLimit(redis, settings),
    concurrency: new Concurrency(settings),
    openStreams: new OpenStreams(),
    idempotency: new Idempotency({ ...dependencies, box: new SecretBox(masterKeys, 'idempotency') }),
    storage,
  };
}

/**
 * Returns the endpoints of connections, accounts and settings.
 *
 * @param added the parts, which also test connections.
 * @param storing returns all parts that have stored data.
 */
function connectionsAndOperation(
  { redis }: Dependencies,
  { accounts, tokens, variables, fonts, files, connections, records, usage, settings, audit }: Stores,
  added: readonly PartService[],
  storing: () => Promise<readonly PartService[]>,
): Endpoint[] {
  const close = async (id: string): Promise<boolean> => {
    const ofParts = (await storing()).flatMap((part) => part.data ?? []);
    return closeAccount({ redis, accounts, data: [tokens, fonts, files, ...ofParts] }, id);
  };
  const test: TestConnection = async (slug, accountId, signal) => {
    const { provider = '' } = (await connections.find(accountId, slug)) ?? {};
    const ofPart = added.find((part) => part.tests?.[provider])?.tests?.[provider];
    await (ofPart ?? records.test.bind(records))(slug, accountId, signal);
  };
  return [
    ...connectionEndpoints(connections),
    connectionTestEndpoint(test),
    ...accountEndpoints(accounts, tokens, close),
    ownAccountEndpoint({ accounts, tokens, usage, settings, variables }),
    ...usageEndpoints(accounts, usage),
    ...settingsEndpoints(settings),
    ...auditEndpoints(audit),
    reEncryptionEndpoint(async () => [connections, ...(await storing()).flatMap((part) => part.secrets ?? [])]),
  ];
}

/** Returns what one part at most adds. */
const theOnly = <Key extends keyof PartService>(
  added: readonly PartService[],
  key: Key,
): PartService[Key] | undefined => added.find((part) => part[key] !== undefined)?.[key];

/** @throws ServiceError for a field whose part is switched off. */
function notServed(field: string): never {
  throw new ServiceError('invalid_parameter', `\`${field}\` is switched off on this service; leave it out.`);
}

/** Returns the endpoints of all parts for their description. They cannot be called, because most dependencies are missing. */
export async function allEndpoints(): Promise<Endpoint[]> {
  const dependencies: Partial<Dependencies> = {
    revocations: { isSubscribed: () => false, onRevoked: () => undefined, close: () => undefined },
    masterKeys: { current: Buffer.alloc(32), previous: [] },
    metrics: createMetrics('gateway', version),
    adminToken: '',
    publicUrl: '',
  };
  return compose(dependencies as Dependencies, await loadParts(PARTS), async () => []).endpoints;
}

/** Returns the OpenAPI document without the address of a service. */
export const currentDocument = async (): Promise<OpenApiDocument> => openApiDocument(await allEndpoints(), '', version);
