import * as z from 'zod/mini'
import { reportBlocked } from '../../server/ledger/acquirerAlerts.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { findPayment } from '../../server/store.ts'
import { openAuthentication } from './openAuthentication.ts'

type Blocked = { token: string; sessionHash: string; report: unknown }

const report = z.object({
  'csp-report': z.object({ 'blocked-uri': z.string(), 'violated-directive': z.string() }),
})

export async function recordBlocked(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'log'>,
  { token, sessionHash, report: body }: Blocked,
): Promise<void> {
  const read = z.safeParse(report, body)
  const payment = read.success && (await findPayment(deps.db, token))
  const attempt = payment && (await openAuthentication(deps.db, payment))
  if (!read.success || !attempt || attempt.session_hash !== sessionHash) return
  const { 'blocked-uri': uri, 'violated-directive': directives } = read.data['csp-report']
  const blocked = {
    acquirer: attempt.acquirer,
    host: hostOf(uri),
    directive: /^[a-z-]{1,40}/.exec(directives)?.[0] ?? '?',
  }
  if (await reportBlocked(deps.db, { ...blocked, now: deps.clock.now() }))
    deps.log.warn(blocked, 'a browser says that the policy of the authentication document blocked something')
}

function hostOf(uri: string): string {
  if (URL.canParse(uri) && /^https?:/.test(uri)) return new URL(uri).origin.slice(0, 120)
  return /^[a-z-]{1,20}/.exec(uri)?.[0] ?? '?'
}
