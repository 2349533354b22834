import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { createHttpClient } from './httpClient.ts'
import { listen } from '#test/support/wire/listen.ts'

let close: (() => Promise<void>) | null = null
afterEach(() => close?.())

async function serve(answer: RequestListener) {
  let lines = 0
  const server = createServer(answer).on('connection', () => (lines += 1))
  const port = await listen(server)
  close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url: new URL(`http://127.0.0.1:${port}/1/sales/`), lines: () => lines }
}

const http = createHttpClient({ keepAlive: true })
const call = { headers: { MerchantId: 'm' }, timeoutMs: 5_000 }
const post = { ...call, method: 'POST', body: '["é"]' }
const get = { ...call, method: 'GET', body: null }

const echo: RequestListener = (request, response) => {
  const parts: string[] = []
  request.on('data', (part) => parts.push(String(part)))
  request.on('end', () => response.writeHead(201).end(JSON.stringify([request.method, ...parts])))
}

it('consecutive calls use one connection', async () => {
  const { url, lines } = await serve(echo)
  const answer = { status: 201, isEmpty: false }
  expect(await http({ ...post, url })).toEqual({ ...answer, body: ['POST', '["é"]'] })
  expect(await http({ ...post, url, method: 'PUT', body: '' })).toEqual({ ...answer, body: ['PUT'] })
  expect(await http({ ...get, url })).toEqual({ ...answer, body: ['GET'] })
  expect(lines()).toBe(1)
})

it('an answer that does not begin or end in time counts as no answer', async () => {
  const { url } = await serve((request, response) => {
    if (request.method === 'POST') response.writeHead(201, { 'content-length': 9 }).write('half')
  })
  const none = { status: null, detail: 'no answer in time', sent: true }
  expect(await http({ ...post, url, timeoutMs: 50 })).toMatchObject({ status: null })
  expect(await http({ ...get, url, timeoutMs: 50 })).toEqual(none)
})

it('an endless answer counts as no answer', async () => {
  const { url } = await serve((_request, response) => response.end('x'.repeat(4_000_001)))
  expect(await http({ ...post, url })).toMatchObject({ status: null, detail: 'answer too long' })
})

it('an incomplete answer counts as no answer, and a redirect is not followed', async () => {
  const { url, lines } = await serve((request, response) => {
    if (request.method === 'GET') response.writeHead(302, { location: '/elsewhere' }).end('moved')
    else response.writeHead(201, { 'content-length': 9 }).write('half', () => response.destroy())
  })
  expect(await http({ ...post, url })).toMatchObject({ status: null, detail: 'ECONNRESET' })
  expect(await http({ ...get, url })).toEqual({ status: 302, body: null, isEmpty: false })
  expect(lines()).toBe(2)
})
