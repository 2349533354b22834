import { readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contracts } from '#app/modules.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import { commonErrors } from '#kit/fail.ts'

/** Where the server's tests note what they provoked: a line 'POST /api/... price_changed' for each. */
const file = fileURLToPath(new URL('../../.cache/provoked.txt', import.meta.url))

/** Before a run: what an earlier one provoked proves nothing. */
export function forgetRefusals(): void {
  rmSync(file, { force: true })
}

/** After a run of all tests: what is declared and no test provoked, and what was provoked and nobody declares. */
export function refusalFindings(): string[] {
  return findingsOf(readLines(), Object.values<Endpoint>(contracts))
}

/** `lines` against what the endpoints declare. */
export function findingsOf(lines: readonly string[], endpoints: readonly Endpoint[]): string[] {
  const declared = new Set(endpoints.flatMap(refusalsOf))
  const provoked = new Set(lines.filter((line) => !((line.split(' ')[2] ?? '') in commonErrors)))
  return [
    ...[...declared]
      .filter((one) => !provoked.has(one))
      .map((one) => `${one} is declared, and no test provokes it`),
    ...[...provoked]
      .filter((one) => !declared.has(one))
      .map((one) => `${one} was answered with 500: it is not declared`),
  ].map((finding) => `FAILED [refusals] ${finding}`)
}

function refusalsOf({ method, path, errors }: Endpoint): string[] {
  return Object.keys(errors).map((name) => `${method} ${path} ${name}`)
}

function readLines(): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}
