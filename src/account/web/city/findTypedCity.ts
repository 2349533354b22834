import { call } from '#kit/web/call/call.ts'
import { onlyDigits } from '#kit/brazil.ts'
import { searchCities } from '../../contract.ts'
import { matchTypedCity } from './matchTypedCity.ts'

/** The id of a city typed to its end before the list came, or '' where the list must tell. Throws a `CallFailure`. */
export async function findTypedCity(typed: string, cep: string): Promise<string> {
  const digits = onlyDigits(cep)
  const near = digits.length === 8
  const { data } = await call(searchCities, { query: { q: typed, ...(near ? { cep: digits } : {}) } })
  const cities = data.map(({ id, text }) => ({ id: String(id), text }))
  return matchTypedCity(cities, typed, near)?.id ?? ''
}
