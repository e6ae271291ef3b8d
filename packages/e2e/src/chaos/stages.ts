/** The services under test: one worker, with a folder or S3. */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type ServiceOptions, type TestS3, TestService, testS3 } from '@toolpress/testkit';
import type { Stage } from './experiment.js';

const DEADLINE_MS = 30_000;

export interface Plan extends ServiceOptions {
  deadlineMs?: number;
  /** Runs before the load begins. */
  prepare?: (service: TestService) => Promise<void>;
  strike: (service: TestService, gone: () => void) => Promise<void>;
  close?: () => Promise<void>;
}

export async function onFolder({
  env = {},
  deadlineMs = DEADLINE_MS,
  prepare = async () => undefined,
  strike,
  close = async () => undefined,
  ...options
}: Plan): Promise<Stage> {
  const service = await TestService.start({ ...options, env: { RENDER_DEADLINE_MS: String(deadlineMs), ...env } });
  await prepare(service);
  return {
    service,
    deadlineMs,
    strike: (gone) => strike(service, gone),
    async close() {
      await service.stop();
      await close();
    },
  };
}

/** Returns settings with which a program loads a module of this folder first. */
export const preloaded = (module: string, env: Record<string, string>): Record<string, string> => ({
  NODE_OPTIONS: `--import=${fileURLToPath(new URL(`./${module}.js`, import.meta.url))}`,
  ...env,
});

/** Returns undefined without an S3 store, or when there is no plan for this one. */
export async function onS3(plan: (store: TestS3) => Promise<Plan | undefined>): Promise<Stage | undefined> {
  const store = await testS3();
  if (store === undefined) return undefined;
  const planned = await plan(store);
  if (planned === undefined) return void (await store.stop());
  const { env, close, ...rest } = planned;
  return onFolder({
    ...rest,
    env: {
      STORAGE: 's3',
      S3_ENDPOINT: store.endpoint,
      S3_BUCKET: `toolpress-chaos-${randomBytes(6).toString('hex')}`,
      S3_ACCESS_KEY: store.accessKey,
      S3_SECRET_KEY: store.secretKey,
      ...env,
    },
    async close() {
      await close?.();
      await store.stop();
    },
  });
}
