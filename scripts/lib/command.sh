# Sourced by the commands with the module that does their work. All of it is JavaScript, so say clearly when it can't run.
node_found=$(node --version 2>/dev/null || true)
if ! command -v npm >/dev/null || ! node -e 'const [major, minor] = process.versions.node.split(".").map(Number);
    process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1)' 2>/dev/null; then
  echo "Node.js 20.19 or newer is needed, and npm with it; found: ${node_found:-none}." >&2
  echo "Get it from https://nodejs.org/en/download or from your system's packages, then run this again." >&2
  exit 1
fi
exec node "$(dirname -- "${BASH_SOURCE[0]}")/$1" "${@:2}"
