import { call } from '#kit/web/call/call.ts'
import { onlyDigits } from '#kit/brazil.ts'
import { searchCities } from '../../contract.ts'
import { matchTypedCity } from './matchTypedCity.ts'

/** The id of a typed city, or '' where its name is ambiguous. Throws a `CallFailure`. */
export async function findTypedCity(typed: string, cep: string): Promise<string> {
  const digits = onlyDigits(cep)
  const near = digits.length === 8
  const { data } = await call(searchCities, { query: { q: typed, ...(near ? { cep: digits } : {}) } })
  const cities = data.map(({ id, text }) => ({ id: String(id), text }))
  return matchTypedCity(cities, typed, near)?.id ?? ''
}
