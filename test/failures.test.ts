import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contracts } from '#app/modules.ts'
import * as z from 'zod/mini'
import type { Endpoint } from '#kit/endpoint.ts'
import { commonErrors } from '#kit/fail.ts'
import { findingsOf } from '../tools/steps/refusals.ts'
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

describe('the reader of calls', () => {
  const source = (path: string, text: string) => ({ path, lines: text.split('\n'), code: [] })
  const thrownBy = (routes: string, ...others: [string, string][]) => {
    const files = [source('src/a/routes.ts', routes), ...others.map(([path, text]) => source(path, text))]
    const read = callsOf(files)
    return read.mounted.flatMap((mounted) => [...reachedFrom(read, mounted).keys()])
  }

  it('follows imports, functions inside functions, guards and ports', () => {
    const flow = ['src/a/pay.ts', "export const payNow = async () => { throw fail('sold_out') }"] as [
      string,
      string,
    ]
    const imported = "import { payNow as pay } from './pay.ts'\n"
    expect(thrownBy(`${imported}mount(app, one, guard, async () => ({ data: await pay() }))`, flow)).toEqual([
      'sold_out',
    ])
    const within = `${imported}function routes() {\n const go = () => pay()\n mount(app, one, go, () => 1)\n}`
    expect(thrownBy(within, flow)).toEqual(['sold_out'])
    const port: [string, string] = [
      'src/b/deps.ts',
      "import { payNow } from '#a/pay.ts'\nexport const deps = { pay: payNow }",
    ]
    expect(thrownBy('mount(app, one, guard, ({ deps }) => deps.pay())', flow, port)).toEqual(['sold_out'])
    expect(thrownBy('mount(app, one, guard, ({ pay }) => pay())', flow, port)).toEqual(['sold_out'])
    expect(thrownBy('mount(app, one, guard, () => 1)', flow, port)).toEqual([])
  })

  it.each([
    ['given a name of its own', 'const settle = deps.pay; return settle()'],
    ['handed on by its name', 'const { pay } = deps; return inTurn(pay)'],
    ['handed on by another name', 'const { pay: settle } = deps; return inTurn(settle)'],
    ['handed on', 'return inTurn(deps.pay)'],
    ['handed on in a list', 'return inTurn([deps.pay])'],
    ['one of two', 'return inTurn(deps.now ? deps.pay : deps.later)'],
    ['called by its own method', 'return deps.pay.call(deps)'],
    ['answered', 'const take = () => deps.pay; return take()()'],
  ])('follows a port’s function taken out of its object and %s', (_, body) => {
    const port: [string, string] = [
      'src/b/deps.ts',
      "const payNow = () => { throw fail('sold_out') }\nexport const deps = { pay: payNow }",
    ]
    const handOn = "import { inTurn } from './inTurn.ts'\n"
    const turn: [string, string] = ['src/a/inTurn.ts', 'export const inTurn = (work) => work()']
    const route = `${handOn}mount(app, one, guard, ({ deps }) => { ${body} })`
    expect(thrownBy(route, turn, port)).toEqual(['sold_out'])
    expect(thrownBy(route.replaceAll('pay', 'wait'), turn, port)).toEqual([])
  })
})

it('the end of a run names what was declared and never provoked, and what was provoked undeclared', () => {
  const endpoint: Endpoint = {
    method: 'POST',
    path: '/pay',
    access: 'anyone',
    summary: 'Pays.',
    reply: z.object({}),
    errors: { sold_out: 409 },
  }
  expect(findingsOf(['POST /pay sold_out', 'POST /pay not_found'], [endpoint])).toEqual([])
  expect(findingsOf(['POST /pay price_changed'], [endpoint])).toEqual([
    'FAILED [refusals] POST /pay sold_out is declared, and no test provokes it',
    'FAILED [refusals] POST /pay price_changed was answered with 500: it is not declared',
  ])
})
