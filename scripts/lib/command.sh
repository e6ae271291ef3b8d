# Sourced by the commands with the name of their JavaScript module. Checks that Node.js and npm are installed.
node_found=$(node --version 2>/dev/null || true)
problem=''
if ! node -e 'const [major, minor] = process.versions.node.split(".").map(Number);
    process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1)' 2>/dev/null; then
  problem="Node.js 20.19 or newer is needed, with npm; found: ${node_found:-none}${node_found:+ ($(command -v node))}."
  remedy='Install it from https://nodejs.org/en/download, which includes npm (the package of Debian 12 is too old), then run this again.'
elif ! command -v npm >/dev/null; then
  problem="npm is needed, but the installed Node.js ($node_found, $(command -v node)) does not include it."
  remedy='Install it (on Debian and Ubuntu: apt-get install npm), or Node.js from https://nodejs.org/en/download, which includes it. Then run this again.'
fi
if [ -n "$problem" ]; then
  printf '%s\n%s\n' "$problem" "$remedy" >&2
  exit 1
fi
exec node "$(dirname -- "${BASH_SOURCE[0]}")/$1" "${@:2}"
