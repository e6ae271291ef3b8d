/** The template of the tests of the studio. */

/** A small invoice with one set of data. */
export const EXAMPLE = {
  kind: 'html',
  content: `<!doctype html>
<html lang="en">
<head>
  <title>Invoice [[number]]</title>
</head>
<body>
  <header>
    <h1>Invoice [[number]]</h1>
    <p>[[issued | date: "long"]]</p>
  </header>

  <address>
    [[customer.name]]<br>
    [[customer.city]]
  </address>

  <table>
    <thead>
      <tr><th>Item</th><th class="number">Quantity</th><th class="number">Amount</th></tr>
    </thead>
    <tbody>
      [[#each items]]
      <tr>
        <td>[[name]]</td>
        <td class="number">[[quantity | number]]</td>
        <td class="number">[[price | times: quantity | money: @root.currency]]</td>
      </tr>
      [[/each]]
    </tbody>
  </table>

  [[#if note]]<p class="note">[[note]]</p>[[/if]]
</body>
</html>
`,
  css: `body { font: 11pt/1.5 "Inter", sans-serif; color: #1c2b33 }
header { display: flex; justify-content: space-between; align-items: baseline; border-bottom: 2pt solid #0a6b66 }
h1 { font-size: 20pt; margin: 0 0 4pt }
address { font-style: normal; margin: 24pt 0 }
table { width: 100%; border-collapse: collapse }
th, td { text-align: left; padding: 5pt 0; border-bottom: .5pt solid #cdd6d6 }
.number { text-align: right }
.note { margin-top: 18pt; color: #56635f }
`,
  sample_data: {
    short: {
      number: '2026-0417',
      issued: '2026-04-17',
      currency: 'EUR',
      customer: { name: 'Ada Lovelace', city: 'London' },
      items: [
        { name: 'Design', quantity: 2, price: '450.00' },
        { name: 'Printing', quantity: 500, price: '0.19' },
      ],
      note: 'Due within 14 days.',
    },
  },
  options: {
    page_size: 'A4',
    margin: '20mm',
    footer_html: '<div style="text-align: center; font-size: 9pt">Page [[page]] of [[pages]]</div>',
  },
};
