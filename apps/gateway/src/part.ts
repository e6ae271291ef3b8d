/** What a part is: an optional concept in one folder, which registers itself in `parts.ts`. */

import type { WebhookEvent } from '@toolpress/contract';
import type { PayloadSealer } from '@toolpress/queue';
import type { Express } from 'express';
import type { Accounts } from './accounts/accounts.js';
import type { StorageQuota } from './accounts/billing/stored-files.js';
import type { Connections } from './accounts/connections/connections.js';
import type { Files } from './accounts/files/files.js';
import type { SettingsStore } from './accounts/settings/settings.js';
import type { AuditLog } from './api/audit/audit-log.js';
import type { AnyToolEndpoint, Endpoint } from './api/endpoint.js';
import type { MountOptions } from './api/mount.js';
import type { Callers } from './auth/callers.js';
import type { Tokens } from './auth/tokens.js';
import type { Dependencies, OwnProcess } from './dependencies.js';
import type { OperatorSignIn } from './monitoring/ops/routes.js';
import type { AccountData } from './shared/account-data.js';
import type { Records } from './tools/get-record/records.js';
import type { OpenCredential } from './tools/http-request/credential.js';
import type { FileDelivery } from './tools/pdf/render-pdf.js';
import type { PrintUnkept } from './tools/pdf/unkept-print.js';

/** What the core offers to parts. */
export interface Core extends Dependencies {
  accounts: Accounts;
  tokens: Tokens;
  audit: AuditLog;
  settings: SettingsStore;
  files: Files;
  connections: Connections;
  records: Records;
  storage: StorageQuota;
  tools: readonly AnyToolEndpoint[];
  printUnkept: PrintUnkept;
  sealer: PayloadSealer;
  mounting: MountOptions;
  /** Passes an event of an account to the parts that send events. Resolves when it is stored. */
  publish(accountId: string, event: WebhookEvent): Promise<void>;
}

/** What a part adds to a service. */
export interface PartService {
  endpoints?: readonly Endpoint[];
  /** What it stores for accounts, deleted with them in this order. */
  data?: readonly AccountData[];
  /** What it stores encrypted under the master key. */
  secrets?: readonly Pick<Connections, 'reEncryptAll'>[];
  defer?: MountOptions['defer'];
  challengeOf?: MountOptions['challengeOf'];
  foreignTokens?: Callers['foreign'];
  delivery?: FileDelivery;
  /** Opens the connections of the HTTP request tool. */
  credential?: OpenCredential;
  signIn?: OperatorSignIn;
  /** The path of the page where people write templates. */
  studio?: '/studio';
  /** Tests of the account's connections, by provider. */
  tests?: Readonly<Partial<Record<string, Records['test']>>>;
  /** Sends an event of an account. Resolves when it is stored. */
  onEvent?(accountId: string, event: WebhookEvent): Promise<void>;
  /** The paths outside of `/api` that pages of other origins may call, see `CORS_ORIGINS`. */
  corsPaths?: readonly string[];
  /** Adds handlers before the request log. */
  mountFirst?(app: Express): void;
  /** Adds routes that are not endpoints. @param endpoints all endpoints of the service. */
  mount?(app: Express, endpoints: readonly Endpoint[]): void;
  /** Starts background work. */
  begin?(shutdown: OwnProcess['shutdown']): void;
}

/** Composes a part. Does no I/O. */
export type Part = (core: Core) => PartService;
