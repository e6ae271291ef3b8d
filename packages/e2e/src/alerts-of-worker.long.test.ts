import { expect } from 'chai';
import { describe, it } from 'mocha';
import { BACKLOG_FAULTS } from './alerting/backlog-faults.js';
import { CALL_FAULTS } from './alerting/call-faults.js';
import { raiseTheirAlerts } from './alerting/faults-and-alerts.js';
import { BROWSER_FAULTS, WORKER_FAULTS } from './alerting/process-faults.js';
import { alertNames } from './alerting/prometheus.js';
import { REDIS_FAULTS } from './alerting/redis-faults.js';
import { STORE_FAULTS } from './alerting/store-faults.js';

raiseTheirAlerts('gateway and worker', WORKER_FAULTS);

describe('The tests of alerts with faults', () => {
  it('raise every alert', async () => {
    const faults = [WORKER_FAULTS, BROWSER_FAULTS, REDIS_FAULTS, STORE_FAULTS, CALL_FAULTS, BACKLOG_FAULTS].flat();
    const raised = new Set(faults.flatMap(({ alerts }) => alerts));
    expect(await alertNames()).to.have.members([...raised]);
  });
});
