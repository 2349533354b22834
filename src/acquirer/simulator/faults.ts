import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Delays } from './delays.ts'
import type { Lag } from './lag.ts'
import type { Later } from './later.ts'
import type { Notifier } from './notify.ts'

/** What meets a fault: a sale, capture or void; a question about a sale; the authentication of a cardholder; or a debit sale. */
export type Met = 'change' | 'query' | 'three_ds' | 'debit'

/** What can go wrong on the next call of its kind; each is defined in docs/acquirer.md. */
const faultRows = {
  hang: 'change',
  drop_before_commit: 'change',
  drop_after_commit: 'change',
  late_sale: 'change',
  late_untold: 'change',
  status_500: 'change',
  html: 'change',
  empty: 'change',
  status0: 'change',
  slow: 'change',
  notify_twice: 'change',
  notify_early: 'change',
  notify_lost: 'change',
  notify_late: 'change',
  query_lag: 'change',
  query_404: 'query',
  query_405: 'query',
  query_none: 'query',
  three_ds_down: 'three_ds',
  bank_page: 'debit',
} as const satisfies Readonly<Record<string, Met>>
export type Fault = keyof typeof faultRows

export const faultNames = Object.keys(faultRows).filter(isFault)

function isFault(name: string): name is Fault {
  return Object.hasOwn(faultRows, name)
}

/** Faults wait in line: each call takes the first of its kind. */
export type Faults = { add(fault: Fault, times: number): void; take(met: Met): Fault | null; clear(): void }

/** What a call meets for which nothing stands in line: null, or what chance has for it. */
export type FaultOf = (met: Met) => Fault | null

export function openFaults(faultOf: FaultOf = () => null): Faults {
  let line: Fault[] = []
  return {
    add(fault, times) {
      line.push(...Array.from({ length: times }, () => fault))
    },
    take(met) {
      const at = line.findIndex((fault) => faultRows[fault] === met)
      return line.splice(at, at < 0 ? 0 : 1)[0] ?? faultOf(met)
    },
    clear() {
      line = []
    },
  }
}

/** What a call did: its answer, the answer that hides it, and the sale whose state changed. */
export type Done = { status: number; body: object; hiddenBody: object; changed: string | null }

/** Does `work` and answers, or not, as the next fault wants. It may come late: null when it cannot be done any more. */
export async function answerWithFault(
  scene: { faults: Faults; notifier: Notifier; later: Later; lag: Lag; delays: Delays },
  reply: FastifyReply,
  work: () => Done,
  workLate: () => Done | null = work,
): Promise<unknown> {
  const fault = scene.faults.take('change')
  if (fault === 'drop_before_commit') return drop(reply)
  if (fault === 'late_sale' || fault === 'late_untold') {
    scene.later.put(() => {
      const changed = workLate()?.changed ?? null
      if (changed !== null && fault === 'late_sale') void scene.notifier.notify(changed)
    })
    return drop(reply)
  }
  if (fault === 'status_500') return reply.code(500).send({ Message: 'Internal error' })

  const done = work()

  const { changed } = done
  if (changed !== null && fault === 'query_lag') scene.lag.hide(changed)
  if (changed !== null) await tell(scene, reply, { fault, changed })
  return answer(fault, reply, { done, slowMs: scene.delays.slowMs })
}

async function tell(
  { notifier, later }: { notifier: Notifier; later: Later },
  reply: FastifyReply,
  { fault, changed }: { fault: Fault | null; changed: string },
): Promise<void> {
  if (fault === 'notify_lost') return
  if (fault === 'notify_early') return notifier.notify(changed)
  if (fault === 'notify_late') return later.put(() => void notifier.notify(changed))
  const times = fault === 'notify_twice' ? 2 : 1
  // Once the answer has left, or the connection is gone.
  reply.raw.once('close', () => {
    for (let n = 0; n < times; n++) void notifier.notify(changed)
  })
}

async function answer(
  fault: Fault | null,
  reply: FastifyReply,
  { done, slowMs }: { done: Done; slowMs: number },
): Promise<unknown> {
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

/** A question about a sale that meets a fault: null when it is to be answered as it is. */
export function answerQueryWithFault(faults: Faults, reply: FastifyReply): FastifyReply | null {
  switch (faults.take('query')) {
    case 'query_404':
      // What something in front of the acquirer says when it does not find the acquirer.
      return reply.code(404).type('text/html').send('<html><body>Not Found</body></html>')
    case 'query_405':
      return reply.code(405).send({ Message: 'The requested resource does not support this method.' })
    case 'query_none':
      return reply.code(404).send('')
    default:
      return null
  }
}
