import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// Told nothing, the reader fetches its wasm from a CDN.
const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer } })

/** The text of the QR code that stands on the screen, read from its picture as a gate's camera does. */
export async function codeOnScreen(page: Page): Promise<string> {
  const [code, ...others] = await readBarcodes(await page.screenshot(), { formats: ['QRCode'] })
  if (!code || others.length > 0) throw new Error(`${others.length + (code ? 1 : 0)} QR codes on the screen`)
  return code.text
}
