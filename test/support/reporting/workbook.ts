import { inflateRawSync } from 'node:zlib'

/** A cell of a workbook: its text, or its number with the index of its style. */
type ReadCell = string | { readonly value: number; readonly style: number } | null

/** The rows of a workbook's only sheet, read without the library that wrote it. */
export function readSheet(file: Buffer): ReadCell[][] {
  const sheet = unzipped(file).get('xl/worksheets/sheet1.xml') ?? ''
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c\/>|<c( s="(\d+)")?( t="inlineStr")?>(.*?)<\/c>/gs)].map(
      ([, , style = '0', isText, inside = '']) => {
        if (inside === '') return null
        const text = inside.replace(/<[^>]+>/g, '')
        return isText ? unescaped(text) : { value: Number(text), style: Number(style) }
      },
    ),
  )
}

/** The files of an archive, by its central directory (APPNOTE.TXT 4.3.12). */
function unzipped(file: Buffer): Map<string, string> {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  const found = new Map<string, string>()
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset))
    const name = file.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const local = file.readUInt32LE(at + 42)
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const bytes = file.subarray(from, from + file.readUInt32LE(at + 20))
    const isDeflated = file.readUInt16LE(at + 10) === 8
    found.set(name, (isDeflated ? inflateRawSync(bytes) : bytes).toString('utf8'))
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (noteLength ?? 0)
  }
  return found
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (_, code?: string, name = '') =>
    code === undefined ? (entities[name] ?? '') : String.fromCodePoint(Number(code)),
  )
}
