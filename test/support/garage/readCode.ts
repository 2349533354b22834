import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes, type ReadInputBarcodeFormat } from 'zxing-wasm/reader'

// By default the reader fetches its wasm from a CDN.
const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer } })

/** The text of the only code of this kind in a picture (PNG, or pixels), read as a gate's camera does. */
export async function readCode(
  picture: Uint8Array | ImageData,
  format: ReadInputBarcodeFormat = 'QRCode',
): Promise<string> {
  const [code, ...others] = await readBarcodes(picture, { formats: [format] })
  if (!code || others.length > 0)
    throw new Error(`${others.length + (code ? 1 : 0)} codes (${format}) to read`)
  return code.text
}
