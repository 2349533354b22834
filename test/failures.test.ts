import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contracts } from '#app/nouns.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import { commonErrors } from '#kit/fail.ts'
import { reachedFrom } from './tidy/calls/failures.ts'
import { callsOf } from './tidy/calls/graph.ts'
import { isTest, root, sourcesIn } from './tidy/sources.ts'

/** Where refusals are made, and the database's driver, which is asked by every flow and calls none. */
const apart = /^src\/kit\/(fail\.ts|server\/db\/)|\/web\//
const calls = callsOf(sourcesIn('src').filter((file) => !isTest(file) && !apart.test(file.path)))
const endpoints = Object.entries<Endpoint>(contracts)

const served = await Promise.all(
  calls.mounted.map(async (mounted) => {
    const contract: Record<string, unknown> = await import(
      /* @vite-ignore */ join(root, mounted.endpoint.file)
    )
    const [name, endpoint] = endpoints.find(([, one]) => one === contract[mounted.endpoint.name]) ?? []
    return { name, declared: Object.keys(endpoint?.errors ?? {}), thrown: reachedFrom(calls, mounted) }
  }),
)

describe('refusals', () => {
  it('every endpoint is served, once', () => {
    const names = served.map(({ name }) => name).toSorted()
    expect(names).toEqual(endpoints.map(([name]) => name).toSorted())
  })

  it('what may be thrown is declared', () => {
    const undeclared = served.flatMap(({ name, declared, thrown }) =>
      [...thrown]
        .filter(([failure]) => !declared.includes(failure) && !(failure in commonErrors))
        .map(([failure, where]) => `${name}: ${failure}, thrown in ${where}`),
    )
    expect(undeclared).toEqual([])
  })

  it('what is declared may be thrown', () => {
    const idle = served.flatMap(({ name, declared, thrown }) =>
      declared.filter((failure) => !thrown.has(failure)).map((failure) => `${name}: ${failure}`),
    )
    expect(idle).toEqual([])
  })

  it('the name of a refusal can be read where it is thrown', () => {
    expect(calls.unread).toEqual([])
  })
})
