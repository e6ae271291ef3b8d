import { BACKLOG_FAULTS } from './alerting/backlog-faults.js';
import { raiseTheirAlerts } from './alerting/faults-and-alerts.js';

raiseTheirAlerts('background work', BACKLOG_FAULTS);
