import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Notifier } from './notify.ts'

/** What can go wrong on the next sale, capture or void; each is defined in docs/acquirer.md. */
export const faultNames = [
  'hang',
  'drop_before_commit',
  'drop_after_commit',
  'status_500',
  'html',
  'empty',
  'status0',
  'slow',
  'notify_twice',
  'notify_early',
] as const
export type Fault = (typeof faultNames)[number]

/** Faults wait in line: each sale, capture or void takes one. */
export type Faults = { add(fault: Fault, times: number): void; take(): Fault | null; clear(): void }

export function openFaults(): Faults {
  let line: Fault[] = []
  return {
    add(fault, times) {
      line.push(...Array.from({ length: times }, () => fault))
    },
    take: () => line.shift() ?? null,
    clear() {
      line = []
    },
  }
}

/** What a call did: its answer, the answer that hides it, and the sale whose state changed. */
export type Done = { status: number; body: object; hiddenBody: object; changed: string | null }

const slowMs = 3_000

/** Does `work` and answers, or not, as the next fault in line wants. */
export async function answerWithFault(
  scene: { faults: Faults; notifier: Notifier },
  reply: FastifyReply,
  work: () => Done,
): Promise<unknown> {
  const fault = scene.faults.take()
  if (fault === 'drop_before_commit') return drop(reply)
  if (fault === 'status_500') return reply.code(500).send({ Message: 'Internal error' })

  const done = work()

  const { changed } = done
  if (changed !== null && fault === 'notify_early') await scene.notifier.notify(changed)
  else if (changed !== null) {
    const times = fault === 'notify_twice' ? 2 : 1
    // Once the answer has left, or the connection is gone.
    reply.raw.once('close', () => {
      for (let n = 0; n < times; n++) void scene.notifier.notify(changed)
    })
  }
  return answer(fault, reply, done)
}

async function answer(fault: Fault | null, reply: FastifyReply, done: Done): Promise<unknown> {
  switch (fault) {
    case 'hang':
      return reply.hijack()
    case 'drop_after_commit':
      return drop(reply)
    case 'html':
      return reply
        .code(done.status)
        .type('text/html')
        .send('<html><body>Service temporarily busy</body></html>')
    case 'empty':
      return reply.code(done.status).send('')
    case 'status0':
      return reply.code(done.status).send(done.hiddenBody)
    case 'slow':
      await wait(slowMs)
      return reply.code(done.status).send(done.body)
    default:
      return reply.code(done.status).send(done.body)
  }
}

function drop(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.socket?.destroy()
  return reply
}
