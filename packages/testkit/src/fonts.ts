import { fileURLToPath } from 'node:url';

/** The settings with which a Chromium and the tools of fontconfig find the worker's fonts. */
export const FONTS_ENV = { FONTCONFIG_FILE: fileURLToPath(new URL('../../../fonts/fonts.conf', import.meta.url)) };
