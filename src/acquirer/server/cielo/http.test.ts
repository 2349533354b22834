import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { sendRequest } from './http.ts'

let close: (() => Promise<void>) | null = null
afterEach(() => close?.())

async function serve(answer: RequestListener) {
  let lines = 0
  const server = createServer(answer).on('connection', () => (lines += 1))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${address.port}/1/sales/`, lines: () => lines }
}

const post = { method: 'POST', headers: { MerchantId: 'm' }, body: '{"é":1}', timeoutMs: 5_000 }

const echo: RequestListener = (request, response) => {
  const parts: string[] = []
  request.on('data', (part) => parts.push(String(part)))
  request.on('end', () => response.writeHead(201).end(`${request.method} ${parts.join('')}`))
}

it('consecutive calls use one connection', async () => {
  const { url, lines } = await serve(echo)
  expect(await sendRequest(url, post)).toEqual({ status: 201, text: 'POST {"é":1}' })
  expect(await sendRequest(url, { ...post, method: 'PUT', body: '' })).toEqual({ status: 201, text: 'PUT ' })
  expect(await sendRequest(url, { ...post, method: 'GET' })).toEqual({ status: 201, text: 'GET ' })
  expect(lines()).toBe(1)
})

it('an answer that does not begin or end in time throws', async () => {
  const { url } = await serve((request, response) => {
    if (request.method === 'POST') response.writeHead(201, { 'content-length': 9 }).write('half')
  })
  await expect(sendRequest(url, { ...post, timeoutMs: 50 })).rejects.toThrow(/no answer in 50 ms|aborted/)
  await expect(sendRequest(url, { ...post, method: 'GET', timeoutMs: 50 })).rejects.toThrow(
    'no answer in 50 ms',
  )
})

it('an endless answer throws', async () => {
  const { url } = await serve((_request, response) => response.end('x'.repeat(1_000_001)))
  await expect(sendRequest(url, post)).rejects.toThrow('an answer without end')
})

it('an incomplete answer throws, and a redirect is not followed', async () => {
  const { url, lines } = await serve((request, response) => {
    if (request.method === 'GET') response.writeHead(302, { location: '/elsewhere' }).end('moved')
    else response.writeHead(201, { 'content-length': 9 }).write('half', () => response.destroy())
  })
  await expect(sendRequest(url, post)).rejects.toThrow('aborted')
  expect(await sendRequest(url, { ...post, method: 'GET' })).toEqual({ status: 302, text: 'moved' })
  expect(lines()).toBe(2)
})
