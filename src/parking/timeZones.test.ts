import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { timeZoneOfCity } from './timeZones.ts'

const csv = readFileSync(new URL('../../db/data/municipalities.csv', import.meta.url), 'utf8')
const cities = csv
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','))
  .map(([id, name = '', state = '']) => ({ id: Number(id), name, state }))

const zoneOf = (name: string, state: string) => {
  const city = cities.find((known) => known.name === name && known.state === state)
  return city === undefined ? `no ${name}` : timeZoneOfCity(city)
}

it.each([
  ['Manaus', 'AM', 'America/Manaus'],
  ['Parintins', 'AM', 'America/Manaus'],
  ['Tabatinga', 'AM', 'America/Rio_Branco'],
  ['Eirunepé', 'AM', 'America/Rio_Branco'],
  ['Boca do Acre', 'AM', 'America/Rio_Branco'],
  ['Guajará', 'AM', 'America/Rio_Branco'],
  ['Guajará-Mirim', 'RO', 'America/Manaus'],
  ['Rio Branco', 'AC', 'America/Rio_Branco'],
  ['Rio Branco', 'MT', 'America/Cuiaba'],
  ['Porto Velho', 'RO', 'America/Manaus'],
  ['Boa Vista', 'RR', 'America/Manaus'],
  ['Cuiabá', 'MT', 'America/Cuiaba'],
  ['Campo Grande', 'MS', 'America/Cuiaba'],
  ['Belém', 'PA', 'America/Sao_Paulo'],
  ['Santarém', 'PA', 'America/Sao_Paulo'],
  ['Fernando de Noronha', 'PE', 'America/Noronha'],
  ['Recife', 'PE', 'America/Sao_Paulo'],
  ['Tabatinga', 'SP', 'America/Sao_Paulo'],
  ['Brasília', 'DF', 'America/Sao_Paulo'],
])('%s - %s: %s', (name, state, zone) => {
  expect(zoneOf(name, state)).toBe(zone)
})

it('thirteen municipalities of Amazonas have the hour of Acre', () => {
  const west = cities.filter((city) => city.state === 'AM' && timeZoneOfCity(city) === 'America/Rio_Branco')
  expect(west).toHaveLength(13)
})
