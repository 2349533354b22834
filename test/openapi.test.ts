import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contracts } from '#app/modules.ts'
import { failTexts } from '#app/failTexts.ts'
import { impliedFailures, openApiDocument } from '#app/openapi.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import { commonErrors } from '#kit/fail.ts'
import { root } from './tidy/sources.ts'

const operation = z.object({
  operationId: z.string(),
  summary: z.string().check(z.minLength(10)),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(['path', 'query']),
      required: z.boolean(),
      schema: z.looseObject({}),
    }),
  ),
  requestBody: z.optional(z.object({ required: z.boolean(), content: z.looseObject({}) })),
  responses: z.record(z.string().check(z.regex(/^\d{3}$/)), z.looseObject({ description: z.string() })),
})
const documentShape = z.looseObject({
  openapi: z.literal('3.1.0'),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(
    z.string().check(z.startsWith('/')),
    z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), operation),
  ),
  components: z.looseObject({ securitySchemes: z.looseObject({}), schemas: z.looseObject({}) }),
})

const document = openApiDocument('https://portal.example')
const paths = z.parse(documentShape, JSON.parse(JSON.stringify(document))).paths
const endpoints = Object.entries<Endpoint>(contracts)
const called = ({ path }: Endpoint) => path.replace(/:(\w+)/g, '{$1}')

const described = (endpoint: Endpoint) => paths[called(endpoint)]?.[endpoint.method.toLowerCase() as 'get']

/** Errors by the name of the endpoint. */
function deviations(wrongIn: (endpoint: Endpoint, name: string) => unknown[]): Record<string, unknown[]> {
  const found = endpoints.map(([name, endpoint]) => [name, wrongIn(endpoint, name)] as const)
  return Object.fromEntries(found.filter(([, wrong]) => wrong.length > 0))
}

describe('every endpoint', () => {
  it('is in the document under its name and path', () => {
    expect(
      deviations((endpoint, name) =>
        described(endpoint)?.operationId === name ? [] : [described(endpoint)?.operationId ?? 'missing'],
      ),
    ).toEqual({})
  })

  it('declares every parameter of its path', () => {
    const wrongIn = (endpoint: Endpoint) => {
      const places = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, place]) => place ?? '')
      const declared = (described(endpoint)?.parameters ?? [])
        .filter((parameter) => parameter.in === 'path' && parameter.required)
        .map((parameter) => parameter.name)
      return declared.join() === places.join() ? [] : [{ places, declared }]
    }
    expect(deviations(wrongIn)).toEqual({})
  })

  it('has a Portuguese text for every error that it declares, and declares no implied one', () => {
    const wrongIn = (endpoint: Endpoint) => {
      const implied: string[] = impliedFailures(endpoint)
      return Object.entries(endpoint.errors ?? {}).filter(
        ([error, status]) => !(error in failTexts) || implied.includes(error) || status < 400 || status > 499,
      )
    }
    expect(deviations(wrongIn)).toEqual({})
  })

  it('has a schema of its answer', () => {
    const wrongIn = (endpoint: Endpoint) => {
      const success = String(endpoint.status ?? 200)
      const good = Object.keys(described(endpoint)?.responses ?? {}).filter((status) => Number(status) < 400)
      return good.join() === success ? [] : [{ success, good }]
    }
    expect(deviations(wrongIn)).toEqual({})
  })
})

it('every endpoint of every contract file is in the list of contracts exactly once', async () => {
  const nouns = readdirSync(join(root, 'src'))
  const files = nouns.flatMap((noun) =>
    readdirSync(join(root, 'src', noun))
      .filter((file) => file === 'contract.ts')
      .map(() => noun),
  )
  const known = new Set<unknown>(Object.values(contracts))
  const declared: string[] = []
  for (const noun of files) {
    const contract: object = await import(`../src/${noun}/contract.ts`)
    for (const [name, value] of Object.entries(contract)) {
      if (isEndpoint(value) && !known.has(value))
        declared.push(`${noun}/contract.ts ${name} is not in src/app/modules.ts`)
    }
  }
  expect(declared).toEqual([])
  expect(known.size).toBe(endpoints.length)
  const calls = endpoints.map(([, endpoint]) => `${endpoint.method} ${endpoint.path}`)
  expect(new Set(calls).size).toBe(calls.length)
})

it('names the session’s cookie as the server sets it', () => {
  const at = (url: string) =>
    z.parse(documentShape, openApiDocument(url)).components.securitySchemes['session']
  expect(at('https://portal.example')).toMatchObject({ name: '__Host-guiche_session' })
  expect(at('http://127.0.0.1:3000')).toMatchObject({ name: 'guiche_session' })
})

it('every refusal’s text is used by an endpoint', () => {
  const answered = new Set([
    ...endpoints.flatMap(([, { errors = {} }]) => Object.keys(errors)),
    ...Object.keys(commonErrors),
  ])
  expect(Object.keys(failTexts).filter((name) => !answered.has(name))).toEqual([])
})

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}
