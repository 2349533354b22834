// Draws src/app/web/icon.svg as the icons of the installed portal: node tools/icons.ts, after a change of the drawing.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { findChromium } from './steps/chromium.ts'

const web = fileURLToPath(new URL('../src/app/web', import.meta.url))
const rounded = readFileSync(join(web, 'icon.svg'), 'utf8')
/** Its ground has no corners, and the drawing stays in the middle circle of 80 %. */
const maskable = rounded
  .replace('viewBox="0 0 32 32"', 'viewBox="-2 -2 36 36"')
  .replace('<rect width="32" height="32" rx="9"', '<rect x="-2" y="-2" width="36" height="36"')

/** iOS rounds the corners itself. */
const touch = rounded.replace(' rx="9"', '')
const icons = [
  { name: 'touch-180.png', size: 180, drawing: touch },
  { name: 'icon-192.png', size: 192, drawing: rounded },
  { name: 'icon-512.png', size: 512, drawing: rounded },
  { name: 'maskable-512.png', size: 512, drawing: maskable },
]

const browser = await chromium.launch({ executablePath: findChromium() })
for (const { name, size, drawing } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${drawing}`)
  writeFileSync(join(web, 'icons', name), await page.screenshot({ omitBackground: true }))
}
await browser.close()
