import { defaultPageSettings, type PageSettings } from './pageSettings.ts'
import { operatorPalette } from './palette.ts'

/** The settings that are not defaults, and the palette for the first paint. */
export function settingsBlock(settings: PageSettings): string {
  const defaults = new Map<string, unknown>(Object.entries(defaultPageSettings))
  const own = Object.entries(settings).filter(([name, value]) => defaults.get(name) !== value)
  const block = { ...Object.fromEntries(own), colors: operatorPalette(settings) }
  const json = JSON.stringify(block).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="page-settings">${json}</script>`
}
