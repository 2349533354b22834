import { Unzip, UnzipInflate } from 'fflate'

export const maxUnpackedBytes = 50 * 1024 * 1024

/** Small enough that one piece of a hostile file unpacks to 4 MB at most. */
const pieceBytes = 4 * 1024

export class TooLargeUnpacked extends Error {}

export type ZipParts = {
  /** Names of all files. */
  readonly names: readonly string[]
  readonly parts: ReadonlyMap<string, Uint8Array>
}

/** Unpacks the wanted files; counts bytes as they come, because a header can lie. */
export function unzipParts(content: Uint8Array, isWanted: (name: string) => boolean): ZipParts {
  const names: string[] = []
  const found = new Map<string, Uint8Array[]>()
  let total = 0
  const unzip = new Unzip((file) => {
    names.push(file.name)
    if (!isWanted(file.name)) return
    const chunks: Uint8Array[] = []
    found.set(file.name, chunks)
    file.ondata = (error, chunk) => {
      if (error) throw error
      total += chunk.length
      if (total > maxUnpackedBytes) throw new TooLargeUnpacked()
      chunks.push(chunk)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < content.length; at += pieceBytes)
    unzip.push(content.subarray(at, at + pieceBytes), at + pieceBytes >= content.length)
  return { names, parts: new Map([...found].map(([name, chunks]) => [name, Buffer.concat(chunks)])) }
}
