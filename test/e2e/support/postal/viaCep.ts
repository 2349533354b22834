import { createServer } from 'node:http'

const nothing = { logradouro: '', bairro: '' }
/** Answers for a street, a city whose CEP has no street, and none for others. */
const known = new Map([
  ['80020310', { logradouro: 'Rua Doutor Muricy', bairro: 'Centro', localidade: 'Curitiba', uf: 'PR' }],
  ['80010000', { ...nothing, localidade: 'Curitiba', uf: 'PR' }],
])

const server = createServer((request, response) => {
  const cep = /^\/ws\/(\d{8})\/json\/$/.exec(request.url ?? '')?.[1] ?? ''
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(known.get(cep) ?? { erro: 'true' }))
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
// The test run has ended.
process.once('disconnect', () => process.exit(0))
