// The plain side as a child of the bench: straightforward Fastify, zod and pg, one statement per thing, nothing batched.
import cookie from '@fastify/cookie'
import fastify from 'fastify'
import * as z from 'zod/mini'
import { sendReceipts } from './receipt.ts'
import { routes } from './routes.ts'

const app = fastify({ logger: { level: 'info' } })
await app.register(cookie)
app.setErrorHandler(async (error, request, reply) => {
  if (error instanceof z.core.$ZodError) return reply.status(422).send({ errors: error.issues })
  if (!(error instanceof Error) || !('statusCode' in error)) request.log.error(error)
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return reply.status(status).send({ error: error instanceof Error ? error.message : 'failed' })
})
routes(app)

let working = true
const work = async () => {
  while (working) {
    await sendReceipts().catch((error: unknown) => app.log.error(error))
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
void work()

process.once('disconnect', () => {
  working = false
  void app.close().then(() => process.exit(0))
})
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
