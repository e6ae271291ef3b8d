/** All servers of records that tests know. */
import type { ServerKind } from './cases.js';
import { directus } from './directus.js';
import { documented } from './documented.js';
import { nocodb } from './nocodb.js';
import { pocketbase } from './pocketbase.js';
import { postgres } from './postgres.js';
import { sampleBase } from './sample-base.js';

export const SERVERS: readonly ServerKind[] = [postgres, sampleBase, pocketbase, nocodb, directus, ...documented];
