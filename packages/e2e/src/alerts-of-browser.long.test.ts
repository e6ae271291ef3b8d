import { raiseTheirAlerts } from './alerting/faults-and-alerts.js';
import { BROWSER_FAULTS } from './alerting/process-faults.js';

raiseTheirAlerts('the browser', BROWSER_FAULTS);
