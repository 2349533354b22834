import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { JoinedPages } from './joined.ts'

const html = (n: number) => `<p class="line">${'estacionamento '.repeat(n)}</p>`

it('every visit gets its own beginning and the same rest, compressed once', async () => {
  const pages = new JoinedPages()
  const rest = html(400)
  for (const head of ['<head>token-of-ana;estacionamento">', '<head>token-of-bia;<p class="line">">']) {
    const sent = await pages.compress(head, rest)
    expect(sent && brotliDecompressSync(sent).toString()).toBe(head + rest)
    expect(sent?.length).toBeLessThan(head.length + 80)
  }
  // Another rest, another length of what comes before: compressed anew.
  const longer = await pages.compress('<head>a token that is longer">', html(3))
  expect(longer && brotliDecompressSync(longer).toString()).toBe(`<head>a token that is longer">${html(3)}`)
})

it('joins nothing to a beginning that there is not', async () => {
  expect(await new JoinedPages().compress('', html(1))).toBeNull()
})
