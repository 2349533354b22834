import { citySearch, splitCity } from '../../cityName.ts'

type Listed = { readonly id: string; readonly text: string }

/** An ambiguous name selects the first of a list sorted by the CEP (`near`), else none. */
export function matchTypedCity<T extends Listed>(
  items: readonly T[],
  typed: string,
  near: boolean,
): T | undefined {
  const wanted = [{ name: citySearch(typed), state: '' }, splitCity(typed)].filter(({ name }) => name !== '')
  const named = items.filter(({ text }) => {
    const city = splitCity(text)
    return wanted.some(({ name, state }) => name === city.name && (state === '' || state === city.state))
  })
  return named.length === 1 || near ? named[0] : undefined
}
