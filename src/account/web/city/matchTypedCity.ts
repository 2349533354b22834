import { searchable } from '#kit/brazil.ts'

type Listed = { readonly id: string; readonly text: string }

/**
 * The city whose full name was typed, with or without its state: 'curitiba', 'São José - SC'. An ambiguous name
 * selects the first of a list sorted by the CEP (`near`), else none.
 */
export function matchTypedCity<T extends Listed>(
  items: readonly T[],
  typed: string,
  near: boolean,
): T | undefined {
  const wanted = plain(typed)
  const named = items.filter(({ text }) => [plain(text), plain(text.replace(/ - ..$/, ''))].includes(wanted))
  return named.length === 1 || near ? named[0] : undefined
}

function plain(text: string): string {
  return searchable(text.trim().replace(/[\s/,-]+/g, ' '))
}
