import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { Fail } from '#kit/fail.ts'

/** Read by `tools/steps/refusals.ts` after all tests. */
const file = fileURLToPath(new URL('../../../.cache/provoked.txt', import.meta.url))
const recorded = new Set<string>()

/** Records every refusal with its endpoint: a declared one that no test provokes fails the run. */
export function recordRefusals(app: FastifyInstance): void {
  app.addHook('onError', async (request, _reply, error: Error) => {
    const { url } = request.routeOptions
    const name = error instanceof Fail ? error.failName : isUnreadable(error) ? 'invalid' : null
    const line = `${request.method} ${url} ${name}`
    if (url === undefined || name === null || recorded.has(line)) return
    recorded.add(line)
    mkdirSync(dirname(file), { recursive: true })
    appendFileSync(file, `${line}\n`)
  })
}

/** Fastify's own errors for a body that it cannot read are answered as `invalid`. */
function isUnreadable(error: Error): boolean {
  return 'statusCode' in error && Number(error.statusCode) >= 400 && Number(error.statusCode) < 500
}
