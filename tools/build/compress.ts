import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const texts = new Set(['.js', '.css', '.html', '.svg', '.json'])

/** Writes `.br` and `.gz` beside text files that gain from it. */
export function compressAll(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) compressAll(path)
    else if (texts.has(extname(name)) && !name.startsWith('.')) compressFile(path)
  }
}

function compressFile(path: string): void {
  const bytes = readFileSync(path)
  if (bytes.length < 256) return
  writeFileSync(`${path}.br`, brotli(bytes))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}

/** The size sent to browsers with brotli. */
export function brotli(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
}
