/** Clients of one account that repeat one hungry document, beside honest clients of another account. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { residentBytes, TestService } from '@toolpress/testkit';
import { type Counts, count, Load } from '../chaos/load.js';
import type { HungryDocument } from './documents.js';

const PDF = '/api/utilities/html-to-pdf';
const MEBIBYTE = 1024 * 1024;
const HONEST_CLIENTS = 4;
const HONEST_PAUSE_MS = 50;
const HUNGRY_CLIENTS = 4;
/** The time limit of a request. */
const HANGS_AFTER_MS = 90_000;
const LOOK_EVERY_MS = 100;
/** The time in which processes have to release their memory after the last hungry answer. */
const SETTLES_MS = 5_000;

export interface NeighbourReport {
  readonly name: string;
  readonly honest: { sent: number; failed: Counts; p50Ms: number; maxMs: number };
  /** The log lines about the slowest honest request. */
  readonly slowest: string;
  /** The answers to the hungry requests, by status and code. */
  readonly hungry: Counts;
  /** The durations of the hungry requests, in milliseconds. */
  readonly hungryP50Ms: number;
  /** A wrong answer, with its message. */
  readonly wrong: readonly string[];
  /** The largest memory of each node process, and its memory some seconds later, in MiB. */
  readonly peak: { gateway: number; worker: number };
  readonly after: { gateway: number; worker: number };
}

/** Starts a service with the defaults for two cores. */
export async function startService(): Promise<TestService> {
  const service = await TestService.start({ env: { RENDER_CONCURRENCY: '4', LOG_LEVEL: 'info' } });
  for (let round = 0; round < 20; round++) await service.call(PDF, { body: { html: `<p>${round}</p>` } });
  return service;
}

/** @param document absent: only honest clients. @param seconds the duration. */
export async function runBeside(
  service: TestService,
  document: HungryDocument | undefined,
  seconds: number,
): Promise<NeighbourReport> {
  const { token } = await service.createAccount('hungry');
  const peak = { gateway: 0, worker: 0 };
  const hungry: Counts = {};
  const wrong = new Set<string>();
  const times: number[] = [];
  let isOver = false;

  const client = async (document: HungryDocument): Promise<void> => {
    while (!isOver) {
      const body = document.body();
      const packed = Buffer.isBuffer(body) ? body : gzipSync(JSON.stringify(body));
      const begun = performance.now();
      const answer = await send(service, token, packed);
      times.push(performance.now() - begun);
      count(hungry, answer.outcome);
      // Too many at a time: of others than this document.
      const isRight =
        document.answers.includes(answer.outcome) || /^(?:429|503 queue_full|503 overloaded)/.test(answer.outcome);
      if (!isRight) wrong.add(`${answer.outcome}: ${answer.message}`);
    }
  };
  const look = async (): Promise<void> => {
    while (!isOver) {
      const now = held(service);
      peak.gateway = Math.max(peak.gateway, now.gateway);
      peak.worker = Math.max(peak.worker, now.worker);
      await sleep(LOOK_EVERY_MS);
    }
  };
  const honest = new Load(service, HONEST_CLIENTS, HANGS_AFTER_MS, HONEST_PAUSE_MS);
  const others = [look(), ...Array.from({ length: document ? HUNGRY_CLIENTS : 0 }, () => document && client(document))];
  await sleep(seconds * 1_000);
  isOver = true;
  await Promise.all([honest.stop(), ...others]);
  await sleep(SETTLES_MS);
  const sorted = honest.sent.map(({ begun, ended }) => ended - begun).sort((one, other) => one - other);
  const slowest = honest.sent.reduce((one, other) => (other.ended - other.begun > one.ended - one.begun ? other : one));
  return {
    name: document?.name ?? 'none',
    honest: {
      sent: sorted.length,
      failed: honest.errors(),
      p50Ms: middle(sorted),
      maxMs: Math.round(sorted.at(-1) ?? 0),
    },
    slowest: storyOf(service, slowest.text),
    hungry,
    hungryP50Ms: middle(times.sort((one, other) => one - other)),
    wrong: [...wrong],
    peak,
    after: held(service),
  };
}

/** Returns the status and code of an answer. */
export async function send(
  service: TestService,
  token: string,
  packed: Buffer,
): Promise<{ outcome: string; message: string }> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  };
  const signal = AbortSignal.timeout(HANGS_AFTER_MS);
  const request = { method: 'POST', headers, body: new Uint8Array(packed), signal };
  const response = await fetch(`${service.url}${PDF}`, request).catch(() => undefined);
  if (response === undefined) return { outcome: 'no answer', message: '' };
  const { error = '' } = (await response.json()) as { error?: string };
  const outcome = `${response.status} ${response.headers.get('x-error-code') ?? ''}`.trim();
  return { outcome, message: error };
}

const middle = (sorted: readonly number[]): number => Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);

const held = ({ gateway, workers }: TestService): NeighbourReport['after'] => ({
  gateway: Math.round(residentBytes(gateway.pid) / MEBIBYTE),
  worker: Math.round(Math.max(...workers.map(({ pid }) => residentBytes(pid))) / MEBIBYTE),
});

const storyOf = (service: TestService, requestId: string): string =>
  service
    .logs()
    .split('\n')
    .filter((line) => line.includes(`"requestId":"${requestId}"`))
    .join('\n');
