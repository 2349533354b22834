import { readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contracts } from '#app/modules.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import { commonErrors } from '#kit/fail.ts'

/** The server's tests append a line 'POST /api/... price_changed' per refusal. */
const file = fileURLToPath(new URL('../../.cache/provoked.txt', import.meta.url))

export function forgetRefusals(): void {
  rmSync(file, { force: true })
}

/** After all tests: refusals declared but not tested, and refusals not declared. */
export function refusalFindings(): string[] {
  return findingsOf(readLines(), Object.values<Endpoint>(contracts))
}

export function findingsOf(lines: readonly string[], endpoints: readonly Endpoint[]): string[] {
  const declared = new Set(
    endpoints.flatMap(({ method, path, errors = {} }) =>
      Object.keys(errors).map((name) => `${method} ${path} ${name}`),
    ),
  )
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

function readLines(): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}
