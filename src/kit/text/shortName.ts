/** A phone cuts a longer name under an icon. */
export const shortNameLetters = 12

/** The operator's short name, else as many whole words of the name as fit. */
export function shortNameOf(name: string, chosen = ''): string {
  if (chosen !== '') return chosen
  const words = name.trim().split(/\s+/)
  const [first = ''] = words
  const fitting = words.map((_, at) => words.slice(0, at + 1).join(' ')).filter(fits)
  return fitting.pop() ?? [...first].slice(0, shortNameLetters).join('')
}

function fits(text: string): boolean {
  return [...text].length <= shortNameLetters
}
