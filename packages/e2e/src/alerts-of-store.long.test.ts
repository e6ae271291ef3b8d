import { raiseTheirAlerts } from './alerting/faults-and-alerts.js';
import { STORE_FAULTS } from './alerting/store-faults.js';

raiseTheirAlerts('the file store', STORE_FAULTS);
