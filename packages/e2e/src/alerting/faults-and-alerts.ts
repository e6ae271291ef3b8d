/** The tests of alerts: each fault, in a service under load, raises the alerts of the fault and no other. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  eventually,
  freePort,
  type HttpTarget,
  startHttpTarget,
  startRedis,
  TARGET_ADDRESS,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type SmallDisk, smallDisk } from '../chaos/small-disk.js';
import { Visitor } from '../pages/visitor.js';
import { panelValues } from './dashboard.js';
import { drawDashboard } from './dashboard-picture.js';
import { type Alerting, prometheusProgram, startPrometheus } from './prometheus.js';

const DISK_MIB = 96;
/** The time in milliseconds in which no alert fires in good order: five minutes of the rules. */
const QUIET_MS = 15_000;
/** How long a fault continues when its alerts fire, so that slower ones would show. */
const STEADY_MS = 15_000;
const ALERTS_WITHIN_MS = 150_000;
const PAUSE_MS = 500;
/** Panels without a value before there are jobs, deliveries, faults and calls of other services. */
const EMPTY_PANELS = ['Firing alerts', 'Waiting by account', 'Errors by code', 'Requests of the HTTP request tool'];
/** The folder of pictures of the dashboard and of `/ops` in each fault. */
const PICTURES = process.env['TOOLPRESS_PICTURES'];
const PDF = '/api/utilities/json-to-pdf';

export interface Stage {
  readonly service: TestService;
  /** Answers `/STATUS/MILLISECONDS` with the status after the time. */
  readonly target: HttpTarget;
  /** The load. */
  readonly client: Client;
  /** The small disk that the faults fill; undefined where none can be mounted. */
  readonly disk: SmallDisk | undefined;
}

interface Client {
  /** Resolves when no call is running. */
  pause(): Promise<void>;
  resume(): void;
}

export interface AlertFault {
  name: string;
  /** All alerts that it raises, its consequences included. */
  alerts: readonly string[];
  /** The owner of the disk that it fills, the same for all faults of a part. */
  fills?: 'store' | 'Redis';
  /** Begins the fault. @returns a function that ends it. */
  begin(stage: Stage): Promise<() => unknown>;
}

/**
 * Declares a test for each fault, over one service.
 *
 * @param part the part of the service that fails
 * @param settings of both apps
 */
export function raiseTheirAlerts(
  part: string,
  faults: readonly AlertFault[],
  settings: Record<string, string> = {},
): void {
  describe(`In Prometheus, over a service under load, faults of ${part}`, () => {
    let stage: Stage;
    let alerting: Alerting;
    let client: Client;
    before(async function () {
      if (prometheusProgram === undefined) return this.skip();
      const target = await startHttpTarget(async ({ path }, response) => {
        const [, status, delay] = path.split('/').map(Number);
        await sleep(delay ?? 0);
        response.writeHead(status ?? 200).end();
      });
      const METRICS_PORT = String(await freePort());
      const owner = faults.find(({ fills }) => fills !== undefined)?.fills;
      const disk = owner && (await smallDisk(DISK_MIB));
      const folder = disk && owner === 'store' && { STORAGE_FOLDER: join(disk.path, 'files') };
      const redis = disk && owner === 'Redis' && { redis: await startRedis({ settings: ['--dir', disk.path] }) };
      const env = { METRICS_PORT, OUTBOUND_ALLOW: TARGET_ADDRESS, ...folder, ...settings };
      const service = await TestService.start({ env, ...redis });
      client = repeatCalls(service);
      stage = { service, target, client, disk };
      const gateway = new URL(service.url).host;
      alerting = await startPrometheus(prometheusProgram, { gateway, worker: `127.0.0.1:${METRICS_PORT}` });
    });
    after(async () => {
      const pausing = client?.pause();
      await alerting?.stop();
      await stage?.service.stop();
      await pausing;
      await stage?.target.close();
      await stage?.disk?.unmount();
    });

    it('raise no alert before they begin', async () => {
      const since = Date.now();
      await sleep(QUIET_MS);
      expect(await alerting.firedSince(since)).to.deep.equal([]);
    });

    it('leave no panel of the dashboard empty before they begin, but those that count what has not happened', async () => {
      const panels = await panelValues(alerting.address, Date.now() - QUIET_MS);
      const empty = panels.filter(({ type, series }) => type !== 'row' && series.length === 0);
      expect(empty.map(({ title }) => title)).to.deep.equal(EMPTY_PANELS);
    });

    for (const { name, alerts, fills, begin } of faults) {
      it(`raise only ${alerts.join(', ')}, until the end of the fault: ${name}`, async function () {
        if (fills !== undefined && stage.disk === undefined) return this.skip();
        const since = Date.now();
        const end = await begin(stage);
        try {
          await eventually(async () => expect(await alerting.firing()).to.include.members(alerts), ALERTS_WITHIN_MS);
          await sleep(STEADY_MS);
          if (PICTURES) await takePictures(join(PICTURES, alerts.join('-')), stage.service, alerting, since);
        } finally {
          await end();
        }
        await eventually(async () => expect(await alerting.firing()).to.deep.equal([]), ALERTS_WITHIN_MS);
        expect(await alerting.firedSince(since)).to.deep.equal([...alerts].sort());
      });
    }
  });
}

async function takePictures(file: string, service: TestService, alerting: Alerting, since: number): Promise<void> {
  const visitor = await Visitor.launch(process.env['CHROME_PATH'] ?? '', service.url);
  try {
    const panels = await panelValues(alerting.address, since - QUIET_MS);
    await drawDashboard(visitor.page, panels);
    await visitor.picture(`${file}-dashboard.png`);
    if ((await visitor.open('/ops').catch(() => undefined)) === undefined) return; // the gateway is the fault
    await visitor.logIn(service.adminToken);
    await visitor.picture(`${file}-ops.png`);
  } finally {
    await visitor.close();
  }
}

/** Requests a document, then the state of the account, again and again. */
function repeatCalls(service: TestService): Client {
  let isPaused = true;
  let running: Promise<void> = Promise.resolve();
  const work = async (): Promise<void> => {
    while (!isPaused) {
      await service.call(PDF, { body: { html: '<p>[[n]]', data: { n: Date.now() } } }).catch(() => undefined);
      await service.call('/api/account').catch(() => undefined); // the gateway may be stopped
      await sleep(PAUSE_MS);
    }
  };
  const client: Client = {
    pause() {
      isPaused = true;
      return running;
    },
    resume() {
      isPaused = false;
      running = work();
    },
  };
  client.resume();
  return client;
}
