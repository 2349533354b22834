import { createServer } from 'node:http'

const nothing = { logradouro: '', bairro: '' }
/** What the stand-in knows: a street, a city whose CEP names no street, and nothing else. */
const known = new Map([
  ['80020310', { logradouro: 'Rua Doutor Muricy', bairro: 'Centro', localidade: 'Curitiba', uf: 'PR' }],
  ['80010000', { ...nothing, localidade: 'Curitiba', uf: 'PR' }],
])

/** A stand-in for the postal code service (`CEP_URL`), on any free port. */
export async function startPostalService(): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const cep = /^\/ws\/(\d{8})\/json\/$/.exec(request.url ?? '')?.[1] ?? ''
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(known.get(cep) ?? { erro: 'true' }))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  server.unref()
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${address.port}`, stop }
}
