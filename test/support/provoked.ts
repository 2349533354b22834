import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { Fail } from '#kit/fail.ts'

/** What `tools/steps/refusals.ts` reads when all tests have run. */
const file = fileURLToPath(new URL('../../.cache/provoked.txt', import.meta.url))
const noted = new Set<string>()

/** Notes every refusal that a test provokes, with its endpoint: one that is declared and never provoked fails the run. */
export function noteRefusals(app: FastifyInstance): void {
  app.addHook('onError', async (request, _reply, error: Error) => {
    const { url } = request.routeOptions
    const line = `${request.method} ${url} ${error instanceof Fail ? error.fail : ''}`
    if (url === undefined || !(error instanceof Fail) || noted.has(line)) return
    noted.add(line)
    mkdirSync(dirname(file), { recursive: true })
    appendFileSync(file, `${line}\n`)
  })
}
