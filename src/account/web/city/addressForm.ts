import { normaliseCityName, parseCityAndState, spellingKey } from '../../cityName.ts'
import * as z from 'zod/mini'
import { optionalText } from '#kit/fields.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { addressData, searchCities } from '../../contract.ts'
import { call } from '#kit/web/call/call.ts'
import { onlyDigits } from '#kit/brazil.ts'

type CityOption = { readonly id: string; readonly text: string }

/** An ambiguous name selects the first city of a list sorted by the CEP (`near`), else none. */
export function matchTypedCity<T extends CityOption>(
  items: readonly T[],
  typed: string,
  near: boolean,
): T | undefined {
  const wanted = [{ name: normaliseCityName(typed), state: '' }, parseCityAndState(typed)].filter(
    ({ name }) => name !== '',
  )
  const namedBy = (key: (name: string) => string) =>
    items.filter(({ text }) => {
      const city = parseCityAndState(text)
      return wanted.some(
        ({ name, state }) => key(name) === key(city.name) && (state === '' || state === city.state),
      )
    })
  const exact = namedBy((name) => name)
  const named = exact.length > 0 ? exact : namedBy(spellingKey)
  return named.length === 1 || near ? named[0] : undefined
}

/** A city that was only typed needs no id, because `resolveTypedCity` finds it. */
export const addressSchema = z.pipe(
  z.transform((value: unknown) => {
    const isTyped = typeof value === 'object' && value !== null && Boolean(Reflect.get(value, 'cityText'))
    return isTyped && Reflect.get(value, 'gl_city_id') === '' ? { ...value, gl_city_id: '1' } : value
  }),
  z.extend(addressData, { cityText: optionalText() }),
)

type TypedCity = { gl_city_id: string; cityText: string; postalcode: string }

const chooseCityText = 'Escolha a cidade na lista.'

/** Adds the id of a typed city. Throws a `CallFailure`, with 422 at the city for an ambiguous name. */
export async function resolveTypedCity<T extends TypedCity>(entry: T): Promise<T> {
  if (entry.gl_city_id !== '') return entry
  const found = await findTypedCity(entry.cityText, entry.postalcode)
  if (found !== '') return { ...entry, gl_city_id: found }
  throw new CallFailure({
    status: 422,
    code: 'invalid',
    message: chooseCityText,
    errors: { gl_city_id: [chooseCityText] },
  })
}

async function findTypedCity(typed: string, cep: string): Promise<string> {
  const digits = onlyDigits(cep)
  const near = digits.length === 8
  const { data } = await call(searchCities, { query: { q: typed, ...(near ? { cep: digits } : {}) } })
  const cities = data.map(({ id, text }) => ({ id: String(id), text }))
  return matchTypedCity(cities, typed, near)?.id ?? ''
}
