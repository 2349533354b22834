import { type FaultQueue, createFaultQueue } from '../cielo/faultQueue.ts'
import type { FastifyReply } from 'fastify'
import { type Answer, problem, send } from './api/problems.ts'

/** A call that changes a charge or requests a devolução; a payment; a devolução itself. */
type PixFaultPoint = 'call' | 'payment' | 'return'

/** Each is defined in src/acquirer/server/pix/README.md#the-simulator. */
const faultRows = {
  hang: 'call',
  drop_before_commit: 'call',
  drop_after_commit: 'call',
  status_500: 'call',
  sale_twice: 'call',
  silent_webhook: 'payment',
  webhook_twice: 'payment',
  webhook_early: 'payment',
  return_pending: 'return',
  return_denied: 'return',
  return_other_amount: 'return',
} as const satisfies Readonly<Record<string, PixFaultPoint>>
export type PixFault = keyof typeof faultRows

export const pixFaultNames = Object.keys(faultRows).filter(isFault)

function isFault(name: string): name is PixFault {
  return Object.hasOwn(faultRows, name)
}

export function isPixFaultOf(fault: PixFault, point: PixFaultPoint): boolean {
  return faultRows[fault] === point
}

export type PixFaults = FaultQueue<PixFault, PixFaultPoint>

/** The fault without a queued one. */
export type PixFaultOf = (point: PixFaultPoint) => PixFault | null

export function createPixFaults(faultOf: PixFaultOf = () => null): PixFaults {
  return createFaultQueue(isPixFaultOf, faultOf)
}

/** Applies the next fault of a call to `work` and its answer. */
export function answerWithPixFault(
  faults: PixFaults,
  reply: FastifyReply,
  work: (fault: PixFault | null) => Answer,
): FastifyReply {
  const fault = faults.take('call')
  if (fault === 'drop_before_commit') return drop(reply)
  if (fault === 'status_500')
    return send(reply, problem('ErroInternoDoServidor', 'Tente de novo mais tarde.'))
  const answer = work(fault)
  if (fault === 'hang') return reply.hijack()
  if (fault === 'drop_after_commit' || fault === 'sale_twice') return drop(reply)
  return send(reply, answer)
}

function drop(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.socket?.destroy()
  return reply
}
