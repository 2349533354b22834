import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { cepTimeoutMs, withCooldown, viaCepSource } from './cepSource.ts'
import { listen } from '#test/support/wire/listen.ts'

let standIn: Server | null = null
afterEach(() => {
  standIn?.closeAllConnections()
  standIn?.close()
  standIn = null
})

/** Returns its address. */
async function startStandIn(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  standIn = server
  const port = await listen(server)
  return `http://127.0.0.1:${port}`
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
  test('sends its request and parses its answer', async () => {
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
  test.each<[string, object, object | null]>([
    ['longer than its field', { logradouro: 'a'.repeat(121), bairro: 'b'.repeat(61) }, {}],
    ['of blanks', { logradouro: ' \t ', bairro: '  ' }, {}],
    ['with control characters', { logradouro: 'Praça\0da Sé', bairro: 'S\u001bé' }, {}],
    ['in blanks', { logradouro: ' Praça da Sé ', localidade: ' São Paulo ' }, { street: 'Praça da Sé' }],
    ['with a control character in the city', { localidade: 'São\0Paulo' }, null],
    ['of blanks for a city', { localidade: ' ' }, null],
    ['of a state that is none', { uf: 'S\0' }, null],
  ])('a text %s: the rest of the answer is kept', async (_, nonsense, expected) => {
    const answer = JSON.stringify({ ...praca, logradouro: '', bairro: '', ...nonsense })
    const base = await startStandIn((_, response) => response.end(answer))
    const rest = { street: '', neighborhood: '', cityName: 'São Paulo', state: 'SP' }
    expect(await viaCepSource(base, 2000)('01001000')).toEqual(expected && { ...rest, ...expected })
  })
  test.each(['{"erro": true}', '{"erro": "true"}', JSON.stringify({ ...praca, erro: true })])(
    '%s: there is no such CEP',
    async (body) => {
      const base = await startStandIn((_, response) => response.end(body))
      expect(await viaCepSource(base, 2000)('01001000')).toBe('unknown')
    },
  )
  test.each<[string, RequestListener]>([
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
  test('no server: null', async () => {
    expect(await viaCepSource('http://127.0.0.1:9', 200)('01001000')).toBeNull()
  })
})

test('a source that fails three times in a row is skipped for half a minute', async () => {
  let now = new Date('2026-11-22T12:00:00Z')
  let asked = 0
  const silent = withCooldown(
    async () => {
      asked += 1
      return asked === 2 || asked > 6 ? 'unknown' : null
    },
    { now: () => now },
  )
  const after = async (ms: number) => {
    now = new Date(now.getTime() + ms)
    return [await silent('01001000'), asked]
  }
  expect(await after(0)).toEqual([null, 1])
  expect(await after(0)).toEqual(['unknown', 2])
  for (const count of [3, 4, 5]) expect(await after(0)).toEqual([null, count])
  expect(await after(29_000)).toEqual([null, 5])
  expect(await after(1_000)).toEqual([null, 6])
  expect(await after(29_000)).toEqual([null, 6])
  expect(await after(1_000)).toEqual(['unknown', 7])
  expect(await after(0)).toEqual(['unknown', 8])
  expect(cepTimeoutMs).toBeLessThan(1_500)
})
