import { beforeEach, expect, it } from 'vitest'
import type { Acquirer } from '#acquirer/acquirer.ts'
import { acquirersOf } from '#app/server/start.ts'
import type { PortalClient } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import { saleActions } from '#test/support/reporting/saleActions.ts'
import { refundJob } from '../sendRefund.ts'
import { leaseRefund, markPending } from '../refundLeases.ts'
import { getRefund } from '#payment/server/ledger/refunds.ts'

type Step = 'findByReference' | 'refund'

/** Pauses the process after the next answer to a step. */
function stopping(acquirer: Acquirer) {
  const none = { step: null as Step | null, reached: () => {}, gate: Promise.resolve() }
  let next = none
  const after = async <T>(step: Step, answer: Promise<T>): Promise<T> => {
    const told = await answer
    if (next.step !== step) return told
    const { reached, gate } = next
    next = none
    reached()
    await gate
    return told
  }
  const stopAfter = (step: Step) => {
    const [gate, stood] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    next = { step, reached: stood.resolve, gate: gate.promise }
    return { stood: stood.promise, goOn: gate.resolve }
  }
  const slow: Acquirer = {
    ...acquirer,
    findByReference: (reference) => after('findByReference', acquirer.findByReference(reference)),
    refund: (change) => after('refund', acquirer.refund(change)),
  }
  return { slow, stopAfter }
}

const portal = portalOfFile({
  acquirerTimeoutMs: 1_200,
  acquirers: (cielo, bacen) => {
    const stops = stopping(cielo)
    stopAfter = stops.stopAfter
    return acquirersOf(stops.slow, bacen)
  },
})
let manager: PortalClient
let stopAfter: ReturnType<typeof stopping>['stopAfter']
beforeEach(async () => {
  await portal.simulator.clearFaults()
  portal.clock.forward(61)
  manager = await staffMember(portal, 2)
})

const { open, refund, paid, keptOf, later } = saleActions(() => ({ portal, manager }))

/** A refund of R$ 1,00, whose process is paused past its lease after a step; another instance may act meanwhile. */
async function begun(step: Step, fault?: string) {
  const { token } = await paid()
  await refund(token, 2, 7)
  const { stood, goOn } = stopAfter(step)
  if (fault !== undefined) await portal.simulator.fault(fault)
  const wish = { value: 1, kept: 5, reason: 'Cobrança em dobro' }
  const answer = manager.post(`/api/staff/transactions/${token}/refund`, wish)
  await stood
  await portal.expireLeases()
  const newest = portal.db.selectFrom('refund').select('id').orderBy('id', 'desc').limit(1)
  const { id: refundId } = await newest.executeTakeFirstOrThrow()
  return {
    token,
    refundId,
    another: () => refundJob.run(portal.deps.payment, { refundId }),
    wake: async () => {
      goOn()
      must(await answer)
      await portal.runJobs()
    },
  }
}

it('paused after its query: another process has sent the refund, and it is not sent twice', async () => {
  const { token, another, wake } = await begun('findByReference')
  await another()
  await wake()
  expect(await keptOf(token)).toBe(400)
  expect(await open(token)).toMatchObject({ state: 'partly_refunded', kept: { value: 4 } })
})

it('paused after a refusal: another process has sent it again, and that refund is not refused', async () => {
  const { token, refundId, another, wake } = await begun('refund', 'void_55')
  await portal.simulator.fault('void_476')
  await another()
  const before = await getRefund(portal.db, refundId)
  expect(before).toMatchObject({ state: 'asked', pending_until_at: expect.any(Date) })
  await wake()
  expect(await getRefund(portal.db, refundId)).toEqual(before)
  await later(25 * 60)
  manager = await staffMember(portal, 2)
  expect(await open(token)).toMatchObject({ state: 'partly_refunded', kept: { value: 4 } })
})

it('paused before its lease: a request of another process since counts as sent', async () => {
  const { refundId, wake } = await begun('findByReference')
  const neverAsked = { ...(await getRefund(portal.db, refundId)), claimed_until_at: null }
  expect(await leaseRefund(portal.db, neverAsked, 60_000)).toBeNull()
  const other = await leaseRefund(portal.db, await getRefund(portal.db, refundId), 60_000)
  expect(other).toMatchObject({ isFirst: false })
  if (!other) throw new Error('nobody had it')
  await portal.expireLeases()
  const claim = await leaseRefund(portal.db, other.refund, 60_000)
  const now = portal.clock.now()
  await markPending(portal.db, other, { until: portal.clock.minutesAgo(-60), now })
  expect(await getRefund(portal.db, refundId)).toEqual(claim?.refund)
  await portal.expireLeases()
  await wake()
  await later(12)
})
