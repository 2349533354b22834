import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Lag } from './lag.ts'
import type { Later } from './later.ts'
import type { Notifier } from './notify.ts'

/** What meets a fault: a sale, capture or void; or a question about a sale. */
type Met = 'change' | 'query'

/** What can go wrong on the next call of its kind; each is defined in docs/acquirer.md. */
const faultRows = {
  hang: 'change',
  drop_before_commit: 'change',
  drop_after_commit: 'change',
  late_sale: 'change',
  status_500: 'change',
  html: 'change',
  empty: 'change',
  status0: 'change',
  slow: 'change',
  notify_twice: 'change',
  notify_early: 'change',
  query_lag: 'change',
  query_404: 'query',
} as const satisfies Readonly<Record<string, Met>>
export type Fault = keyof typeof faultRows

export const faultNames = Object.keys(faultRows).filter(isFault)

function isFault(name: string): name is Fault {
  return Object.hasOwn(faultRows, name)
}

/** Faults wait in line: each call takes the first of its kind. */
export type Faults = { add(fault: Fault, times: number): void; take(met: Met): Fault | null; clear(): void }

export function openFaults(): Faults {
  let line: Fault[] = []
  return {
    add(fault, times) {
      line.push(...Array.from({ length: times }, () => fault))
    },
    take(met) {
      const at = line.findIndex((fault) => faultRows[fault] === met)
      return line.splice(at, at < 0 ? 0 : 1)[0] ?? null
    },
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
  scene: { faults: Faults; notifier: Notifier; later: Later; lag: Lag },
  reply: FastifyReply,
  work: () => Done,
): Promise<unknown> {
  const fault = scene.faults.take('change')
  if (fault === 'drop_before_commit') return drop(reply)
  if (fault === 'late_sale') {
    scene.later.put(() => {
      const { changed } = work()
      if (changed !== null) void scene.notifier.notify(changed)
    })
    return drop(reply)
  }
  if (fault === 'status_500') return reply.code(500).send({ Message: 'Internal error' })

  const done = work()

  const { changed } = done
  if (changed !== null && fault === 'query_lag') scene.lag.hide(changed)
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
