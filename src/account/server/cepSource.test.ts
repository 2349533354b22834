import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { viaCepSource } from './cepSource.ts'

let standIn: Server | null = null
afterEach(() => {
  standIn?.closeAllConnections()
  standIn?.close()
  standIn = null
})

/** A local stand-in for ViaCEP; answers its address. */
async function startStandIn(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  standIn = server
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

const praca = {
  cep: '01001-000',
  logradouro: 'Praça da Sé',
  complemento: 'lado ímpar',
  bairro: 'Sé',
  localidade: 'São Paulo',
  uf: 'SP',
  ibge: '3550308',
}

describe('ViaCEP', () => {
  test('asks its wire and reads its answer', async () => {
    const asked: (string | undefined)[] = []
    const base = await startStandIn((request, response) => {
      asked.push(request.url)
      response.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify(praca))
    })
    const found = await viaCepSource(`${base}/`, 2000)('01001000')
    expect(found).toEqual({ street: 'Praça da Sé', neighborhood: 'Sé', cityName: 'São Paulo', state: 'SP' })
    expect(asked).toEqual(['/ws/01001000/json/'])
  })
  test('a town with one CEP has no street', async () => {
    const town = { ...praca, logradouro: '', bairro: '', localidade: 'Morretes', uf: 'PR' }
    const base = await startStandIn((_, response) => response.end(JSON.stringify(town)))
    expect(await viaCepSource(base, 2000)('83350000')).toMatchObject({ street: '', cityName: 'Morretes' })
  })
  test.each<[string, RequestListener]>([
    ['unknown', (_, response) => response.end('{"erro": true}')],
    ['unknown, said as a text', (_, response) => response.end('{"erro": "true"}')],
    ['unknown beside fields', (_, response) => response.end(JSON.stringify({ ...praca, erro: true }))],
    ['status 500', (_, response) => response.writeHead(500).end(JSON.stringify(praca))],
    ['status 400 in HTML', (_, response) => response.writeHead(400).end('<h1>Bad Request</h1>')],
    ['not JSON', (_, response) => response.end('<html>')],
    ['another form', (_, response) => response.end('[]')],
    ['empty', (_, response) => response.end()],
    ['dropped', (request) => request.socket.destroy()],
    ['silent', () => {}],
    ['stuck in the body', (_, response) => response.write('{"cep":')],
  ])('%s: null, no throw', async (_, listener) => {
    const base = await startStandIn(listener)
    expect(await viaCepSource(base, 200)('01001000')).toBeNull()
  })
  test('nobody there: null', async () => {
    expect(await viaCepSource('http://127.0.0.1:9', 200)('01001000')).toBeNull()
  })
})
