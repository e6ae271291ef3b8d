import { CALL_FAULTS } from './alerting/call-faults.js';
import { raiseTheirAlerts } from './alerting/faults-and-alerts.js';

raiseTheirAlerts('single accounts', CALL_FAULTS);
