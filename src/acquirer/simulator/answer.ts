import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#kit/clock.ts'
import type { Book, Sale } from './book.ts'
import type { Faults } from './faults.ts'
import type { Vault } from './vault.ts'
import { saleBody } from './wire.ts'

export type Scene = {
  book: Book
  vault: Vault
  faults: Faults
  clock: Clock
  notifyUrl: string | null
  base: (request: FastifyRequest) => string
}

type Placed = { status: number; body: object; changed: Sale | null }

const slowMs = 3_000

/** Books through `place` and answers, unless the next fault says otherwise (faults.ts). */
export async function answerWith(
  scene: Scene,
  request: FastifyRequest,
  reply: FastifyReply,
  place: () => Placed,
): Promise<unknown> {
  const fault = scene.faults.next()
  if (fault === 'drop_before_commit') return drop(request, reply)
  if (fault === 'status_500') return reply.status(500).send({ Code: 0, Message: 'Internal error' })
  const placed = place()
  if (fault === 'notify_early') await notify(scene, placed.changed)
  switch (fault) {
    case 'hang':
      return reply.hijack()
    case 'drop_after_commit':
      return drop(request, reply)
    case 'html':
      return reply.status(502).type('text/html').send('<html><body><h1>Bad Gateway</h1></body></html>')
    case 'empty':
      return reply.status(200).send()
    case 'slow':
      await wait(slowMs)
      break
  }
  const silent = fault === 'status0' && placed.changed !== null
  reply.status(placed.status).send(silent && placed.changed ? saleBody(placed.changed, scene.base(request), true) : placed.body)
  if (fault !== 'notify_early') void notify(scene, placed.changed)
  if (fault === 'notify_twice') void notify(scene, placed.changed)
  return reply
}

function drop(request: FastifyRequest, reply: FastifyReply): unknown {
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

/** Tells the merchant that something changed; a merchant who does not listen is not an error here. */
export async function notify(scene: Scene, sale: Sale | null): Promise<void> {
  if (scene.notifyUrl === null || sale === null) return
  await fetch(scene.notifyUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ PaymentId: sale.payment_id, ChangeType: 1 }),
    signal: AbortSignal.timeout(5_000),
  }).then(
    (response) => response.arrayBuffer(),
    () => null,
  )
}
