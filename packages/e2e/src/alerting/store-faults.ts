/** Faults of the file store. */
import { rename } from 'node:fs/promises';
import type { AlertFault } from './faults-and-alerts.js';

export const STORE_FAULTS: readonly AlertFault[] = [
  {
    name: 'the folder of the store is moved away',
    alerts: ['FileStoreAway', 'RendersFail', 'RequestsFail'],
    async begin({ service: { storageFolder } }) {
      await rename(storageFolder, `${storageFolder}.away`);
      return () => rename(`${storageFolder}.away`, storageFolder);
    },
  },
  {
    name: 'the disk of the store is full',
    alerts: ['FileStoreTakesNoFiles', 'RendersFail', 'RequestsFail'],
    fills: 'store',
    async begin({ disk }) {
      await disk?.fill();
      return () => disk?.free();
    },
  },
];
