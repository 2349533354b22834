import type { PageSettings } from './pageSettings.ts'
import { paletteOf } from './palette.ts'

/** The settings as the page carries them, with what the operator's colours become: before its first paint they count. */
export function settingsBlock(settings: PageSettings): string {
  const json = JSON.stringify({ ...settings, colors: paletteOf(settings) }).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="page-settings">${json}</script>`
}
