# Sourced by the commands with the name of their JavaScript module. Finds Node.js 24, or fetches it by npm.
node_found=$(node --version 2>/dev/null || true)
has_node() { node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 24 ? 0 : 1)' 2>/dev/null; }
fail() {
  printf '%s\n%s\n' "$1" "$2" >&2
  exit 1
}
if ! has_node || ! command -v npm >/dev/null; then
  node_folder="${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/toolpress/node-24"
  # npm comes from there as well, because the npm of Debian works with Debian's Node.js only.
  node_path="$node_folder/node_modules/.bin:$PATH"
  if ! PATH=$node_path has_node; then
    [ -n "$node_found" ] || fail 'Node.js and npm are needed; no Node.js was found.' \
      'Install both (on Debian and Ubuntu: apt-get install nodejs npm), then run this again. Node.js 24 is fetched if they are older.'
    command -v npm >/dev/null || fail "npm is needed; the installed Node.js ($node_found, $(command -v node)) does not include it." \
      'Install it (on Debian and Ubuntu: apt-get install npm), then run this again.'
    printf 'Fetching Node.js 24 into %s, because %s is older …\n' "$node_folder" "$node_found" >&2
    npm install --no-save --no-audit --no-fund --loglevel=error --prefix "$node_folder" node@24 npm@11 >/dev/null ||
      fail 'npm cannot install Node.js 24.' 'Install Node.js 24 or newer from https://nodejs.org/en/download, then run this again.'
  fi
  export PATH="$node_path"
fi
exec node "$(dirname -- "${BASH_SOURCE[0]}")/$1" "${@:2}"
