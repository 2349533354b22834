// Writes db/data/municipalities.csv from the npm package municipios-brasil (db/data/README.md).
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { meta, municipios } from 'municipios-brasil/dados'

const leastKnown = 5570
const file = fileURLToPath(new URL('../db/data/municipalities.csv', import.meta.url))
const rows = municipios
  .map(({ codigoIbge, nome, uf }) => ({ id: codigoIbge, name: nome.normalize('NFC').trim(), state: uf }))
  .toSorted((a, b) => a.id - b.id)
const odd = rows.filter(({ name }) => !/^[\p{L}][\p{L} '()-]*$/u.test(name))
if (rows.length < leastKnown || odd.length > 0) {
  throw new Error(
    `${rows.length} municipalities; names to look at: ${odd.map(({ name }) => name).join('; ')}`,
  )
}
writeFileSync(
  file,
  `id,name,state\n${rows.map(({ id, name, state }) => `${id},${name},${state}\n`).join('')}`,
)
console.log(`${rows.length} municipalities, captured ${meta.dataCaptura.slice(0, 10)}, written to ${file}`)
