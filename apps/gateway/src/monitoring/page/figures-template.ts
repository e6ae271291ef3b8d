/** The Eta template of the figures: sent with the page, and again by itself every two seconds. */
export const FIGURES_TEMPLATE = `<div data-title="<%= it.title %>"></div>
<section class="banner <%= it.level %>" role="status">
<% if (it.state.troubles.length === 0) { %><p>All is well.</p><% } %>
<% for (const trouble of it.state.troubles) { %><p class="<%= trouble.level %>"><%= trouble.text %></p><% } %>
</section>

<section class="cards">
<% for (const card of it.cards) { %>
  <div class="card"><h2><%= card.name %></h2><div class="big"><%= card.value %><% if (card.unit) { %><small><%= card.unit %></small><% } %></div><div class="note"><%= card.note %></div></div>
<% } %>
</section>

<section class="wide">
<% for (const chart of it.charts) { %>
  <div class="card"><h2><%= chart.name %></h2>
    <svg class="chart" viewBox="0 0 <%= chart.width %> <%= chart.height %>" preserveAspectRatio="none" role="img" aria-label="<%= chart.name %>">
      <% for (const bar of chart.bars) { %><rect class="<%= bar.kind %>" x="<%= bar.x %>" y="<%= bar.y %>" width="<%= bar.width %>" height="<%= bar.height %>"><title><%= bar.label %></title></rect><% } %>
    </svg>
    <div class="axis"><span>60 min ago</span><span><%= chart.note %></span><span>now</span></div>
  </div>
<% } %>
</section>

<section class="wide">
  <div class="card"><h2>Workers</h2>
  <% if (it.workers === null) { %><p class="none">Not known while Redis is away.</p><% } else if (it.workers.length === 0) { %><p class="none">None has given a sign of life in the last minute.</p><% } else { %>
  <div class="scroll"><table>
    <tr><th>Host</th><th>Version</th><th>Documents</th><th>Up</th><th>Last beat</th></tr>
    <% for (const worker of it.workers) { %>
    <tr><td><span class="dot <%= worker.level %>"><%= worker.host %> <code>#<%= worker.pid %></code></span></td><td><%= worker.version %></td><td><meter min="0" max="<%= worker.concurrency %>" value="<%= worker.busy %>"></meter><%= worker.busy %>, prints <%= worker.concurrency %> at a time</td><td><%= worker.up %></td><td><%= worker.beat %></td></tr>
    <% } %>
  </table></div><% } %>
  </div>

  <div class="card"><h2>Errors in the last hour</h2>
  <% if (it.errors === null) { %><p class="none">Not known while Redis is away.</p><% } else if (it.errors.length === 0) { %><p class="none">None.</p><% } else { %>
  <div class="scroll"><table>
    <tr><th class="number">Count</th><th>Code</th><th class="text">Meaning</th></tr>
    <% for (const error of it.errors) { %>
    <tr><td class="number"><%= error.count %></td><td><span class="dot <%= error.level %>"><code><%= error.code %></code></span></td><td class="text"><%= error.meaning %></td></tr>
    <% } %>
  </table></div><% } %>
  </div>

  <% for (const part of it.parts) { %>
  <div class="card"><h2><span class="dot <%= part.level %>"><%= part.name %></span></h2>
    <dl><% for (const [name, value] of part.facts) { %><dt><%= name %></dt><dd><%= value %></dd><% } %></dl>
  </div>
  <% } %>
</section>
<footer>Figures of the whole service at <%= it.time %> UTC; rates and p95 of the last minute.</footer>
`;
