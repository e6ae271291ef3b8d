import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkFragment } from '../check-fragment.js';
import { checkDocument, type Reports, warningsByKind } from '../index.js';

const NONE: ReadonlySet<string> = new Set();

/** Returns the code, and the message without the advice. */
const saidOf = (reports: Reports): string[] =>
  reports.read(NONE).map(({ code, message }) => `${code} ${message.replace(/: .*/s, '')}`);
const NOTICED = 10_000;
const documentSays = (html: string): string[] => saidOf(checkDocument({ html }).reports);
const headerSays = (html: string): string[] => saidOf(checkFragment(html, 'header_html').reports);

const missing = (what: string, place = '1:1'): string =>
  `script_not_run \`script\` at html ${place} is not run, so ${what} may be missing`;

const DRAWING: readonly (readonly [what: string, script: string])[] = [
  ['charts', '<script src="https://cdn.jsdelivr.net/npm/chart.js"></script>'],
  ['charts', '<script src="https://cdnjs.cloudflare.com/ajax/libs/Chart.js/4.4.1/chart.umd.min.js"></script>'],
  ['charts', '<script src="https://cdn.jsdelivr.net/npm/echarts@5.5.0/dist/echarts.min.js"></script>'],
  ['charts', '<script src="https://code.highcharts.com/highcharts.js"></script>'],
  ['charts', '<script src="https://d3js.org/d3.v7.min.js"></script>'],
  ['charts', '<script src="https://cdn.plot.ly/plotly-2.27.0.min.js" charset="utf-8"></script>'],
  ['charts', '<script src="https://www.gstatic.com/charts/loader.js"></script>'],
  ['charts', '<script src="js/jquery.flot.min.js?v=3"></script>'],
  ['charts', "<script>const chart = new Chart(document.querySelector('#a'), {})</script>"],
  ['charts', '<script>\n google.charts.setOnLoadCallback(draw)</script>'],
  ['QR codes or barcodes', '<script src="/assets/qrcode.min.js"></script>'],
  [
    'QR codes or barcodes',
    '<script src="https://cdn.jsdelivr.net/npm/jsbarcode@3.11.6/dist/JsBarcode.all.min.js"></script>',
  ],
  ['QR codes or barcodes', '<script>new QRCode(element, "https://a.example/")</script>'],
  ['QR codes or barcodes', '<script>$("#code").qrcode("12")</script>'],
  ['QR codes or barcodes', '<script>var code = qrcode(typeNumber, "L"); code.addData(url)</script>'],
  [
    'drawings',
    '<script>const pen = canvas.getContext("2d"); pen.fillRect(0, 0, 9, 9); document.body.append(canvas)</script>',
  ],
  ['what it writes', '<script>document.write("<p>" + new Date().getFullYear())</script>'],
  ['formulas', '<script src="https://cdn.jsdelivr.net/npm/mathjax@3/es5/tex-mml-chtml.js" async></script><p>\\(x^2\\)'],
  [
    'formulas',
    '<script src="https://cdn.jsdelivr.net/npm/katex@0.16.9/dist/contrib/auto-render.min.js"></script><p>$$x^2$$',
  ],
  ['formulas', '<script src="tex-mml-chtml.js"></script><p>a <i>$x^2$</i>'],
  ['formulas', '<script>MathJax = {}</script><math><mi>x</mi></math>'],
  ['formulas', '<script>katex.render("x^2", element)</script>'],
  ['formulas', '<script type="math/tex">x^2</script>'],
  ['formulas', '<script src="https://a.example/ASCIIMathML.js"></script><p>`x^2`'],
  ['formulas', '<script src="https://a.example/MathJax.js?config=TeX-MML-AM_CHTML"></script><p>`x^2`'],
  ['formulas', '<script>MathJax = { loader: { load: ["input/asciimath"] } }</script><p>`x^2`'],
  [
    'diagrams',
    '<script type="module">import mermaid from "https://a.example/m.mjs"; mermaid.initialize({})</script><pre class="mermaid">',
  ],
  ['diagrams', '<script>mermaid.run({ querySelector: ".diagram" })</script><div class="diagram">a --> b</div>'],
  ['diagrams', '<script>mermaid.render("a", text)</script>'],
  ['styles', '<script src="https://cdn.tailwindcss.com"></script>'],
  ['styles', '<script src="https://cdn.tailwindcss.com?plugins=forms"></script>'],
  ['styles', '<script src="https://cdn.jsdelivr.net/npm/@tailwindcss/browser@4"></script>'],
  ['the pages of paged.js', '<script src="https://unpkg.com/pagedjs/dist/paged.polyfill.js"></script>'],
  ['icons', '<script src="https://kit.fontawesome.com/0123456789.js"></script>'],
  ['maps', '<script src="https://unpkg.com/leaflet@1.9.4/dist/leaflet.js"></script>'],
  ['the colours of code', '<script>hljs.highlightAll();</script><pre>x = 1</pre>'],
  ['the colours of code', '<script src="prism.js"></script><p><code>x</code>'],
  ['content', '<script src="https://unpkg.com/vue@3/dist/vue.global.js"></script>'],
  ['content', '<script src="https://unpkg.com/react-dom@18/umd/react-dom.development.js"></script>'],
  ['content', '<script type="text/x-handlebars-template"><tr><td>{{name}}</td></tr></script>'],
  ['content', '<script type="text/babel">render()</script>'],
  [
    'content of `#app`',
    '<script src="vue.js"></script><div id="app"></div><script>createApp({}).mount("#app")</script>',
  ],
  ['content of `#list`', '<script>new Vue({ el: "#list" })</script><ul id="list"><li v-for="a in b"></ul>'],
  [
    'content of `#root`',
    '<script>ReactDOM.createRoot(document.getElementById("root")).render(a)</script><div id="root"></div>',
  ],
  ['content', '<script>new Vue({ el: "#elsewhere" })</script><p id="list">x'],
  ['content', '<script src="https://distill.pub/template.v2.js"></script>'],
];

const HARMLESS = [
  '<script src="https://cdn.jsdelivr.net/npm/mathjax@3/es5/tex-mml-chtml.js" async></script><p>$5 and $6, US$5/US$6',
  '<script>MathJax = { tex: {} }</script><pre>\\(x\\)</pre><code>$$</code>',
  '<script>window.print()</script>',
  '<script>window.onload = () => { window.print(); setTimeout(window.close, 0) }</script>',
  '<script src="https://code.jquery.com/jquery-3.7.1.min.js"></script>',
  '<script src="https://cdn.jsdelivr.net/npm/bootstrap@5.3.3/dist/js/bootstrap.bundle.min.js"></script>',
  '<script src="https://www.googletagmanager.com/gtag/js?id=G-1"></script><script>gtag("config", "G-1")</script>',
  '<script src="js/html5shiv.js"></script><script src="assets/main.js"></script><script src="/js/organic.js"></script>',
  '<script type="application/ld+json">{"name": "new Chart(", "text": "mermaid.run("}</script>',
  '<script>document.getElementById("menu").classList.toggle("open")</script><div id="menu"></div>',
  '<script>document.documentElement.setAttribute("data-theme", "dark")</script>',
  '<script>const chart = "d3", react = 1, qrcode = 2, leaflet = 3;</script>',
  '<script src="data:text/javascript,new%20Chart(1)"></script>',
  '<script>document.write(unescape("%3Cscript src=\'ga.js\'%3E%3C/script%3E"))</script>',
  '<style>.js b { color: red } .dark {}</style><script>document.body.classList.add("darker", "no-js")</script>',
  '<style>.open {}</style><script>menu.addEventListener("click", () => { menu.classList.add("open") })</script>',
  '<style>.open {}</style><script>function show(it) { it.className = "open"; it.style.top = 0 }</script>',
  // Nothing for them to draw.
  '<script>hljs.highlightAll();</script><p>x',
  '<script src="https://cdn.example/prism.min.js"></script>',
  '<script>const c = document.createElement("canvas"); c.getContext("2d").fillRect(0, 0, 9, 9); save(c.toDataURL())</script>',
  '<script>mermaid.initialize({ startOnLoad: true })</script><p>x',
  '<script>for (const it of document.querySelectorAll(".jp-Mermaid > pre.mermaid")) mermaid.render("a", it)</script>',
  '<p><script>document.write("<b>date</b>")</script><noscript>Printed instead</noscript>',
  '<style>[dir=rtl] b {} .js p {}</style><script>root.setAttribute("dir", "ltr"); root.classList.add("js")</script>',
  '<style>[data-theme=dark] {}</style><script>document.body.setAttribute("data-theme", "light")</script>',
  '<style>.sidebar-visible {}</style><script>document.body.classList.add("sidebar-visible")</script>',
  '<p>new Chart( mermaid.run( {{ pageNumber }}</p><p class="title date url">Report</p>',
  '<p class="pageNumber">3</p><p class="totalPages"><b>4</b></p>',
  '<canvas>What shows without scripts</canvas><canvas><p>x</p></canvas>',
];

describe('A script that would have drawn something', () => {
  for (const [what, script] of DRAWING) {
    it(`is warned of: ${script.slice(0, 90)}`, () => expect(documentSays(script)).to.deep.equal([missing(what)]));
  }

  for (const html of HARMLESS) {
    it(`is not reported: ${html.slice(0, 90)}`, () => expect(documentSays(html)).to.deep.equal([]));
  }

  it('is warned of once, with the place of the first and with what to do', () => {
    const html = '<p>x</p>\n<script src="chart.min.js"></script><script>new Chart(a, {})</script>';
    expect(
      checkDocument({ html })
        .reports.read(NONE)
        .map(({ said: _, ...report }) => report),
    ).to.deep.equal([
      {
        kind: 'notice',
        code: 'script_not_run',
        message:
          '`script` at html 2:1 is not run, so charts may be missing: draw them beforehand, and send them as `svg` or images.',
        line: 2,
        column: 1,
      },
    ]);
  });

  it('is warned of where its work shows: at an empty canvas', () => {
    expect(documentSays('<p>x</p>\n<canvas id="a"> </canvas><canvas></canvas>')).to.deep.equal([
      'script_not_run `canvas` at html 2:1 is empty',
    ]);
  });

  it('is not reported for formulas where there are no formulas: its other output is missing', () => {
    const script =
      '<script>renderMathInElement(document.body); document.getElementById("authors").innerHTML = names</script>';
    const authors = 'script_not_run `p` at html 1:11 is empty';
    expect(documentSays(`<h1>a</h1><p id="authors"></p>${script}`)).to.deep.equal([authors]);
    expect(documentSays(`<h1>a</h1><p id="authors"></p>${script}<p>\\(x\\)`)).to.deep.equal([
      missing('formulas', '1:31'),
      authors,
    ]);
  });

  // R Markdown, Quarto and Sphinx load it for formulas that a document may have.
  for (const text of [
    '<p>Joining with `by = join_by(carrier)`',
    '<pre><code><span>#> Joining with `by`, \\(x^2\\)</span></code></pre>',
    '<code>a <b>$x$</b></code>',
    '<pre><b><span>$$ x_1 $$</span></b></pre><p>$5, or $6',
    '<p>x<annotation>\\[x\\]</annotation>',
    '<textarea>\\(x\\)</textarea><p>plain',
  ])
    it(`is not reported for a library of formulas beside: ${text}`, () => {
      const loader =
        'var script = document.createElement("script"); script.src = "https://a.example/latest/MathJax.js?config=TeX-AMS-MML_HTMLorMML"';
      expect(
        documentSays(`${text}<script src="https://a.example/mathjax@3/es5/tex-mml-chtml.js"></script>`),
      ).to.deep.equal([]);
      expect(documentSays(`${text}<script>(function () { ${loader}; MathJax.Hub = {} })()</script>`)).to.deep.equal([]);
    });

  it('is warned of where its work shows: at an element that it names and that is empty', () => {
    const script = '<script>document.getElementById("total").textContent = sum</script>';
    expect(documentSays(`<b id="total"></b>${script}`)).to.deep.equal(['script_not_run `b` at html 1:1 is empty']);
    for (const harmless of [
      '<b id="total">12</b>',
      '<b id="sum"></b>',
      '<b id="total" hidden></b>',
      '<input id="total">',
    ])
      expect(documentSays(harmless + script), harmless).to.deep.equal([]);
  });

  for (const [script, name] of [
    ['document.documentElement.classList.add("a", "dark")', 'the class `dark`'],
    ['onload = () => { document.body.className = "x dark" }', 'the class `dark`'],
    ['document.addEventListener("DOMContentLoaded", function () { $("p").addClass("dark") })', 'the class `dark`'],
    ['document.body.dataset.darkMode = "on"', 'the attribute `data-dark-mode`'],
    ['document.getElementById("x").style.display = "block"', 'the style'],
    [
      'a.addEventListener("click", b); const s = document.createElement("style"); s.textContent = "@media print { p { color: red } }"; document.head.append(s)',
      'the style for paper',
    ],
  ] as const)
    it(`is warned of where sheets ask for what it sets: ${script}`, () => {
      const css = '.dark { color: white } [data-dark-mode=on] { color: white }';
      const said = `script_not_run \`script\` at html 2:1 is not run, so ${name} that it sets is missing`;
      expect(documentSays(`<style>${css}</style>\n<script>${script}</script>`)).to.deep.equal([said]);
      expect(saidOf(checkDocument({ html: `\n<script>${script}</script>`, css }).reports)).to.deep.equal([said]);
    });

  it('is warned of where its work shows: at a table without rows', () => {
    const table = '<table><thead><tr><th>x</th></tr></thead><tbody id="rows">\n</tbody></table>';
    const script = '<script src="invoice.js"></script>';
    expect(documentSays(script + table)).to.deep.equal(['script_not_run `tbody` at html 1:76 is empty']);
    expect(documentSays(table)).to.deep.equal([]);
    expect(documentSays(script + table.replace('\n', '<tr><td>1</td></tr>'))).to.deep.equal([]);
  });

  it('is warned of at an empty application, table of contents or list, which a script from a file fills', () => {
    const file = '<script type="module" src="/src/main.jsx"></script>';
    for (const [html, said] of [
      ['<div id="root"></div>', '`div` at html 1:1'],
      ['<p>You need JavaScript.</p><div id="app"> </div>', '`div` at html 1:28'],
      ['<app-root></app-root>', '`app-root` at html 1:1'],
      ['<h1>Contents</h1><ol id="toc"><!-- here --></ol>', '`ol` at html 1:18'],
      ['<nav id="table-of-contents"></nav>', '`nav` at html 1:1'],
      ['<ul id="lines"></ul>', '`ul` at html 1:1'],
    ] as const) {
      expect(documentSays(html + file)).to.deep.equal([`script_not_run ${said} is empty`]);
      expect(documentSays(`${html}<script>let a = 1</script>`)).to.deep.equal([]);
    }
    expect(documentSays(`<ul id="menu"></ul><ul></ul><div id="map-a"></div>${file}`)).to.deep.equal([]);
  });

  describe('is warned of where its work shows: at links without a text', () => {
    const script = '<script src="../js/rash.js"></script>';
    const text = '<p>See <a href="#fig1"></a> and <a href="#table1"> </a>.</p>';
    const said = (html: string, css = '') =>
      checkDocument({ html, css })
        .reports.read(NONE)
        .filter(({ code }) => code !== 'link_dead')
        .map(({ message }) => message);

    it('names the first, says how many there are and what to do', () => {
      expect(said(script + text)).to.deep.equal([
        '`a` at html 1:45 is empty, as is 1 more such link: a script would have written their texts, and scripts never run; send the HTML that the script produces.',
      ]);
      expect(said(`${script}<p>See <a href="#fig1"></a>.</p>`)[0]).to.match(/^`a` at html 1:45 is empty: a script/);
    });

    it('says nothing where no script is left out, or where a sheet writes it', () => {
      expect(said(text)).to.deep.equal([]);
      expect(said(`<script type="application/json">{}</script>${text}`)).to.deep.equal([]);
      for (const css of [
        'a::after { content: "x" }',
        'p a[href^="#"]:BEFORE { content: counter(x) }',
        '[href]:not(.x)::after { content: target-counter(attr(href), page) }',
      ]) {
        expect(
          said(script + text, css).filter((message) => message.includes('a script')),
          css,
        ).to.deep.equal([]);
        expect(
          said(`<style>${css}</style>${script}${text}`).filter((message) => message.includes('a script')),
          css,
        ).to.deep.equal([]);
      }
      const others =
        '.data::after { content: "x" } b[role=doc-a]:before, .icon-link:before { content: "x" } a:after { content: " (" attr(href) ")" } a[href^="#"]:after { content: "" }';
      expect(said(script + text, others)).to.have.lengthOf(1);
    });

    it('says nothing of links that show something else, or nothing on purpose', () => {
      for (const html of [
        '<p>x <a href="#a"><img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="></a></p>',
        '<p>x <a class="icon" href="#a"></a></p>',
        '<p>x <a style="background: red" href="#a"></a></p>',
        '<p>x <a href="#a" aria-label="to the top"></a></p>',
        '<h2>x <a href="#a"></a></h2>',
        '<p>x <a href="#"></a> <a href="https://a.example/"></a> <a id="a"></a></p>',
        '<div><a href="#slide1"></a><a href="#slide2"></a></div>',
      ])
        expect(said(script + html), html).to.deep.equal([]);
    });
  });

  itWithinCpuMs(4_000, 'is looked for quickly, however it is written', () => {
    const hostile = [
      `<script>${'"a'.repeat(250_000)}.text</script>`,
      `<script>${'new '.repeat(150_000)}</script>`,
      `<script src="${'.min'.repeat(100_000)}"></script>`,
      '<script src="a.min.min.min.js"></script>'.repeat(5_000),
      `${'<span class="pageNumber'.repeat(25_000)}`,
      `<style>${'@page '.repeat(50_000)}</style>`,
      `<style>${'float:'.repeat(50_000)}</style>`,
      `<script></script><style>${'a[]:'.repeat(50_000)}</style><p>x${'<a href="#b"></a>'.repeat(15_000)}`,
      '<script>createRoot(</script>'.repeat(8_000),
      `<script src="a${'.1'.repeat(200)}@${'@'.repeat(90)}"></script>`.repeat(2_000),
      `<script>${'a.classList.add("aaaa");'.repeat(300)}</script><style>${'.aaaaa'.repeat(80_000)}</style>`,
      `<i ${' '.repeat(100)}class ${' '.repeat(100)}pageNumber`.repeat(200),
    ];
    for (const html of hostile) checkDocument({ html });
  });
});

describe('A script that would have drawn something, by its address', () => {
  for (const [address, isKnown] of [
    ['chart.js', true],
    ['https://a.example/x/chart.v4.umd.min.mjs', true],
    ['https://a.example/chart-2.27.0.js?a#b', true],
    ['https://a.example/npm/chart@4.4.1', true],
    ['https://a.example/npm/chart.min@4.4.1-beta.min.js', true],
    ['chart-js', false],
    ['chart.x.js', false],
  ] as const)
    it(`is ${isKnown ? 'known' : 'unknown'} as ${address}`, () => {
      const { reports } = checkDocument({ html: `<script src="${address}"></script>` });
      expect(reports.read(new Set())).to.have.length(isKnown ? 1 : 0);
    });
});

describe('Empty links in a document with scripts', () => {
  it('are counted however many they are', () => {
    const { reports } = checkDocument({ html: `<script></script><p>x${'<a href="#b"></a>'.repeat(150_000)}` });
    expect(
      reports
        .read(new Set())
        .map(({ message }) => message)
        .join(),
    ).to.include('149999 more such links');
  });
});

describe('What other printers would have made a page header or number of', () => {
  const OTHERS: readonly (readonly [html: string, said: string])[] = [
    ['<htmlpageheader name="h"><p>x</p></htmlpageheader>', '`htmlpageheader` at html 1:1 means nothing'],
    ['<p>a</p>\n<sethtmlpagefooter name="f" />', '`sethtmlpagefooter` at html 2:1 means nothing'],
    ['<page_footer>x</page_footer>', '`page_footer` at html 1:1 means nothing'],
    ['<p>Page {PAGENO} of {nbpg}</p>', '`{PAGENO}` at html 1:9 means nothing'],
    ['<p>[page] of [topage]</p>', '`[topage]` at html 1:14 means nothing'],
    ['<p>a <span class="x pageNumber"></span></p>', '`class="pageNumber"` at html 1:6 means nothing'],
    ['<p>Page {#pageNum}/{#numPages}</p>', '`{#pageNum}` at html 1:9 means nothing'],
    ['<!--mpdf <htmlpageheader name="h">x</htmlpageheader> mpdf--><p>a</p>', '`<!--mpdf` at html 1:1 means nothing'],
    ['<macrolist><macro id="h"><p>x</p></macro></macrolist>', '`macrolist` at html 1:1 means nothing'],
    ['<p>a</p><pbr />', '`pbr` at html 1:9 means nothing'],
    ['<pdf:pagenumber>', '`pdf:pagenumber` at html 1:1 means nothing'],
    ['<p>a</p><pagebreak />', '`pagebreak` at html 1:9 means nothing'],
    ['<page backtop="10mm"><p>a</p></page>', '`page` at html 1:1 means nothing'],
    ['<nobreak><p>a</p></nobreak>', '`nobreak` at html 1:1 means nothing'],
    ['<columns column-count="2" /><p>a</p>', '`columns` at html 1:1 means nothing'],
    ['<p>a</p><columnbreak />', '`columnbreak` at html 1:9 means nothing'],
    ['<tocpagebreak />', '`tocpagebreak` at html 1:1 means nothing'],
    ['<div><pdf:toc /><p>a</p></div>', '`pdf:toc` at html 1:6 means nothing'],
    ['<p>a</p>\n<bookmarks><bookmark name="a" href="#a"/></bookmarks>', '`bookmarks` at html 2:1 means nothing'],
    ['<bookmark content="One" />', '`bookmark` at html 1:1 means nothing'],
    ['<indexinsert usedivletters="on" />', '`indexinsert` at html 1:1 means nothing'],
    ['<p>Soup<dottab outdent="2em" />9</p>', '`dottab` at html 1:8 means nothing'],
    ['<watermarktext content="DRAFT" alpha="0.4" />', '`watermarktext` at html 1:1 means nothing'],
    ['<qrcode value="1" ec="H"></qrcode>', '`qrcode` at html 1:1 means nothing'],
    ['<annotation content="Check" pos-x="3" />', '`annotation` at html 1:1 means nothing'],
    ['<textcircle r="9mm" top-text="Paid" />', '`textcircle` at html 1:1 means nothing'],
    ['<latex>x^2</latex>', '`latex` at html 1:1 means nothing'],
    [
      '<script type="text/php">$pdf->page_text()</script>',
      '`script` at html 1:1 is not run, so page numbers may be missing',
    ],
    ['<script>function subst() { }</script>', '`script` at html 1:1 is not run, so page numbers may be missing'],
  ];
  for (const [html, said] of OTHERS) {
    it(`is warned of: ${html.replace('\n', ' ')}`, () =>
      expect(documentSays(html)).to.deep.equal([`markup_ignored ${said}`]));
  }

  it('is not warned of in elements that an author invented', () => {
    for (const html of [
      '<style>page { display: block }</style><page size="A4" layout="landscape"><p>a</p></page>',
      '<columns><p>a</p></columns><toc><ul><li>a</ul></toc><bookmark>a</bookmark>',
      '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x</annotation></semantics></math>',
    ])
      expect(documentSays(html)).to.deep.equal([]);
  });

  it('is warned of in headers, where Chromium fills everyday classes too', () => {
    expect(headerSays('<i></i><span style="font-size: 9px" class=date></span>')).to.deep.equal([
      'markup_ignored `class="date"` at header_html 1:8 means nothing',
    ]);
    expect(headerSays('<span class="title">x</span><span class="titles"></span>')).to.deep.equal([]);
    expect(documentSays('<span class="title"></span>')).to.deep.equal([]);
  });

  it('is warned of with the names of what to use', () => {
    const [said] = checkFragment('<span class=pageNumber></span>', 'footer_html').reports.read(NONE);
    expect(said?.message).to.match(/`\[\[page\]\]` and `\[\[pages\]\]` in `header_html` and `footer_html`/);
  });
});

describe('The number of a page that CSS prints elsewhere', () => {
  it('is warned of where the print shows it', () => {
    const html = '<style>i::after { content: counter(page); position: absolute; bottom: 0 }</style><i></i>';
    const { reports } = checkDocument({ html });
    const [said] = reports.read(new Set(['print:elsewhere']));
    expect(said?.message).to.match(/^`counter\(page\)` in `style` at html 1:\d+ is the number of another page: /);
    expect(reports.read(NONE)).to.deep.equal([]);
  });
});

describe('A template with all text of a document', () => {
  it('is reported, as nothing is printed', () => {
    const paged = '<body><template id=flow><h1>x</h1></template><script>show(flow.content)</script>';
    expect(documentSays(paged)).to.deep.equal([
      'nothing_printed `template` at html 1:7 holds all text of the document, and only scripts show it, which never run',
    ]);
    for (const html of ['<template><p>x</template><p>y', '<template><img src=x></template>', '<template></template>'])
      expect(documentSays(html)).to.deep.equal([]);
  });
});

describe('Many findings', () => {
  const math = `<math>${'<mo linebreak="newline">=</mo>'.repeat(NOTICED)}</math>`;
  const LOGO = '<img src="ftp://x.example/logo.png">';

  it('of formulas displace no other, and are counted', () => {
    const { reports } = checkDocument({ html: `${math}${LOGO}<p style="background: url(a.png)">x` });
    expect(reports.lacksContent).to.equal(true);
    expect(reports.addresses.size).to.equal(1);
    const messages = warningsByKind(reports.read(reports.addresses)).map(({ message }) => message);
    expect(messages[0]).to.match(/^`mo` `linebreak` \(10000 times, first at html 1:11, /);
    expect(messages.slice(1).map((message) => message.replace(/ at .*/, ''))).to.deep.equal([
      '`img` `src`',
      '`url()` in `p` `style`',
    ]);
  });

  it('of a kind displace none of another kind, and none with an address', () => {
    const attributes = '<p style="width: attr(a type(<image>))">'.repeat(NOTICED);
    expect(checkDocument({ html: `${attributes}${LOGO}` }).reports.lacksContent).to.equal(true);
    const images = LOGO.repeat(NOTICED);
    const { reports, html } = checkDocument({
      html: `${images}<p style="background: url(ftp://x.example/a)"><iframe src="b"></iframe>`,
    });
    expect(html).not.to.include('x.example/a');
    for (const address of reports.addresses) expect(html).to.include(address);
    expect(reports.addresses.size)
      .to.equal(html.split('.invalid/').length - 1)
      .and.to.equal(2);
    expect(reports.mayLackContent).to.equal(true);
  });

  it('of images that are written empty hide none that are missing', () => {
    const empty = '<img src="">'.repeat(NOTICED);
    expect(checkDocument({ html: empty }).reports.lacksContent).to.equal(false);
    expect(checkDocument({ html: `${empty}${LOGO}` }).reports.lacksContent).to.equal(true);
  });
});

describe('TeX without a script', () => {
  for (const html of [
    '<p>$$\\frac{1}{2}$$',
    '<p>so \\(x^2\\) is',
    '<p>\\[ a_1 + b \\]',
    '<p>\\begin{align} a &= b \\end{align}',
    '<div>costs $$5 and $$\\sqrt{2}$$</div>',
    '<b>$$ \\alpha $$</b>',
    '<script>window.print()</script><p>\\(\\pi\\)',
  ])
    it(`is warned of: ${html}`, () =>
      expect(documentSays(html).join()).to.match(/markup_ignored `\w+` at html 1:\d+ prints TeX as it is written/));
  for (const html of [
    '<p>$$ and $$',
    '<p>costs $$5, or $$6',
    '<pre>\\(x^2\\)</pre>',
    '<p><code>$$x^2$$</code>',
    '<pre><code><span class="n">\\(x^2\\)</span></code></pre>',
    '<kbd><b><i>$$x_1$$</i></b></kbd>',
    '<p>C:\\(temp\\) and a_b',
    '<p>\\(optional\\)',
    '<style>a::before { content: "\\[x_y\\]" }</style><p>x',
    `<p>${'\\('.repeat(1_000)}`,
  ])
    it(`is not: ${html.slice(0, 60)}`, () => expect(documentSays(html)).to.deep.equal([]));
  it('is warned of in headers, too', () => {
    expect(headerSays('<p>$$\\frac{1}{2}$$').join()).to.include('prints TeX as it is written');
    expect(headerSays('<p>costs $$5, or $$6')).to.deep.equal([]);
  });
  it('is reported once, where scripts would have drawn it', () => {
    const html = '<script src="tex-mml-chtml.js"></script><p>\\(x^2\\)';
    expect(documentSays(html)).to.deep.equal([missing('formulas')]);
  });
  itWithinCpuMs(4_000, 'takes linear time', () => void documentSays(`<p>${'\\(a $$ \\['.repeat(300_000)}`));
});

describe('A link', () => {
  const hrefsOf = (html: string): string[] =>
    Array.from(checkDocument({ html }).html.matchAll(/ href="([^"]*)"/g), ([, href = '']) => href);

  for (const [written, printed, before = ''] of [
    ['//example.com/a', 'https://example.com/a'],
    ['www.example.com', 'https://www.example.com'],
    ['www.example.com/a?b=c#d', 'https://www.example.com/a?b=c#d'],
    ['WWW.example.co.uk:8080/', 'https://WWW.example.co.uk:8080/'],
    ['page.html', 'https://example.com/docs/page.html', '<base href="https://example.com/docs/">'],
    ['../up', 'https://example.com/up', '<base href="https://example.com/docs/a">'],
    [
      '/root',
      'https://example.com/root',
      '<base href="https://example.com/docs/a"><base href="https://other.example/">',
    ],
    ['?q=1', 'https://example.com/a?q=1', '<base href="https://example.com/a">'],
    ['https://example.com', 'https://example.com'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['tel:+431', 'tel:+431'],
    ['#here', '#here', '<p id="here">'],
    ['#', '#'],
    ['#top', '#top'],
    ['#a%20b', '#a%20b', '<p id="a b">'],
    ['#old', '#old', '<a name="old"></a>'],
    ['', ''],
  ] as const)
    it(`to ${written || 'nothing'} ${before} leads to ${printed || 'nothing'}`, () => {
      const html = `${before}<a href="${written}">x</a>`;
      expect(hrefsOf(html)).to.deep.equal([printed]);
      expect(documentSays(html)).to.deep.equal([]);
    });

  for (const [written, fault] of [
    ['page.html', 'because the document has no address'],
    ['/orders/4711', 'because the document has no address'],
    ['?page=2', 'because the document has no address'],
    ['example.com/a', 'because the document has no address'],
    ['www.example', 'because the document has no address'],
    ['sms:+431', 'PDFs link to'],
    ['ftp://example.com/', 'PDFs link to'],
    ['file:///etc/passwd', 'PDFs link to'],
    ['whatsapp://send', 'PDFs link to'],
    ['#missing', 'no element with this id'],
  ] as const)
    it(`to ${written} is warned of`, () => {
      const reports = checkDocument({ html: `<p><a href="${written}">x</a>` }).reports.read(NONE);
      expect(reports).to.have.lengthOf(1);
      expect(reports[0]).to.include({ code: 'link_dead', line: 1, column: 7 });
      expect(reports[0]?.message).to.include('`a` `href` at html 1:7 leads nowhere').and.to.include(fault);
    });

  it('of a script is not reported', () => {
    expect(documentSays('<a href="javascript:void(0)">x</a>')).to.deep.equal([]);
  });
  it('of a header may lead into the document', () => {
    expect(headerSays('<a href="#chapter">x</a>')).to.deep.equal([]);
    for (const href of ['a.html', 'sms:+431', 'www.example'])
      expect(headerSays(`<a href="${href}">x</a>`).join(), href).to.include('link_dead');
    expect(headerSays('<a href="www.example.com">x</a>')).to.deep.equal([]);
  });
});
