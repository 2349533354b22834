import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { takeKeyedLock } from '#kit/server/db/locks.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { findPayloads } from '#kit/server/jobs/queue.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { hourOf, policyViolationKind } from '../../server/ledger/staffAlerts.ts'
import { findPayment } from '../../server/store.ts'
import { findOpenAuthentication } from './openAuthentication.ts'

type ViolationReport = { token: string; sessionHash: string; report: unknown }

const violationReport = z.object({
  'csp-report': z.object({ 'blocked-uri': z.string(), 'violated-directive': z.string() }),
})

/** Does nothing with a report that is not of the session's open authentication. */
export async function recordPolicyViolation(
  deps: PaymentDeps,
  { token, sessionHash, report: body }: ViolationReport,
) {
  const read = z.safeParse(violationReport, body)
  const payment = read.success && (await findPayment(deps.db, token))
  const attempt = payment && (await findOpenAuthentication(deps.db, payment))
  if (!read.success || !attempt || attempt.session_hash !== sessionHash) return
  const { 'blocked-uri': uri, 'violated-directive': directives } = read.data['csp-report']
  const blocked = {
    acquirer: attempt.acquirer,
    host: hostOf(uri),
    directive: /^[a-z-]{1,40}/.exec(directives)?.[0] ?? '?',
  }
  if (await reportPolicyViolation(deps.db, { ...blocked, now: deps.clock.now() }))
    deps.log.warn(blocked, 'a browser says that the policy of the authentication document blocked something')
}

function hostOf(uri: string): string {
  if (URL.canParse(uri) && /^https?:/.test(uri)) return new URL(uri).origin.slice(0, 120)
  return /^[a-z-]{1,20}/.exec(uri)?.[0] ?? '?'
}

/** Browsers can report anything; several hosts must get through. */
const maxViolationsPerHour = 5

type PolicyViolation = { acquirer: string; host: string; directive: string; now: Date }

/** False where the hour's limit is reached or this was reported. Opens a transaction. */
async function reportPolicyViolation(db: Db, { now, ...blocked }: PolicyViolation): Promise<boolean> {
  const hour = hourOf(now)
  const prefix = `blocked-${blocked.acquirer}-${hour}`
  const keys = Array.from({ length: maxViolationsPerHour }, (_, n) => `${prefix}-${n + 1}`)
  return transaction(db, async (tx) => {
    await takeKeyedLock(tx, 'rate', prefix)
    const earlier = (await findPayloads(tx, keys)).map((payload) =>
      z.parse(policyViolationKind.payload, payload),
    )
    const key = keys[earlier.length]
    const isKnown = earlier.some((one) => one.host === blocked.host && one.directive === blocked.directive)
    if (key === undefined || isKnown) return false
    await enqueue(tx, policyViolationKind, { ...blocked, hour }, { key, now })
    return true
  })
}
