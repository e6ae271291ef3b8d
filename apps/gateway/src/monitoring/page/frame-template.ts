/** The Eta templates around the figures: the project's own text, never a caller's. */
const head = (title: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/ops/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/ops/page.css">
`;

export const FRAME_TEMPLATE = `${head('<%= it.title %>')}<script src="/ops/page.js" defer></script>
<noscript><meta http-equiv="refresh" content="5"></noscript>
</head>
<body>
<div id="lost" role="alert" hidden></div>
<header><div class="frame">
  <span class="brand"><img src="/ops/icon.svg" alt="">Toolpress</span>
  <nav><a href="/ops" aria-current="page">Operations</a><a href="/ops/queues">Queues</a><a href="/docs">API</a></nav>
  <form method="post" action="/ops/logout"><button>Log out</button></form>
</div></header>
<main class="frame">
<%~ it.figures %>
</main>
</body>
</html>
`;

export const LOGIN_TEMPLATE = `${head('Log in – Toolpress')}</head>
<body>
<main class="login"><div class="card">
  <h1><img src="/ops/icon.svg" alt="">Toolpress operations</h1>
  <% if (it.problem) { %><p class="problem" role="alert"><%= it.problem %></p><% } %>
  <form method="post" action="/ops/login">
    <label for="token">Admin token</label>
    <input id="token" name="token" type="password" autocomplete="current-password" autofocus required>
    <button>Log in</button>
  </form>
  <p class="note">The token is the service’s setting ADMIN_TOKEN. A session lasts eight hours.</p>
</div></main>
</body>
</html>
`;
