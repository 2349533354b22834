import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Fault, FaultPoint } from '../faults.ts'
import type { ChangeType } from '../notifier.ts'
import type { SimulatorContext } from '../context.ts'

/** The true answer, the answer that hides it, and the changed sale with its notification. */
export type CallResult = {
  status: number
  body: object
  hiddenBody: object
  changed: string | null
  changeType?: ChangeType
}

/** `late`: the change when done late; null when no longer possible. */
type FaultyCall = {
  point: FaultPoint
  now: (fault: Fault | null) => CallResult
  late: () => CallResult | null
}

/** Applies the next fault to a change and its answer. */
export async function answerWithFault(
  context: SimulatorContext,
  reply: FastifyReply,
  wanted: FaultyCall,
): Promise<unknown> {
  const fault = context.faults.take(wanted.point)
  if (fault === 'drop_before_commit') return drop(reply)
  if (fault === 'late_sale' || fault === 'late_untold') {
    context.later.schedule(() => {
      const { changed = null, changeType } = wanted.late() ?? {}
      if (changed !== null && fault === 'late_sale') void context.notifier.notify(changed, changeType)
    })
    return drop(reply)
  }
  if (fault === 'status_500') return reply.code(500).send({ Message: 'Internal error' })

  const done = wanted.now(fault)

  const { changed } = done
  const isLagging = fault === 'query_lag' || fault === 'capture_in_full_lag'
  if (changed !== null && isLagging) context.lag.hide(changed)
  else if (changed !== null && context.queryLagMs > 0) context.lag.hide(changed, context.queryLagMs)
  if (changed !== null)
    await sendNotifications(context, reply, { fault, changed, changeType: done.changeType })
  return answer(fault, reply, { done, slowMs: context.delays.slowMs })
}

async function sendNotifications(
  { notifier, later }: SimulatorContext,
  reply: FastifyReply,
  {
    fault,
    changed,
    changeType,
  }: { fault: Fault | null; changed: string; changeType: ChangeType | undefined },
): Promise<void> {
  if (fault === 'notify_lost' || fault === 'sale_twice_unheard') return
  if (fault === 'notify_early') return notifier.notify(changed, changeType)
  if (fault === 'notify_late') return later.schedule(() => void notifier.notify(changed, changeType))
  const times = fault === 'notify_twice' ? 2 : 1
  // After the answer was sent, or the connection closed.
  reply.raw.once('close', () => {
    for (let n = 0; n < times; n++) void notifier.notify(changed, changeType)
  })
}

async function answer(
  fault: Fault | null,
  reply: FastifyReply,
  { done, slowMs }: { done: CallResult; slowMs: number },
): Promise<unknown> {
  switch (fault) {
    case 'hang':
      return reply.hijack()
    case 'drop_after_commit':
    case 'sale_twice_unheard':
    case 'void_untold':
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

/** Null when the fault does not apply. */
export function answerQueryWithFault(fault: Fault | null, reply: FastifyReply): FastifyReply | null {
  switch (fault) {
    case 'query_404':
      // The page of a proxy in front of the acquirer.
      return reply.code(404).type('text/html').send('<html><body>Not Found</body></html>')
    case 'query_405':
      return reply.code(405).send({ Message: 'The requested resource does not support this method.' })
    case 'query_none':
      return reply.code(404).send('')
    default:
      return null
  }
}
