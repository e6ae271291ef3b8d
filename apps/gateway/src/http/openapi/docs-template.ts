/** The Eta template of the documentation page: the project's own text, never a caller's. */
export const DOCS_TEMPLATE = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title><%= it.info.title %> <%= it.info.version %></title>
<style>
  :root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); --soft: color-mix(in srgb, currentColor 6%, transparent); --accent: #0b7a75; }
  @media (prefers-color-scheme: dark) { :root { --accent: #4fd1c5; } }
  body { font: 16px/1.55 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 5rem; }
  h1 { margin: 0; font-size: 2rem } h2 { margin: 3rem 0 1rem; font-size: 1.35rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem }
  h3 { margin: 0 0 .2rem; font: 600 1rem ui-monospace, monospace } h4 { margin: 1.1rem 0 .3rem; font-size: .85rem; text-transform: uppercase; letter-spacing: .05em; opacity: .7 }
  article { border: 1px solid var(--line); border-radius: 10px; padding: 1.1rem 1.25rem; margin: 0 0 1.1rem }
  .method { color: var(--accent); margin-right: .5rem } .access { float: right; font-size: .8rem; opacity: .7 }
  table { border-collapse: collapse; width: 100%; font-size: .92rem } td, th { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-top: 1px solid var(--line) } th { border: 0; font-weight: 600; opacity: .7 }
  code, pre { font-family: ui-monospace, monospace; font-size: .88em } pre { background: var(--soft); padding: .8rem 1rem; border-radius: 8px; overflow-x: auto; margin: .5rem 0 0 }
  td:first-child { white-space: nowrap } a { color: var(--accent) } nav a { margin-right: 1rem } .required { color: var(--accent); font-size: .8em }
</style>
</head>
<body>
<h1><%= it.info.title %></h1>
<p><%~ it.rich(it.info.description) %></p>
<nav><% for (const group of it.groups) { %><a href="#<%= group.title %>"><%= group.title %></a><% } %><a href="#errors">Errors</a><a href="/openapi.json">OpenAPI document</a></nav>
<% for (const group of it.groups) { %>
<h2 id="<%= group.title %>"><%= group.title %></h2>
<% for (const one of group.operations) { %>
<article id="<%= one.id %>">
  <span class="access"><%= one.access %></span>
  <h3><span class="method"><%= one.method %></span><%= one.path %></h3>
  <div><%~ it.rich(one.summary) %></div>
  <% if (one.parameters.length) { %>
  <h4>Parameters</h4>
  <table>
    <% for (const field of one.parameters) { %>
    <tr><td><code><%= field.name %></code><% if (field.required) { %> <span class="required">required</span><% } %></td><td><%= field.type %></td><td><%~ it.rich(field.description) %></td></tr>
    <% } %>
  </table>
  <% } %>
  <% if (one.answer.length) { %>
  <h4>Answer: <code>data</code></h4>
  <table>
    <% for (const field of one.answer) { %>
    <tr><td><code><%= field.name %></code></td><td><%= field.type %></td><td><%~ it.rich(field.description) %></td></tr>
    <% } %>
  </table>
  <% } %>
  <h4>Example</h4>
  <pre><%= one.curl %></pre>
</article>
<% } %>
<% } %>
<h2 id="errors">Errors</h2>
<p>Every error answers <code>{"success": false, "error": "…"}</code>. The code is in the header <code>X-Error-Code</code>, the id of the request in <code>X-Request-Id</code>. A failed request is charged nothing.</p>
<table>
  <tr><th>Status</th><th>Code</th><th>Meaning</th></tr>
  <% for (const row of it.errors) { %>
  <tr><td><%= row.status %></td><td><code><%= row.code %></code></td><td><%~ it.rich(row.meaning) %></td></tr>
  <% } %>
</table>
</body>
</html>
`;
