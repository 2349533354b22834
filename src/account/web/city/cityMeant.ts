import { searchable } from '#kit/brazil.ts'

type Listed = { readonly id: string; readonly text: string }

/**
 * The city that a text names to its end, with its state or without: 'curitiba', 'São José - SC'. Where several states
 * have one of that name, the first of a list that begins with the CEP's (`near`), else none: the person chooses.
 */
export function cityMeant<T extends Listed>(
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
