/** The style of the operator's pages: light and dark, from a phone to a wall. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --page: #f4f6f6; --card: #fff; --text: #16201f; --soft: #5d6b6a; --line: #dfe5e4; --track: #e6ecec;
  --accent: #0b7a75; --good: #12805c; --warn: #9a6700; --bad: #c0322b;
  --good-tint: #e4f4ec; --warn-tint: #fdf3d8; --bad-tint: #fde8e6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1515; --card: #182020; --text: #e8efee; --soft: #93a3a1; --line: #2a3534; --track: #26302f;
    --accent: #4fd1c5; --good: #5fd3a4; --warn: #e9bd55; --bad: #ff8a80;
    --good-tint: #14291f; --warn-tint: #2b2411; --bad-tint: #331a19;
  }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif }
a { color: var(--accent); text-decoration: none } a:hover { text-decoration: underline }
.frame { max-width: 75rem; margin: 0 auto; padding: 0 1.25rem }
header { background: var(--card); border-bottom: 1px solid var(--line) }
header .frame { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.5rem; min-height: 3.5rem; padding-top: .5rem; padding-bottom: .5rem }
.brand { display: flex; align-items: center; gap: .6rem; font-weight: 650; font-size: 1.05rem; color: var(--text) }
.brand img { width: 1.5rem; height: 1.5rem; display: block }
nav { display: flex; gap: 1.1rem; flex: 1 } nav a[aria-current] { color: var(--text); font-weight: 600 }
button { font: inherit; border: 1px solid var(--line); border-radius: 7px; background: transparent; color: var(--text); padding: .3rem .8rem; cursor: pointer }
button:hover { border-color: var(--accent) }
main.frame { padding-top: 1.25rem; padding-bottom: 2rem }
.lost main { opacity: .45 }
.banner { border-radius: 10px; padding: .75rem 1rem; margin: 0 0 1rem; font-weight: 550; border: 1px solid transparent }
.banner p { margin: 0 } .banner p + p { margin-top: .3rem }
.banner.good { background: var(--good-tint); color: var(--good) } .banner.warn { background: var(--warn-tint); color: var(--warn) } .banner.bad { background: var(--bad-tint); color: var(--bad) }
.banner p::before { content: "●"; margin-right: .55rem } .banner .bad { color: var(--bad) } .banner .warn { color: var(--warn) }
#lost { background: var(--bad); color: #fff; text-align: center; padding: .5rem 1rem; font-weight: 600 } #lost[hidden] { display: none }
@media (prefers-color-scheme: dark) { #lost { color: #2a0f0d } }
.cards { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: .8rem; margin-bottom: .8rem }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .85rem 1rem; min-width: 0 }
.card h2, .card dt { margin: 0; font-size: .8rem; font-weight: 550; color: var(--soft) }
.card .big { font-size: 1.95rem; font-weight: 620; line-height: 1.25; letter-spacing: -.02em; font-variant-numeric: tabular-nums; white-space: nowrap }
.card .big small { font-size: 1rem; font-weight: 500; color: var(--soft); letter-spacing: 0; margin-left: .2rem }
.card .note { color: var(--soft); font-size: .85rem; font-variant-numeric: tabular-nums }
.wide { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: .8rem; margin-bottom: .8rem }
.wide .card h2 { font-size: .95rem; color: var(--text); margin-bottom: .6rem; font-weight: 600 }
svg.chart { display: block; width: 100%; height: 6rem; fill: var(--accent) } svg .base { fill: var(--track) }
.axis { display: flex; justify-content: space-between; color: var(--soft); font-size: .78rem; margin-top: .25rem }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th { text-align: left; font-size: .78rem; font-weight: 550; color: var(--soft) } th, td { padding: .4rem .9rem .4rem 0; white-space: nowrap; vertical-align: middle }
td { border-top: 1px solid var(--line) } td.text { white-space: normal; color: var(--soft); width: 100%; min-width: 14rem } td.number, th.number { text-align: right }
code { font: .88em ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace }
.dot::before { content: ""; display: inline-block; width: .55rem; height: .55rem; border-radius: 50%; background: var(--good); margin-right: .5rem } .dot.calm::before { background: var(--soft) } .dot.warn::before { background: var(--warn) } .dot.bad::before { background: var(--bad) }
meter { width: 5rem; height: .7rem; vertical-align: middle; margin-right: .5rem; appearance: none; background: var(--track); border: 0; border-radius: 4px; overflow: hidden }
meter::-webkit-meter-bar { background: var(--track); border: 0; border-radius: 4px; height: .7rem } meter::-webkit-meter-optimum-value, meter::-webkit-meter-suboptimum-value, meter::-webkit-meter-even-less-good-value { background: var(--accent) } meter::-moz-meter-bar { background: var(--accent) }
dl { margin: 0; display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.2rem } .card dt { font-size: .9rem; font-weight: 400 } dd { margin: 0; font-variant-numeric: tabular-nums }
.none { color: var(--soft); margin: 0 }
footer { color: var(--soft); font-size: .85rem }
.login { max-width: 24rem; margin: 12vh auto 0; padding: 0 1.25rem }
.login .card { padding: 1.75rem } .login h1 { display: flex; align-items: center; gap: .7rem; font-size: 1.3rem; margin: 0 0 1.2rem } .login h1 img { width: 2rem; height: 2rem }
.login label { display: block; font-weight: 550; margin-bottom: .35rem }
.login input { font: inherit; width: 100%; padding: .55rem .7rem; border: 1px solid var(--line); border-radius: 7px; background: var(--page); color: var(--text) }
.login input:focus-visible, button:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px }
.login button { width: 100%; margin-top: 1rem; padding: .55rem; background: var(--accent); border-color: var(--accent); color: #fff; font-weight: 600 }
@media (prefers-color-scheme: dark) { .login button { color: #06201e } }
.login .note { color: var(--soft); font-size: .88rem; margin: 1rem 0 0 } .login .problem { color: var(--bad); font-weight: 550; margin: 0 0 1rem }
@media (max-width: 40rem) { nav { order: 1; flex-basis: 100% } header form { margin-left: auto } th.text, td.text { display: none } .cards { grid-template-columns: repeat(2, minmax(0, 1fr)) } .card .big { font-size: 1.6rem } .frame { padding-left: .9rem; padding-right: .9rem } }
`;
