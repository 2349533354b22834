import sax from 'sax'

type XmlReader = {
  /** Names are without their prefix. */
  readonly open?: (name: string, attribute: (name: string) => string | undefined) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
  readonly isDone?: () => boolean
}

const pieceBytes = 64 * 1024

/** Reads XML in UTF-8 in pieces until `isDone`. Throws where it is not well formed. */
export function readXml(content: Uint8Array, reader: XmlReader): void {
  const stream = sax.createStream(true)
  stream.on('opentag', ({ name, attributes }) => {
    const values: readonly (readonly [string, unknown])[] = Object.entries(attributes)
    reader.open?.(local(name), (wanted) => {
      const value = values.find(([key]) => local(key) === wanted)?.[1]
      return typeof value === 'string' ? value : undefined
    })
  })
  stream.on('text', (text) => reader.text?.(text))
  stream.on('cdata', (text) => reader.text?.(text))
  stream.on('closetag', (name) => reader.close?.(local(name)))
  for (let at = 0; at < content.length; at += pieceBytes) {
    stream.write(Buffer.from(content.subarray(at, at + pieceBytes)))
    if (reader.isDone?.() === true) return
  }
  stream.end()
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
