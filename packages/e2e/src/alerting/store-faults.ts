/** Faults of the file store. */
import { rename, symlink, unlink } from 'node:fs/promises';
import type { AlertFault } from './faults-and-alerts.js';
import { restartWorker } from './process-faults.js';

export const STORE_FAULTS: readonly AlertFault[] = [
  {
    name: 'the folder of the store is moved away',
    alerts: ['FileStoreAway', 'RequestsFail'],
    async begin({ service: { storageFolder } }) {
      await rename(storageFolder, `${storageFolder}.away`);
      return () => rename(`${storageFolder}.away`, storageFolder);
    },
  },
  {
    name: 'the worker has lost the folder of the store',
    alerts: ['RendersFail', 'RequestsFail'],
    async begin({ service }) {
      const { storageFolder } = service;
      const link = `${storageFolder}.link`;
      await symlink(storageFolder, link);
      await restartWorker(service, { STORAGE_FOLDER: link });
      await unlink(link);
      return () => symlink(storageFolder, link);
    },
  },
  {
    name: 'the disk of the store is full',
    alerts: ['FileStoreTakesNoFiles', 'RequestsFail'],
    fills: 'store',
    async begin({ disk }) {
      await disk?.fill();
      return () => disk?.free();
    },
  },
];
