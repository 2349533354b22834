import { contracts, nouns } from '#app/modules.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import { code, table } from './markdown.ts'

/** A section for each noun, with a row for each of its calls. */
export function callSections(): string {
  return Object.entries(nouns)
    .map(([noun, files]) => {
      const names = new Set(files.flatMap((file) => Object.keys(file)))
      const calls = Object.entries(contracts).flatMap(([name, call]) => (names.has(name) ? [call] : []))
      return `## ${noun}\n\n${table(['call', 'who', 'does', 'refuses'], calls.map(callRow))}`
    })
    .join('\n\n')
}

function callRow({ method, path, access, summary, status, errors = {} }: Endpoint): string[] {
  const refusals = Object.entries(errors).map(([name, refused]) => `${refused} ${code(name)}`)
  return [
    `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    access,
    status === undefined ? summary : `${summary} Answers ${status}.`,
    refusals.join(', '),
  ]
}
