import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { sql, type Selectable } from 'kysely'
import type { AlertTable, Tx } from '#db/schema.ts'
import { addMs } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { type AlertKind, alertKindNames, alertKinds } from '../../kinds.ts'
import type { AlertLimits } from '../../backoffice.ts'
import { readAlertLimits } from '../alertSettings.ts'
import { alertChecks, type Cause } from '../checks.ts'
import type { AlertDeps } from '../deps.ts'
import { alertMailKey, alertMailKind } from './mailAlerts.ts'
import { clockHour, nextMailAt, unmailedAlerts } from '../store.ts'

/** A check that fails does not stop the others. */
export async function runAlertChecks(deps: AlertDeps): Promise<void> {
  const limits = await readAlertLimits(deps.db)
  const failures: unknown[] = []
  for (const kind of alertKindNames)
    await runCheck(deps, kind, limits).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'the alerts')
}

async function runCheck({ db, clock, certificates }: AlertDeps, kind: AlertKind, limits: AlertLimits) {
  const now = clock.now()
  const ofKind = db.selectFrom('alert').selectAll().where('kind', '=', kind)
  const open = await ofKind.where('cleared_at', 'is', null).execute()
  const raised = new Set(
    open.filter((row) => row.raised_at !== null).map((row) => causeKey(row.lot_id, row.ref)),
  )
  const isRaised = (lotId: number | null, ref: string) => raised.has(causeKey(lotId, ref))
  const causes = await alertChecks[kind]({ db, now, limits, certificates, isRaised })
  const lasting = new Set(causes.map(({ lotId, ref }) => causeKey(lotId, ref)))
  const ended = open.filter((row) => !lasting.has(causeKey(row.lot_id, row.ref)))
  if (causes.length === 0 && ended.length === 0) return
  await transaction(db, async (tx) => {
    await clearAlerts(tx, ended, now)
    for (const cause of causes) await writeCause(tx, kind, cause, now)
    await raiseAlerts(tx, kind, now)
    await planMails(tx, kind, now)
  })
}

function causeKey(lotId: number | null, ref: string): string {
  return `${lotId ?? ''} ${ref}`
}

/** A cause that ended before it was raised leaves no row. */
async function clearAlerts(tx: Tx, ended: readonly Selectable<AlertTable>[], now: Date): Promise<void> {
  const ids = anyOf(ended.map(({ id }) => id))
  await tx.deleteFrom('alert').where('id', '=', ids).where('raised_at', 'is', null).execute()
  const open = tx.updateTable('alert').where('id', '=', ids).where('cleared_at', 'is', null)
  await open.set({ cleared_at: now }).execute()
}

/** Another instance may have added or cleared the row meanwhile. */
async function writeCause(tx: Tx, kind: AlertKind, cause: Cause, now: Date): Promise<void> {
  const { lotId, ref, text } = cause
  const shown = { text, lot_ids: cause.lotIds ? [...cause.lotIds] : null }
  const written = await tx
    .updateTable('alert')
    .set(shown)
    .where('kind', '=', kind)
    .where(sql<boolean>`coalesce(lot_id, 0) = ${lotId ?? 0}`)
    .where('ref', '=', ref)
    .where('cleared_at', 'is', null)
    .executeTakeFirst()
  if (written.numUpdatedRows > 0n) return
  await tx
    .insertInto('alert')
    .values({ kind, lot_id: lotId, ref, since: now, ...shown })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function raiseAlerts(tx: Tx, kind: AlertKind, now: Date): Promise<void> {
  await tx
    .updateTable('alert')
    .set({ raised_at: now })
    .where('kind', '=', kind)
    .where('raised_at', 'is', null)
    .where('cleared_at', 'is', null)
    .where('since', '<=', addMs(now, -alertKinds[kind].raiseAfterMs))
    .execute()
}

/** What is raised while its kind and lot have had a mail in this clock hour waits for the next hour. */
export async function planMails(tx: Tx, kind: AlertKind, now: Date): Promise<void> {
  const unmailed = await unmailedAlerts(tx, kind).select('lot_id').distinct().execute()
  for (const { lot_id: lotId } of unmailed) {
    const runAt = await nextMailAt(tx, { kind, lotId }, now)
    const hour = clockHour(runAt)
    await enqueue(
      tx,
      alertMailKind,
      { kind, lotId, hour },
      { key: alertMailKey({ kind, lotId, hour }), now, runAt },
    )
  }
}
