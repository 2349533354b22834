import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inPieces } from './inPieces.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function* fileOf(...chunks: (string | Uint8Array)[]) {
  yield* chunks
}

it('keeps every byte, at most 64 KB at a time', async () => {
  const long = 'çã'.repeat(50_000)
  const pieces: Uint8Array[] = []
  for await (const piece of inPieces(fileOf('a;b', long, Buffer.from('end')), 30_000, () => {}))
    pieces.push(piece)
  expect(Buffer.concat(pieces).toString()).toBe(`a;b${long}end`)
  expect(Math.max(...pieces.map(({ length }) => length))).toBe(65_536)
})

it('a reader that takes a piece every 29 s is slow, one that takes none for 30 s has left', async () => {
  const left = vi.fn()
  const pieces = inPieces(fileOf('x'.repeat(300_000)), 30_000, left)
  for (let n = 0; n < 3; n += 1) {
    await pieces.next()
    vi.advanceTimersByTime(29_000)
  }
  expect(left).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(left).toHaveBeenCalledTimes(1)
  await pieces.return(undefined)
  vi.advanceTimersByTime(60_000)
  expect(left).toHaveBeenCalledTimes(1)
})
