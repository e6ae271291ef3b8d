import { fileURLToPath } from 'node:url';

/** For a Chromium that is to find the fonts that the worker's finds, and for fontconfig's own tools. */
export const FONTS_ENV = { FONTCONFIG_FILE: fileURLToPath(new URL('../../../fonts/fonts.conf', import.meta.url)) };
