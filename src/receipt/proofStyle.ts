import type { Markup } from '#kit/markup.ts'

/** /r/ loads nothing; the style's hash is in the page's policy. Tokens: docs/design.md. */
export const proofStyle: Markup = {
  html: `
:root{color-scheme:light dark;--ink:#10182b;--soft:#4a556e;--paper:#fff;--ground:#f2f5fb;--sign:#0b57d0;--go:#0a7a4b;--warn:#9a5b00;--stop:#b3261e;--line:#d5dce9;--drop:0 2px 10px #10182b1f}
@media(prefers-color-scheme:dark){:root{--ink:#eef2fa;--soft:#a9b4c9;--paper:#18213a;--ground:#0b1120;--sign:#8ab4ff;--go:#5fd39a;--warn:#ffc46b;--stop:#ff8a80;--line:#2c3857;--drop:none}}
*{box-sizing:border-box;margin:0}
body{background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}
main{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem;max-width:27.5rem;margin:0 auto;padding:20px 16px 32px;overflow-wrap:anywhere}
h1{font-size:min(1.375rem,9.5vw);line-height:1.2}
.soft{color:var(--soft);font-size:.875rem}
.ticket{--tone:var(--go);filter:drop-shadow(var(--drop))}
.warn{--tone:var(--warn)}.stop{--tone:var(--stop)}
.stub,.body{padding:1.25rem;background-repeat:no-repeat;background-size:100% 5px,51% 100%,51% 100%}
.stub{border-radius:14px 14px 0 0;background-image:linear-gradient(var(--tone),var(--tone)),radial-gradient(circle at 0 100%,transparent 11px,var(--paper) 11.5px),radial-gradient(circle at 100% 100%,transparent 11px,var(--paper) 11.5px);background-position:0 0,0 0,100% 0}
.body{position:relative;display:grid;grid-template-columns:minmax(0,1fr);gap:1rem;border-radius:0 0 14px 14px;background-size:51% 100%;background-image:radial-gradient(circle at 0 0,transparent 11px,var(--paper) 11.5px),radial-gradient(circle at 100% 0,transparent 11px,var(--paper) 11.5px);background-position:0 0,100% 0}
.body::before{content:'';position:absolute;top:-1px;left:19px;right:19px;border-top:2px dashed var(--line)}
.code{font-size:1.375rem;font-weight:650;line-height:1.3}
.stamp{justify-self:center;display:flex;align-items:center;gap:.5em;margin:.25rem 0;padding:.45em .7em;border:4px double var(--tone);border-radius:10px;color:var(--tone);font-size:1.125rem;font-weight:800;line-height:1.3;letter-spacing:.03em;text-align:center;transform:rotate(-2deg);overflow-wrap:normal}
.stamp svg{flex:none;width:1.25em;height:1.25em;fill:none;stroke:currentColor;stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round}
.pair{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:end;gap:.75rem 1rem}
.pair span{display:block}
.big{font-size:2rem;font-weight:700;line-height:1.1;white-space:nowrap}
.until .big{color:var(--go)}
.warn .until .big{color:var(--ink)}
dl{display:grid;gap:.25rem;padding-top:.75rem;border-top:1px solid var(--line)}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem}
dt{color:var(--soft)}
dd{margin-left:auto;font-weight:600;text-align:right}
.checked{font-weight:600}
a{color:var(--sign);display:inline-block;padding:.75rem 0;min-height:44px}
a:focus-visible{outline:3px solid var(--sign);outline-offset:2px;border-radius:4px}
nav{display:flex;flex-wrap:wrap;gap:0 1.5rem}
@media(max-width:15em){.stamp{transform:none;font-size:.9375rem;padding:.4em 8px;letter-spacing:0;flex-wrap:wrap;justify-content:center}.stub,.body{padding:16px 14px}.big{font-size:1.5rem}}
@media(forced-colors:active){.ticket{border:1px solid CanvasText;border-radius:14px;filter:none}}
@media print{body{background:none}nav{display:none}.ticket{filter:none;border:1px solid #999;border-radius:14px}}
`,
}
