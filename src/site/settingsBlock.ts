import { defaultPageSettings } from './pageSettings.ts'
import type { PageSettings } from './pageSettings.ts'
import { paletteOf } from './palette.ts'

/**
 * The settings as the page carries them: those that are not the defaults, which every page knows, and what the operator's
 * colours become, since they count before the first paint.
 */
export function settingsBlock(settings: PageSettings): string {
  const defaults = new Map<string, unknown>(Object.entries(defaultPageSettings))
  const own = Object.entries(settings).filter(([name, value]) => defaults.get(name) !== value)
  const block = { ...Object.fromEntries(own), colors: paletteOf(settings) }
  const json = JSON.stringify(block).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="page-settings">${json}</script>`
}
