import { accessSync, constants } from 'node:fs'
import { packagedChromium } from './packagedChromium.ts'

/** The headless shell comes first: it takes a third less CPU. */
const defaultPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** CHROMIUM, else the usual paths, else the browser that the packages bring. Throws when there is none. */
export function findChromium(): string {
  const named = process.env['CHROMIUM']
  const places = named ? [named] : defaultPaths
  const found = places.find(isProgram) ?? (named ? undefined : packagedChromium())
  if (found) return found
  throw new Error(`no Chromium at ${places.join(', ')}: set CHROMIUM to the path of a Chromium or Chrome`)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
