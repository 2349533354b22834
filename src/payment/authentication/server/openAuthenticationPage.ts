import { authenticatorOf } from '#acquirer/acquirers.ts'
import { methodRow } from '../../method/method.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { payerOf, findPayment } from '../../server/store.ts'
import { readShownAction } from '../../server/settle/shownToPayer.ts'
import { endAuthentication, findOpenAuthentication } from './openAuthentication.ts'
import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { maxAuthenticationOpenings } from '../../limits.ts'

type DocumentRequest = { token: string; sessionHash: string; ip: string }

/** Only for the attempt's own session, because the page contains payer data; null where nothing is open. */
export async function openAuthenticationPage(deps: PaymentDeps, by: DocumentRequest) {
  const payment = await findPayment(deps.db, by.token)
  const attempt = payment && (await findOpenAuthentication(deps.db, payment))
  if (!payment || !attempt || attempt.session_hash !== by.sessionHash) return null
  if (payment.deadline_at !== null && payment.deadline_at <= deps.clock.now()) return null
  const authenticator = authenticatorOf(deps.acquirers, attempt.acquirer)
  const payer = payerOf(payment)
  if (!authenticator || !payer) return null
  if (!(await countOpening(deps.db, attempt.id))) {
    await endAuthentication(deps, attempt.id, { end: 'left', actor: 'customer', to: 'created' })
    return { outcome: 'unknown', reference: null, detail: 'opened too often' } as const
  }
  const show = readShownAction(attempt)
  const opened = await authenticator.open({
    orderKey: attempt.order_key,
    amountCents: attempt.amount_cents,
    kind: methodRow(attempt.payment_type).card ?? 'credit',
    dataOnly: show?.type === 'authenticate' && show.data['as'] === 'data_only',
    payer,
    ip: by.ip,
    shopUrl: deps.publicUrl,
  })
  if (opened.outcome === 'unknown') {
    await recordSilence(deps.db, attempt.id)
    deps.log.warn({ payment: payment.id, why: opened.detail }, 'the authentication service does not answer')
  }
  return opened
}

/** False where the limit is reached. */
async function countOpening(db: Db, attemptId: number): Promise<boolean> {
  const counted = await db
    .updateTable('attempt')
    .set({
      shown: sql<string>`jsonb_set(shown #- '{data,silent}', '{data,openings}', to_jsonb((${openings} + 1)::text))`,
    })
    .where('id', '=', attemptId)
    .where('state', '=', 'authenticating')
    .where(sql<boolean>`${openings} < ${maxAuthenticationOpenings}`)
    .executeTakeFirst()
  return counted.numUpdatedRows === 1n
}

const openings = sql`coalesce((shown #>> '{data,openings}')::int, 0)`

async function recordSilence(db: Db, attemptId: number): Promise<void> {
  await db
    .updateTable('attempt')
    .set({ shown: sql<string>`jsonb_set(shown, '{data,silent}', '"yes"')` })
    .where('id', '=', attemptId)
    .where('state', '=', 'authenticating')
    .execute()
}
