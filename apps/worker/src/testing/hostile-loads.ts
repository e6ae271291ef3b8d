/**
 * Everything known that makes a browser reach out, aimed at an address of the test's.
 *
 * @param base such as `http://127.0.0.1:1234`.
 * @returns documents by what they try.
 */
export function hostileLoads(base: string): Record<string, string> {
  const { host, protocol } = new URL(base);
  const css = (sheet: string): string => `<style>${sheet}</style><p class="x">x</p>`;
  const svg = (inside: string): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="50" height="50">${inside}</svg>`;
  const html = encodeURIComponent(`<img src="${base}/in-data">`);
  return {
    'an image': `<img src="${base}/a.png">`,
    'a lazy image': `<p style="height:9000px"></p><img loading="lazy" src="${base}/a.png">`,
    'an image without a scheme': `<base href="${base}/"><img src="//${host}/a.png"><img src="relative.png">`,
    'a set of images': `<img srcset="${base}/a.png 1x, ${base}/b.png 2x">`,
    'a picture': `<picture><source srcset="${base}/a.png"><img src="${base}/b.png"></picture>`,
    'an image of the old kind': `<image src="${base}/a.png">`,
    'an image in a select': `<select><option><img src="${base}/a.png"></option></select>`,
    'an image behind a broken comment': `<!--><img src="${base}/a.png">-->`,
    'an image in noscript': `<noscript><img src="${base}/a.png"></noscript>`,
    'an image in a template': `<template shadowrootmode="open"><img src="${base}/a.png"></template>`,
    'an image in a shadow': `<div><template shadowrootmode="open"><style>:host{background:url(${base}/s)}</style><img src="${base}/a.png"></template></div>`,
    'a button': `<input type="image" src="${base}/a.png">`,
    'a background': `<body background="${base}/a.png"><table background="${base}/b.png"><td background="${base}/c.png">x`,
    'a video': `<video src="${base}/a.mp4" poster="${base}/p.png" preload="auto" autoplay></video>`,
    'a sound': `<audio src="${base}/a.mp3" preload="auto" autoplay controls></audio>`,
    'a track': `<video><source src="${base}/v.mp4"><track default src="${base}/t.vtt"></video>`,
    'a frame': `<iframe src="${base}/"></iframe>`,
    'a frame with an inline document': `<iframe srcdoc='<img src="${base}/a.png">'></iframe>`,
    'a frame of data': `<iframe src="data:text/html,${html}"></iframe>`,
    'a frame set': `<frameset><frame src="${base}/"></frameset>`,
    'a portal and a fenced frame': `<portal src="${base}/"></portal><fencedframe src="${base}/"></fencedframe>`,
    'an object': `<object data="${base}/a.svg" type="image/svg+xml"></object>`,
    'an object of data': `<object data="data:image/svg+xml,${encodeURIComponent(svg(`<image href="${base}/a.png"/>`))}"></object>`,
    'an embed': `<embed src="${base}/a.pdf" type="application/pdf">`,
    'an applet': `<applet code="A" archive="${base}/a.jar"></applet>`,
    'a style sheet': `<link rel="stylesheet" href="${base}/a.css">`,
    'another style sheet': `<link rel="alternate stylesheet" title="t" href="${base}/a.css">`,
    'an icon': `<link rel="icon" href="${base}/i.ico"><link rel="apple-touch-icon" href="${base}/i.png">`,
    'a preload': `<link rel="preload" as="image" href="${base}/a.png"><link rel="preload" as="font" crossorigin href="${base}/f.woff2">`,
    'a preload of a set': `<link rel="preload" as="image" imagesrcset="${base}/a.png 1x">`,
    'a module’s preload': `<link rel="modulepreload" href="${base}/m.js">`,
    'a prefetch': `<link rel="prefetch" href="${base}/next"><link rel="prefetch" as="document" href="${base}/doc">`,
    'a prerender': `<link rel="prerender" href="${base}/next">`,
    'a preconnect': `<link rel="preconnect" href="${base}"><link rel="preconnect" crossorigin href="${base}">`,
    'a look-up': `<link rel="dns-prefetch" href="//${host}"><meta http-equiv="x-dns-prefetch-control" content="on"><a href="${base}/">x</a>`,
    'a manifest': `<link rel="manifest" href="${base}/m.json">`,
    'a search': `<link rel="search" type="application/opensearchdescription+xml" href="${base}/o.xml">`,
    'a dictionary': `<link rel="compression-dictionary" href="${base}/d">`,
    'speculation rules': `<script type="speculationrules">{"prefetch":[{"urls":["${base}/s"]}],"prerender":[{"urls":["${base}/p"]}]}</script>`,
    'a script': `<script src="${base}/a.js"></script><script>fetch("${base}/f")</script>`,
    'a module': `<script type="module" src="${base}/a.mjs"></script><script type="module">import "${base}/i.mjs"</script>`,
    'an import map': `<script type="importmap" src="${base}/map.json"></script>`,
    'a worker and a socket': `<script>new Worker("${base}/w.js"); new WebSocket("ws://${host}/"); new EventSource("${base}/e"); navigator.sendBeacon("${base}/b")</script>`,
    'a peer': `<script>const p = new RTCPeerConnection({iceServers:[{urls:"stun:${host}"}]}); p.createDataChannel("x"); p.createOffer().then(o => p.setLocalDescription(o))</script>`,
    'event handlers': `<img src="data:,x" onerror="fetch('${base}/e')"><svg onload="fetch('${base}/o')"></svg><body onload="location='${base}/l'">`,
    'a refresh': `<meta http-equiv="refresh" content="0;url=${base}/r">`,
    'a refresh of data': `<meta http-equiv="refresh" content="0;url=data:text/html,${html}">`,
    'a report': `<meta http-equiv="Content-Security-Policy" content="img-src 'none'; report-uri ${base}/csp"><img src="${base}/a.png">`,
    'a form that submits itself': `<form action="${base}/f" id="f"><input autofocus onfocus="f.submit()"><button formaction="${base}/g">x</button></form>`,
    'a ping': `<a href="#x" ping="${base}/p" id="x" autofocus>x</a>`,
    'an attribution source': `<img attributionsrc="${base}/a" src="data:,"><a attributionsrc="${base}/b" href="#">x</a>`,
    'an import': css(`@import "${base}/a.css"; @import url(${base}/b.css) layer(l) supports(color: red);`),
    'a background of CSS': css(`.x { background: url(${base}/a.png) }`),
    'an escaped url()': css(`.x { background: u\\72l(${base}/a.png) } @\\69mport "${base}/i.css";`),
    'an image set': css(`.x { background: image-set("${base}/a.png" 1x) }`),
    'a webkit image set': css(`.x { background: -webkit-image-set(url(${base}/a.png) 1x) }`),
    'a cross-fade': css(`.x { background: -webkit-cross-fade(url(${base}/a.png), url(${base}/b.png), 50%) }`),
    'a source of CSS': css(`.x { background: src("${base}/a.png") }`),
    'a font': css(`@font-face { font-family: F; src: url(${base}/f.woff2) } .x { font-family: F }`),
    'a cursor': css(`.x { cursor: url(${base}/c.cur), auto }`),
    'a mask': css(`.x { mask-image: url(${base}/m.svg#m); -webkit-mask-box-image: url(${base}/b.png) }`),
    'a filter': css(`.x { filter: url(${base}/f.svg#f); clip-path: url(${base}/c.svg#c) }`),
    'a list mark': css(
      `.x { display: list-item; list-style-image: url(${base}/l.png); border-image: url(${base}/b.png) 1 }`,
    ),
    'content of CSS': css(`.x::before { content: url(${base}/a.png) }`),
    'a margin box': css(`@page { @top-left { content: url(${base}/a.png) } }`),
    'a shape': css(`.x { float: left; shape-outside: url(${base}/s.png) }`),
    'a variable of CSS': css(`:root { --u: url(${base}/a.png) } .x { background: var(--u) }`),
    'print media': `<style media="print">.x { background: url(${base}/a.png) }</style><link rel="stylesheet" media="print" href="${base}/p.css"><p class="x">x`,
    'a style attribute': `<p style="background: url('${base}/a.png')">x</p>`,
    'a processing instruction': `<?xml-stylesheet href="${base}/a.css"?><p>x`,
    'an image in a drawing': svg(
      `<image href="${base}/a.png" width="9" height="9"/><image xlink:href="${base}/b.png" width="9" height="9"/>`,
    ),
    'a filter’s image': svg(
      `<filter id="f"><feImage href="${base}/a.png"/></filter><rect filter="url(#f)" width="9" height="9"/>`,
    ),
    'a use': svg(`<use href="${base}/a.svg#x"/><use xlink:href="${base}/b.svg#x"/>`),
    'a drawing’s script': svg(`<script href="${base}/a.js"/><script xlink:href="${base}/b.js"/>`),
    'a drawing’s presentation': svg(
      `<rect fill="url(${base}/g.svg#g)" mask="url(${base}/m.svg#m)" width="9" height="9"/>`,
    ),
    'a drawing’s style': svg(
      `<style>@import "${base}/a.css"; rect { fill: url(${base}/g.svg#g) }</style><rect width="9" height="9"/>`,
    ),
    'a drawing’s HTML': svg(
      `<foreignObject width="9" height="9"><img src="${base}/a.png"/><iframe src="${base}/"/></foreignObject>`,
    ),
    'a drawing’s animation': svg(`<image width="9" height="9"><set attributeName="href" to="${base}/a.png"/></image>`),
    'a drawing’s gradient': svg(
      `<linearGradient id="g" href="${base}/g.svg#g"/><rect fill="url(#g)" width="9" height="9"/>`,
    ),
    'an image of data that loads': `<img src="data:image/svg+xml,${encodeURIComponent(svg(`<image href="${base}/a.png"/>`))}">`,
    formulas: `<math href="${base}/m"><annotation-xml encoding="text/html"><img src="${base}/a.png"></annotation-xml></math>`,
    'other schemes': `<img src="ftp://${host}/a.png"><img src="ws://${host}/"><img src="blob:${base}/x"><img src="filesystem:${base}/t/x"><img src="file:///etc/passwd"><iframe src="view-source:${base}/"></iframe>`,
    'other ports’ protocols': `<link rel="preconnect" href="${protocol}//user:pass@${host}/">`,
  };
}
