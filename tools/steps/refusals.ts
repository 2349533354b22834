import { readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contracts } from '#app/modules.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import { impliedFailures } from '#app/openapi.ts'

/** The server's tests append a line 'POST /api/... price_changed' per refusal. */
const file = fileURLToPath(new URL('../../.cache/provoked.txt', import.meta.url))

export function forgetRefusals(): void {
  rmSync(file, { force: true })
}

/** After all tests: refusals declared but not tested, and refusals that openapi.json lacks. */
export function refusalFindings(): string[] {
  return findingsOf(readLines(), Object.values<Endpoint>(contracts))
}

export function findingsOf(lines: readonly string[], endpoints: readonly Endpoint[]): string[] {
  const linesOf = (names: (endpoint: Endpoint) => readonly string[]) =>
    endpoints.flatMap((endpoint) =>
      names(endpoint).map((name) => `${endpoint.method} ${endpoint.path} ${name}`),
    )
  const declared = new Set(linesOf(({ errors = {} }) => Object.keys(errors)))
  const documented = new Set([...declared, ...linesOf(impliedFailures)])
  const contracted = new Set(endpoints.map(({ method, path }) => `${method} ${path}`))
  const provoked = new Set(lines.filter((line) => contracted.has(line.split(' ').slice(0, 2).join(' '))))
  return [
    ...[...declared]
      .filter((one) => !provoked.has(one))
      .map((one) => `${one} is declared, and no test provokes it`),
    ...[...provoked]
      .filter((one) => !documented.has(one))
      .map((one) => `${one} was answered, and openapi.json lacks it`),
  ].map((finding) => `FAILED [refusals] ${finding}`)
}

function readLines(): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}
