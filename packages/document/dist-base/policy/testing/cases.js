import { CSS_CASES } from './css-cases.js';
import { IMAGE_CASES } from './image-cases.js';
import { MARKUP_CASES } from './markup-cases.js';
export const POLICY_CASES = [CSS_CASES, IMAGE_CASES, MARKUP_CASES].flat();
//# sourceMappingURL=cases.js.map