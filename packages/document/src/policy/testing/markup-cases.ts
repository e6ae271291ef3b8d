/** Elements, attributes and links: what runs, loads or leads elsewhere, and markup that parsers disagree about. */
import { accepted, acceptedHead, type PolicyCase, refused } from './case.js';

const REFUSED = refused(
  [
    'iframe',
    '<p>x</p>\n<iframe src="https://a.example/"></iframe>',
    '`iframe` at html 2:1 is not allowed: it shows another document; put the content into this one, or leave it out with `on_blocked: "warn"`.',
  ],
  ['iframe with its own document', '<iframe srcdoc="<b>x</b>"></iframe>', '`iframe` at html 1:1 is not allowed'],
  ['iframe of no size but a height', '<iframe src=x width=0></iframe>', '`iframe` at html 1:1 is not allowed'],
  ['frameset', '<frameset><frame src="x"></frameset>', '`frameset` at html 1:1 is not allowed'],
  ['portal', '<portal src="https://a.example/"></portal>', '`portal` at html 1:1 is not allowed'],
  ['fencedframe', '<fencedframe></fencedframe>', '`fencedframe` at html 1:1 is not allowed'],
  ['object', '<object data="x.pdf"></object>', '`object` at html 1:1 is not allowed: it loads content from elsewhere'],
  ['object with something in its place', '<object data="x"><p>y</p></object>', '`object` at html 1:1 is not allowed'],
  ['embed', '<embed src="x.pdf">', '`embed` at html 1:1 is not allowed'],
  ['applet', '<applet code="x"></applet>', '`applet` at html 1:1 is not allowed'],
  [
    'a sheet by link',
    '<link rel="stylesheet" href="https://fonts.example/css">',
    '`link` `href` at html 1:24 is not loaded',
  ],
  [
    'a sheet by link, in capitals among others',
    '<link href="x" rel="Next\tSTYLESHEET">',
    '`link` `href` at html 1:7 is not loaded',
  ],
  ...['print', 'all', 'screen, print', 'not screen', 'only print', '(min-width: 1px)', ''].map(
    (media) =>
      [
        `a sheet for paper: ${media}`,
        `<link rel=stylesheet href=x media="${media}">`,
        '`link` `href` at html 1:22 is not loaded',
      ] as const,
  ),
  ...[
    `rel=preload as=style onload="this.onload=null;this.rel='stylesheet'"`,
    `rel="preload" as="STYLE" onload="this.rel = 'stylesheet'"`,
    `rel=preload as=style onload="this.setAttribute('rel', 'stylesheet')"`,
    `rel="alternate stylesheet" onload="this.rel='stylesheet'"`,
    `rel=stylesheet media=screen onload="this.media='all'"`,
    `rel=stylesheet media="only x" onload="if (media != 'all') media = 'all'"`,
    `rel=stylesheet media=none onload="this.media='print'"`,
  ].map(
    (how) =>
      [
        `a sheet that a page loads ahead: ${how}`,
        `<link href=x ${how}>`,
        '`link` `href` at html 1:7 is not loaded',
      ] as const,
  ),
  [
    'a sheet by link that was not sent',
    '<link rel="stylesheet" href="css/a.css">',
    '`link` `href` at html 1:24 is not loaded: send the style sheet in `files`, as `css/a.css`',
  ],
  [
    'a sheet by link without TLS',
    '<link rel="stylesheet" href="http://a.example/a.css">',
    '`link` `href` at html 1:24 uses `http:`',
  ],
  ['a sheet by link in the body', '<p>x<link rel=stylesheet href=x>', '`link` `href` at html 1:26 is not loaded'],
  [
    'a sheet by link in noscript',
    '<head><noscript><link rel=stylesheet href=x></noscript>',
    '`link` `href` at html 1:38 is not loaded',
  ],
  [
    'a video without a poster',
    '<video src="x.mp4"></video>',
    '`video` at html 1:1 is not allowed: only the `poster` of a video',
  ],
  [
    'a shadow tree',
    '<div><template shadowrootmode="open"><p>x</p></template></div>',
    '`template` at html 1:6 is not allowed: shadow trees are not printed',
  ],
  [
    'a closed shadow tree',
    '<div><template shadowrootmode=closed><img src=x></template></div>',
    '`template` at html 1:6 is not allowed',
  ],
  [
    'use of another file',
    '<svg><use href="icons.svg#a"/></svg>',
    '`use` `href` at html 1:11 refers to another file; only `#name` is allowed',
  ],
  [
    'use of another host',
    '<svg><use xlink:href="https://a.example/icons.svg#a"/></svg>',
    '`use` `xlink:href` at html 1:11 refers to another file',
  ],
  [
    'use of a data URL',
    '<svg><use href="data:image/svg+xml,x#a"/></svg>',
    '`use` `href` at html 1:11 refers to another file',
  ],
  [
    'a gradient of another file',
    '<svg><linearGradient href="x.svg#a"/></svg>',
    '`linearGradient` `href` at html 1:22 refers to another file',
  ],
  ['a pattern of another file', '<svg><pattern xlink:href="x.svg#a"/></svg>', '`pattern` `xlink:href`'],
  ['text along a path of another file', '<svg><textPath href="x.svg#a">x</textPath></svg>', '`textPath` `href`'],
  ['an iframe that comes out of a table', '<table><iframe src=x></table>', '`iframe` at html 1:8 is not allowed'],
  ['an iframe in HTML inside a drawing', '<svg><foreignObject><iframe src=x>', '`iframe` at html 1:21 is not allowed'],
  [
    'an iframe in HTML inside a formula',
    '<math><annotation-xml encoding="text/html"><iframe src=x>',
    '`iframe` at html 1:44 is not allowed',
  ],
  ['an iframe that ends a drawing', '<svg><p><iframe src=x>', '`iframe` at html 1:9 is not allowed'],
  ['an iframe in a comment that is none', '<!--a--!><iframe src=x>', '`iframe` at html 1:10 is not allowed'],
  ['an iframe in what HTML takes for a comment', '<?php ?><iframe src=x>', '`iframe` at html 1:9 is not allowed'],
  ['an iframe in a title that ends', '<title></title><iframe src=x>', '`iframe` at html 1:16 is not allowed'],
  [
    'an iframe behind a style element that ends in a string',
    '<style>a{content:"</style><iframe src=x>"}</style>',
    '`iframe` at html 1:27 is not allowed',
  ],
  ['an iframe behind a byte order mark', '\ufeff<iframe src=x>', '`iframe` at html 1:2 is not allowed'],
  ['elements nested too deep', '<div>'.repeat(501), 'The document nests elements more than 500 levels deep'],
  ['drawings nested too deep', '<svg>'.repeat(501), 'The document nests elements more than 500 levels deep'],
  [
    'noscripts nested too deep',
    `<p>${'<noscript>'.repeat(501)}`,
    'The document nests elements more than 500 levels deep',
  ],
);

const REMOVED = accepted(
  ['a script, which never runs', '<script src="x.js"></script><p>x</p>', '<p>x</p>'],
  ['a script in the body', '<p>a<script>alert("<iframe>")</script>b</p>', '<p>ab</p>'],
  [
    'a module and rules for what to fetch ahead',
    '<p>x</p><script type="speculationrules">{"prefetch":[]}</script><script type="module" src="y"></script>',
    '<p>x</p>',
  ],
  ['a drawing’s script', '<svg><script href="x.js"></script><g></g></svg>', '<svg><g></g></svg>'],
  ['handlers', '<p onclick="x()" ONLOAD=y() onfoo>z</p>', '<p>z</p>'],
  ['a body’s handlers', '<body onload="x()"><p>z', '<p>z</p>'],
  ['a drawing’s handlers', '<svg onload="x()"><g onbegin="y"></g></svg>', '<svg><g></g></svg>'],
  ['a comment', '<p>a<!-- <iframe> -->b</p>', '<p>ab</p>'],
  ['a processing instruction', '<?xml-stylesheet href="x.css"?><p>x</p>', '<p>x</p>'],
  ['a doctype in the middle', '<p>a<!doctype html>b</p>', '<p>ab</p>'],
  ['audio', '<p>x</p><audio src="x.mp3" controls><source src="y"></audio>', '<p>x</p>'],
  ['background sound', '<p>x</p><bgsound src="x.mid">', '<p>x</p>'],
  ['a template', '<template><iframe src="x"></iframe></template><p>x</p>', '<p>x</p>'],
  ['what is for browsers without frames', '<noframes><iframe src=x></noframes><noembed><img src=x></noembed>y', 'y'],
  ['noscript, whose content shows', '<noscript><b>x</b></noscript>', '<b>x</b>'],
  ['noscript in noscript', '<p>a<noscript>b<noscript>c</noscript>d</noscript>e</p>', '<p>abcde</p>'],
  ['text in the elements of old', '<xmp><b>x</xmp><listing>y</listing>', '<pre>&lt;b&gt;x</pre><pre>y</pre>'],
  ['text without end', '<p>a<plaintext><iframe></plaintext>', '<p>a</p><pre>&lt;iframe&gt;&lt;/plaintext&gt;</pre>'],
  [
    'animations',
    '<svg><rect width="1"><animate attributeName="href" to="x"></animate><set attributeName="fill" to="url(x)"></set></rect></svg>',
    '<svg><rect width="1"></rect></svg>',
  ],
  [
    'where forms are sent',
    '<form action="https://a.example/" method="post"><button formaction="x">y</button></form>',
    '<form method="post"><button>y</button></form>',
  ],
  [
    'a ping of a link',
    '<a href="https://a.example/" ping="https://b.example/" attributionsrc>x</a>',
    '<a href="https://a.example/">x</a>',
  ],
  [
    'a base for a drawing’s addresses',
    '<svg xml:base="https://a.example/"><g xml:lang="de"></g></svg>',
    '<svg><g xml:lang="de"></g></svg>',
  ],
  [
    'iframes that show nothing',
    '<p>x</p><iframe></iframe><iframe src=""></iframe><iframe src=" about:blank " srcdoc=" " name="y"><b></iframe><iframe src="x" style="width: 0; Display:none"></iframe><iframe src="x" height="0" width="0px"></iframe><iframe hidden srcdoc="<b>x"></iframe>',
    '<p>x</p>',
  ],
  ['the cursor’s place', '<input autofocus value="x">', '<input value="x">'],
);

const REMOVED_FROM_HEAD = acceptedHead(
  [
    'icons and hints',
    '<link rel="icon" href="x.ico"><link rel="preload" href="y"><link rel="preconnect" href="z"><title>t</title>',
    '<title>t</title>',
  ],
  [
    'sheets for other media and alternate ones',
    '<link rel=stylesheet media=screen href=x><link rel="Alternate STYLESHEET" href=y><link rel=stylesheet type=text/less href=z><title>t</title>',
    '<title>t</title>',
  ],
  [
    'links that never become sheets',
    `<link rel=preload as=style href=x><link rel=preload as=font href=x onload="this.rel='stylesheet'"><link rel=prefetch as=style href=x onload="f('stylesheet')"><link rel=stylesheet media=screen href=x onload="loaded('all')"><title>t</title>`,
    '<title>t</title>',
  ],
  ['a link without a relation', '<link href="x"><link rel="manifest" href="y"><title>t</title>', '<title>t</title>'],
  [
    'sheets that are not for paper',
    `${['media="screen"', 'media="Screen and (min-width: 9px), speech"', 'media="only screen"', 'media="not print"', 'disabled'].map((how) => `<link rel=stylesheet href=x ${how}>`).join('')}<link rel="alternate stylesheet" title=y href=x><title>t</title>`,
    '<title>t</title>',
  ],
  ['a base', '<base href="https://a.example/" target="_top"><title>t</title>', '<title>t</title>'],
  [
    'a way to elsewhere',
    '<meta http-equiv="refresh" content="0;url=https://a.example/"><title>t</title>',
    '<title>t</title>',
  ],
  [
    'rules of the page',
    '<meta http-equiv="Content-Security-Policy" content="img-src none"><title>t</title>',
    '<title>t</title>',
  ],
  [
    'what speaks to screens and search engines',
    '<meta name="viewport" content="width=200"><meta name="author" content="x"><meta NAME="Referrer" content="unsafe-url"><title>t</title>',
    '<title>t</title>',
  ],
  [
    'a colour scheme',
    '<meta name="Color-Scheme" content="dark"><title>t</title>',
    '<meta name="Color-Scheme" content="dark"><title>t</title>',
  ],
  [
    'an encoding, a property and a title',
    '<meta charset="utf-8"><meta property="og:title" content="x"><title>t</title>',
    '<meta charset="utf-8"><meta property="og:title" content="x"><title>t</title>',
  ],
  ['a script in the head', '<title>t</title><script>x</script>', '<title>t</title>'],
);

const LINKS = accepted(
  ['links', '<a href="https://a.example/?x=1#y">x</a><a href="http://a.example/">y</a>'],
  ['links to people', '<a href="mailto:a@b.example?subject=x">x</a><a href="tel:+491234">y</a>'],
  ['links within the document', '<a href="#part">x</a><h2 id="part">y</h2>'],
  ['a link with blanks around', '<a href=" https://a.example/ ">x</a>'],
  ['a link that runs', '<a href="javascript:alert(1)">x</a>', '<a href="#\u00ad">x</a>'],
  [
    'a link that runs, with odd spelling',
    '<a href=" java\tscript:alert(1)">x</a><a href="JavaScript&colon;y">y</a><a href="&#1;&#10;javascript:z">z</a><a href="&nbsp;\njavascript:z">z</a>',
    '<a href="#\u00ad">x</a><a href="#\u00ad">y</a><a href="#\u00ad">z</a><a href="#\u00ad">z</a>',
  ],
  ['a link with data', '<a href="data:text/html,x">x</a>', '<a href="\u00addata:text/html,x">x</a>'],
  [
    'a link to a file',
    '<a href="file:///etc/passwd">x</a><a href="C:\\x">y</a>',
    '<a href="\u00adfile:///etc/passwd">x</a><a href="\u00adC:\\x">y</a>',
  ],
  [
    'links of other schemes, with odd spelling',
    '<a href="\nda\tta:text/html,x">x</a><a href="fi\nle://a b/c">y</a><a href="&#1;file://a b/c">z</a>',
    '<a href="\u00adda\tta:text/html,x">x</a><a href="\u00adfi\nle://a b/c">y</a><a href="\u00ad\u0001file://a b/c">z</a>',
  ],
  ['a link to a file that is none', '<a href="file://a b/c">x</a>', '<a href="\u00adfile://a b/c">x</a>'],
  ['a relative link', '<a href="page.html">x</a><a href="/y?a:b">y</a>'],
  ['a link without its scheme', '<a href="//a.example/">z</a>', '<a href="https://a.example/">z</a>'],
  ['a link to nowhere', '<a href="">x</a><a href="https://">y</a>', '<a href="">x</a><a href="\u00adhttps://">y</a>'],
  [
    'a map’s areas',
    '<map name="m"><area href="https://a.example/"><area href="vbscript:x"></map>',
    '<map name="m"><area href="https://a.example/"><area href="\u00advbscript:x"></map>',
  ],
  [
    'a drawing’s links',
    '<svg><a href="https://a.example/"></a><a xlink:href="javascript:x"></a></svg>',
    '<svg><a href="https://a.example/"></a><a xlink:href="#\u00ad"></a></svg>',
  ],
  ['a formula’s links', '<math><mi href="javascript:x">y</mi></math>', '<math><mi href="#\u00ad">y</mi></math>'],
  ['a reference that means nothing', '<p href="x">y</p>'],
  ['use of the same drawing', '<svg><use href="#a"></use><use xlink:href="#b"></use></svg>'],
);

const ODD = accepted(
  ['nothing', ''],
  ['a tag that never ends', 'x<iframe src=y', 'x'],
  ['a table without its body’s tag', '<table><tr><td>x</table>', '<table><tbody><tr><td>x</td></tr></tbody></table>'],
  ['a form in a form', '<form><div></form><form><p>x', '<form><div><p>x</p></div></form>'],
  ['links in links around tables', '<a>1<table><a>2', '<a>1</a><a>2</a><table></table>'],
  ['paragraphs in buttons in paragraphs', '<p><button><p>x', '<p><button><p>x</p></button></p>'],
  ['a line feed at the beginning of a pre', '<pre>\n\nx</pre>', '<pre>\n\nx</pre>'],
  ['a line feed as a reference at the beginning of a pre', '<pre>&#10;x</pre>', '<pre>x</pre>'],
  ['a line feed at the beginning of a text field', '<textarea>\n\n x</textarea>', '<textarea>\n\n x</textarea>'],
  ['a line feed at the beginning of an old text', '<xmp>\nx</xmp>', '<pre>\n\nx</pre>'],
  ['a carriage return as a reference', 'a&#13;b', 'a\nb'],
  ['a null character', 'a\0b', 'ab'],
  ['half a character', 'a\ud800b'],
  ['references without a semicolon', '<p>&copy &lt;&amp;nbsp;</p>', '<p>© &lt;&amp;nbsp;</p>'],
  [
    'an end tag in an attribute',
    '<svg><style></style><a id="</style><img src=x>"></a></svg>',
    '<svg><style></style><a id="&lt;/style&gt;&lt;img src=x&gt;"></a></svg>',
  ],
  ['CDATA in a drawing', '<svg><text><![CDATA[<iframe>]]></text></svg>', '<svg><text>&lt;iframe&gt;</text></svg>'],
  ['CDATA in HTML, which is a comment', 'a<![CDATA[<b>]]>c', 'a]]&gt;c'],
  ['a custom element', '<x-y a="1">z</x-y>'],
  ['a canvas, whose content shows without scripts', '<canvas>x</canvas>'],
  ['a dialog, details and a slot', '<dialog open="">x</dialog><details open="">y</details><slot>z</slot>'],
  ['a drawing with HTML in it', '<svg><foreignObject><div><p>x</p></div></foreignObject></svg>'],
  ['a formula', '<math><mfrac><mi>x</mi><mn>2</mn></mfrac></math>'],
);

export const MARKUP_CASES: readonly PolicyCase[] = [REFUSED, REMOVED, REMOVED_FROM_HEAD, LINKS, ODD].flat();
