/** The page of the studio for the gateway: its HTML and its files. */

export interface StudioPage {
  html: string;
  /** The sources of its inline scripts for the content policy, such as `'sha256-…'`. */
  scriptSources: readonly string[];
}

export interface StudioAsset {
  /** The absolute path of the file. */
  file: string;
  /** The media type. */
  type: string;
}

export const studioPage: StudioPage = {
  html: '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Studio – Toolpress</title>\n<main><h1>Studio</h1></main>\n</html>\n',
  scriptSources: [],
};

/** The files by their path below `/studio/assets/`. No other file is served. */
export const studioAssets: ReadonlyMap<string, StudioAsset> = new Map();
