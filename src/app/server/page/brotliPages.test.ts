import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { BrotliPages } from './brotliPages.ts'

const html = (n: number) => `<p class="line">${'estacionamento '.repeat(n)}</p>`

it('every visit has its own head, and the rest is compressed once', async () => {
  const pages = new BrotliPages()
  const rest = html(400)
  for (const head of ['<head>token-of-ana;estacionamento">', '<head>token-of-bia;<p class="line">">']) {
    const sent = await pages.compress(head, rest)
    expect(sent && brotliDecompressSync(sent).toString()).toBe(head + rest)
    expect(sent?.length).toBeLessThan(head.length + 80)
  }
  // Another rest or another length is compressed again.
  const longer = await pages.compress('<head>a token that is longer">', html(3))
  expect(longer && brotliDecompressSync(longer).toString()).toBe(`<head>a token that is longer">${html(3)}`)
})

it('an empty head is not compressed', async () => {
  expect(await new BrotliPages().compress('', html(1))).toBeNull()
})
