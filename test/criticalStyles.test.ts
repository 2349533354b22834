import { expect, it } from 'vitest'
import { criticalStyles } from '../tools/build/criticalStyles.ts'

it('the page inlines the styles of its prerendered screens, and leaves the rest to the style sheet', () => {
  const sheet =
    ':root{--ink:#000;--unread:#111}*,:before{margin:0}.page{cursor:pointer;color:var(--ink);transition:color 1s}.page:hover,.lot{top:0}.page h1,.gone h1{left:0}' +
    '.page:not(.gone,.page){right:0}@media (min-width:960px){.page{top:1px}.gone{top:2px}}@media (max-width:9px){.gone{top:2px}@container (min-width:9em){.gone{top:4px}.page{top:5px}}}' +
    '@media (forced-colors:active){.page{top:3px}}@keyframes turn{0%{top:0}to{top:1px}}@keyframes go{to{top:2px}}.page i{animation:1s turn}.gone{animation:1s go}'
  expect(criticalStyles(sheet, ['<div class="page first">', '<i class="other">'])).toBe(
    ':root{--ink:#000;}*,:before{margin:0}.page{color:var(--ink);}.page h1{left:0}' +
      '@media (min-width:960px){.page{top:1px}}@media (max-width:9px){@container (min-width:9em){.page{top:5px}}}@keyframes turn{0%{top:0}to{top:1px}}.page i{animation:1s turn}',
  )
})
