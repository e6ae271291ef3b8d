// The browser is the system's own headless shell (CHROME_PATH); nothing is downloaded during npm ci.
module.exports = { skipDownload: true };
