import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeDays } from '#closing/server/flow/closeDays.ts'
import { dayMs, minuteMs, addMs } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { listStoredMails } from '#kit/server/mail/mailer.ts'
import { recordSaleEvent } from '#payment/server/difference/saleEvents.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { bookMoney } from '#test/support/reporting/money.ts'
import { staffMember } from '#test/support/staff.ts'
import { formatAcquirerDays, parseAcquirerDays } from '../acquirerDays.ts'
import { type AlertKind, alertKindNames } from '../kinds.ts'
import { planMails, runAlertChecks } from './flow/runAlertChecks.ts'
import type { Certificate } from './deps.ts'

// It writes states that take days to reach.
const portal = portalOfFile({ invariants: false })
let certificates: Certificate[] = []
beforeEach(async () => {
  certificates = []
  await sql`truncate alert`.execute(portal.db)
})

const zone = 'America/Sao_Paulo'
const now = () => portal.clock.now()
const runChecks = () => runAlertChecks({ ...portal.deps.alert, certificates })
async function runChecksAfter(minutes: number): Promise<void> {
  portal.clock.forward(minutes)
  await runChecks()
}
const openAlerts = (kind: string) =>
  portal.db
    .selectFrom('alert')
    .select(['text', 'lot_id'])
    .where('kind', '=', kind)
    .where('raised_at', 'is not', null)
    .where('cleared_at', 'is', null)
    .execute()
const textsOf = async (kind: string) => (await openAlerts(kind)).map(({ text }) => text)

/** Checks after so many minutes and expects no raised alert of a kind. */
async function expectNone(kind: string, afterMinutes = 0): Promise<void> {
  await runChecksAfter(afterMinutes)
  expect(await openAlerts(kind)).toEqual([])
}

async function attemptOf(ledgerId: number) {
  return portal.db
    .selectFrom('attempt')
    .innerJoin('ledger', 'ledger.attempt_id', 'attempt.id')
    .selectAll('attempt')
    .where('ledger.id', '=', ledgerId)
    .executeTakeFirstOrThrow()
}
const booked = () => bookMoney(portal.db, { lot: 1, zone, at: now(), cents: 700 })

describe('each kind is raised and cleared by the clock', () => {
  it('device_silent: 15 min without a call', async () => {
    const device = sql`update device set name = 'Cancela E1', called_at = ${now()}, lot_ids = '{1}'`
    await device.execute(portal.db)
    await expectNone('device_silent', 16)
    expect(await portal.gate().heartbeat()).toMatchObject({ status: 204, body: undefined })
    await expectNone('device_silent', 14)
    await runChecksAfter(1)
    const text = 'Cancela E1 está em silêncio há 15 min'
    expect(await openAlerts('device_silent')).toEqual([{ text, lot_id: 1 }])
    await sql`update device set called_at = ${now()}`.execute(portal.db)
    await expectNone('device_silent')
    await sql`update device set called_at = null, heartbeat_at = null`.execute(portal.db)
  })

  it('case_old: 2 payments for an hour', async () => {
    for (const id of [await booked(), await booked()]) {
      const { payment_id } = await attemptOf(id)
      await sql`insert into review_case (payment_id, kind, amount_cents, opened_at)
        values (${payment_id}, 'late_answer', 700, ${now()})`.execute(portal.db)
    }
    await expectNone('case_old', 59)
    await runChecksAfter(1)
    expect(await textsOf('case_old')).toEqual(['2 pagamentos em análise há mais de 1 h'])
    await sql`update review_case set closed_at = ${now()}`.execute(portal.db)
    await expectNone('case_old')
  })

  it.each(['unknown', 'held'])('case_old: an unknown payment queried again, attempt %s', async (state) => {
    const { id, payment_id } = await attemptOf(await booked())
    const endingAt = state === 'held' ? now() : null
    const ask = () =>
      sql`update payment set state = 'unknown', ending_at = ${endingAt}, updated_at = ${now()}
        where id = ${payment_id}`.execute(portal.db)
    await sql`update attempt set state = ${state} where id = ${id}`.execute(portal.db)
    portal.clock.forward(59)
    await ask()
    await expectNone('case_old')
    portal.clock.forward(1)
    await ask()
    await runChecks()
    expect(await textsOf('case_old')).toEqual(['1 pagamento em análise há mais de 1 h'])
    const settled = sql`update payment set state = 'captured', ending_at = null where id = ${payment_id}`
    await settled.execute(portal.db)
    await expectNone('case_old')
  })

  it('lot_full: after 5 min at the limit, cleared 3 points lower', async () => {
    const take = (normal: number) =>
      sql`update lot set name = 'Garagem Centro', total_normal = 100, occupied_normal = ${normal},
        total_pregnant = 0, total_disabilities = 0, total_elderly = 0, total_reserves = 0,
        occupied_pregnant = 0, occupied_disabilities = 0, occupied_elderly = 0, occupied_reserves = 0
        where id = 1`.execute(portal.db)
    await take(100)
    await runChecks()
    await expectNone('lot_full', 4.5)
    await runChecksAfter(0.5)
    expect(await textsOf('lot_full')).toContain('Garagem Centro está lotada')
    await take(98)
    await runChecks()
    expect(await textsOf('lot_full')).toContain('Garagem Centro está lotada')
    await take(97)
    await runChecks()
    expect(await textsOf('lot_full')).not.toContain('Garagem Centro está lotada')
    // A cause that ends before its time raises nothing and leaves no row.
    await take(100)
    await runChecks()
    await take(99)
    await runChecksAfter(4)
    const rows = await sql`select from alert where lot_id = 1 and cleared_at is null`.execute(portal.db)
    expect(rows.rows).toHaveLength(0)
  })

  it('refusals: 14 of 20 card tries in 15 min', async () => {
    portal.clock.forward(16)
    const ids = []
    for (let n = 0; n < 20; n += 1) ids.push(await booked())
    for (const id of ids.slice(0, 14)) {
      const attempt = await attemptOf(id)
      await sql`update attempt set state = 'refused' where id = ${attempt.id}`.execute(portal.db)
    }
    await runChecks()
    expect(await textsOf('refusals')).toEqual(['Recusas: 14 de 20 nos últimos 15 min'])
    await expectNone('refusals', 15)
  })

  it('dead_job: named in Portuguese', async () => {
    await sql`insert into job (kind, unique_key, payload, run_at, created_at, dead_at)
      values ('receipt', 'dead-one', '{}', ${now()}, ${now()}, ${now()})`.execute(portal.db)
    await runChecks()
    expect(await textsOf('dead_job')).toEqual(['Uma tarefa parou: recibo'])
    await sql`delete from job where unique_key = 'dead-one'`.execute(portal.db)
    await expectNone('dead_job')
  })

  it('till_open: 16 h after it was opened, in its lot, until it is closed', async () => {
    const till = sql`insert into till (lot_id, number, user_id, float_cents, opened_at)
      values (1, 12, 1, 0, ${now()})`
    await till.execute(portal.db)
    await expectNone('till_open', 16 * 60 - 1)
    await runChecksAfter(1)
    const text = 'O caixa nº 12 está aberto há 16 h'
    expect(await openAlerts('till_open')).toEqual([{ text, lot_id: 1 }])
    await sql`delete from till`.execute(portal.db)
    await expectNone('till_open')
  })

  it('closing_late: two hours after the day should be closed', async () => {
    await closeDays(portal.deps.closing)
    await runChecksAfter(24 * 60 + 3 * 60)
    expect((await textsOf('closing_late')).length).toBeGreaterThan(0)
    await closeDays(portal.deps.closing)
    await expectNone('closing_late')
  })

  it('dispute_due: 5 days before the deadline, and again 2 days before', async () => {
    const attempt = await attemptOf(await booked())
    const event = { kind: 'chargeback', number: 'C1', amountCents: 700 } as const
    await recordSaleEvent(portal.db, { attempt, now: now() }, event)
    await portal.runJobs()
    await expectNone('dispute_due', 4.9 * 24 * 60)
    await runChecksAfter(0.1 * 24 * 60)
    const five = await textsOf('dispute_due')
    expect(five).toEqual([expect.stringContaining('faltam 5 dias')])
    await runChecksAfter(3 * 24 * 60)
    expect(await textsOf('dispute_due')).toEqual([expect.stringContaining('faltam 2 dias')])
    const raised = await sql`select from alert where kind = 'dispute_due'`.execute(portal.db)
    expect(raised.rows).toHaveLength(2)
    await sql`update dispute set state = 'sent'`.execute(portal.db)
    await expectNone('dispute_due')
  })

  it('certificate: 30, 7 and 1 days before its end', async () => {
    certificates = [{ name: 'do Pix', until: addMs(now(), 31 * dayMs) }]
    await expectNone('certificate')
    for (const [days, text] of [
      [30, 'faltam 30 dias'],
      [7, 'faltam 7 dias'],
      [1, 'falta 1 dia'],
    ] as const) {
      const until = certificates[0]?.until ?? now()
      await runChecksAfter((until.getTime() - days * dayMs - now().getTime()) / minuteMs)
      expect(await textsOf('certificate')).toEqual([`Certificado do Pix: ${text}`])
    }
    certificates = []
    await expectNone('certificate')
  })
})

it.each([
  ['', {}],
  ['cielo: 7, erede:12 ', { cielo: 7, erede: 12 }],
  ['cielo: 0', null],
  ['cielo: 121', null],
  ['cielo: 7, cielo: 8', null],
  ['cielo 7', null],
  ['cielo: 7,', null],
])('days by acquirer, typed as "%s"', (typed, days) => {
  expect(parseAcquirerDays(typed)).toEqual(days)
  expect(days && parseAcquirerDays(formatAcquirerDays(days))).toEqual(days)
})

describe('a device', () => {
  const addDevice = (name: string, lotIds: number[], marks: Partial<DeviceMarks>) =>
    portal.db
      .insertInto('device')
      .values({ name, key_hash: name, lot_ids: lotIds, created_at: now(), called_at: now(), ...marks })
      .execute()
  type DeviceMarks = { called_at: Date; heartbeat_at: Date; events_at: Date; silent_minutes: number }
  afterEach(() => sql`delete from device where key_hash = name`.execute(portal.db))

  const anHourAgo = () => addMs(now(), -60 * minuteMs)
  it.each<[string, () => Partial<DeviceMarks>, boolean]>([
    ['that calls only per car', () => ({}), false],
    ['that has sent a heartbeat', () => ({ heartbeat_at: addMs(now(), -9 * dayMs) }), true],
    ['that reads the feed', () => ({ events_at: anHourAgo() }), true],
    ['that has not read the feed for a day', () => ({ events_at: addMs(now(), -26 * 60 * minuteMs) }), false],
    ['with 60 minutes of its own', () => ({ silent_minutes: 60 }), true],
    ['with 61 minutes of its own', () => ({ silent_minutes: 61, heartbeat_at: now() }), false],
    ['that is never to alert', () => ({ silent_minutes: 0, heartbeat_at: now() }), false],
  ])('%s is watched for silence or not', async (_, marks, isAlerted) => {
    await addDevice('Cancela X', [1], { called_at: anHourAgo(), ...marks() })
    await runChecks()
    expect(await textsOf('device_silent')).toEqual(isAlerted ? ['Cancela X está em silêncio há 1 h'] : [])
  })

  it('of three lots is one alert, seen by who has all three', async () => {
    await addDevice('Totem', [1, 2, 3], { called_at: anHourAgo(), heartbeat_at: anHourAgo() })
    await runChecks()
    await runChecksAfter(1)
    expect(await openAlerts('device_silent')).toMatchObject([{ lot_id: null }])
    const member = await staffMember(portal, 10)
    const seenBy = async (lots: number[] | null) => {
      await portal.db.updateTable('user_account').set({ lot_ids: lots }).where('level', '=', 10).execute()
      const rows = at(must(await member.get('/api/staff/alerts?state=open')).body, 'data')
      return Array.isArray(rows) && rows.some((row) => at(row, 'kind') === 'device_silent')
    }
    expect(await seenBy([1, 2, 3])).toBe(true)
    expect(await seenBy([1, 2])).toBe(false)
    expect(await seenBy(null)).toBe(true)
  })
})

describe('each row is mailed once', () => {
  const raise = async (kind: string, lot: number | null, ref: string) =>
    sql`insert into alert (kind, lot_id, ref, text, since, raised_at)
      values (${kind}, ${lot}, ${ref}, ${`Caso ${ref}`}, ${now()}, ${now()})`.execute(portal.db)
  const clear = (ref: string) =>
    sql`update alert set cleared_at = ${now()} where ref = ${ref}`.execute(portal.db)
  /** Plans as the checks of a kind do, and runs the jobs that are due. */
  const mailsAfter = async (minutes: number, kind: AlertKind, refs: readonly string[]) => {
    portal.clock.forward(minutes)
    await transaction(portal.db, (tx) => planMails(tx, kind, now()))
    await portal.runJobs()
    const texts = (await listStoredMails(portal.db)).map(({ text }) => text)
    return refs.map((ref) => texts.filter((text) => text.includes(`Caso ${ref}.`)).length)
  }
  const toWholeHour = () => portal.clock.forward(60 - ((now().getTime() / minuteMs) % 60))

  it.each(alertKindNames)('%s: at once, or with the others when the hour ends', async (kind) => {
    toWholeHour()
    const refs = ['a', 'b', 'c', 'd'].map((letter) => `${kind} ${letter}`)
    const [a = '', b = '', c = '', d = ''] = refs
    await raise(kind, 1, a)
    const admins = (await mailsAfter(1, kind, [a]))[0] ?? 0
    expect(admins).toBeGreaterThan(0)
    await raise(kind, 1, b)
    await raise(kind, 1, c)
    await raise(kind, 2, d)
    expect(await mailsAfter(20, kind, refs)).toEqual([admins, 0, 0, admins])
    await clear(c)
    expect(await mailsAfter(38, kind, refs)).toEqual([admins, 0, 0, admins])
    expect(await mailsAfter(1, kind, refs)).toEqual([admins, admins, 0, admins])
    expect(await mailsAfter(60, kind, refs)).toEqual([admins, admins, 0, admins])
  })

  it('one cleared before its mail leaves the hour to the next', async () => {
    toWholeHour()
    const [a, b] = ['lot_full x', 'lot_full y']
    await raise('lot_full', 1, a)
    await transaction(portal.db, (tx) => planMails(tx, 'lot_full', now()))
    await clear(a)
    await portal.runJobs()
    await raise('lot_full', 1, b)
    expect(await mailsAfter(1, 'lot_full', [a, b])).toEqual([0, expect.any(Number)])
    expect((await mailsAfter(0, 'lot_full', [b]))[0]).toBeGreaterThan(0)
  })
})

describe('alerts in the back office', () => {
  let supervisor: PortalClient
  const dead = (key: string) =>
    sql`insert into job (kind, unique_key, payload, run_at, created_at, dead_at)
      values (${key}, ${key}, '{}', ${now()}, ${now()}, ${now()})`.execute(portal.db)

  it('hidden for one person; 1 in the gauge until cleared', async () => {
    await closeDays(portal.deps.closing)
    await sql`update review_case set closed_at = ${now()} where closed_at is null`.execute(portal.db)
    await dead('refund')
    await dead('receipt')
    await runChecks()

    supervisor = await staffMember(portal, 10)
    const manager = await staffMember(portal, 2)
    const list = async (by: PortalClient) =>
      at(must(await by.get('/api/staff/alerts?state=open')).body, 'data')
    const [first] = (await list(supervisor)) as { id: number }[]
    expect(await list(supervisor)).toMatchObject([
      { seen: false, seen_by: [] },
      { seen: false, kind: 'dead_job', ref: expect.any(String) },
    ])
    must(await supervisor.post(`/api/staff/alerts/${first?.id}/seen`, {}))
    must(await supervisor.post(`/api/staff/alerts/${first?.id}/seen`, {}))
    // The banner shows what the first page leaves unseen.
    expect(await list(supervisor)).toMatchObject([
      { seen: false },
      { id: first?.id, seen: true, seen_by: [expect.any(Number)] },
    ])
    expect(await list(manager)).toMatchObject([{ id: first?.id, seen: false }, { seen: false }])
    expect(await supervisor.post('/api/staff/alerts/999999/seen', {})).toMatchObject({ status: 404 })

    const metrics = async () => (await fetch(`${portal.url}/metrics`)).text()
    expect(await metrics()).toContain('guiche_alert{kind="dead_job",lot=""} 1')
    await sql`delete from job where dead_at is not null`.execute(portal.db)
    await runChecks()
    await expect.poll(metrics).toContain('guiche_alert{kind="dead_job",lot=""} 0')
  })

  it('limits are read, changed and refused', async () => {
    const manager = await staffMember(portal, 2)
    const path = '/api/staff/alert_settings'
    const before = at(must(await manager.get(path)).body, 'data')
    expect(before).toMatchObject({ device_silent_minutes: 15, till_open_hours: 16, dispute_days: 10 })
    const body = { ...(before as object), device_silent_minutes: 0, dispute_days: 7 }
    expect(at(must(await manager.change('PUT', path, body)).body, 'data')).toEqual(body)
    expect((await manager.change('PUT', path, { ...body, refusals_percent: 101 })).status).toBe(422)
    must(await manager.change('PUT', path, { ...body, dispute_days_by_acquirer: { cielo: 7, erede: 12 } }))
    const trail = portal.db.selectFrom('audit').select(['before', 'after']).orderBy('id', 'desc')
    expect(await trail.where('subject', '=', 'alert_setting').executeTakeFirst()).toMatchObject({
      before: { dispute_days: 7, dispute_days_by_acquirer: '' },
      after: { dispute_days: 7, dispute_days_by_acquirer: 'cielo: 7, erede: 12' },
    })
    await sql`update device set called_at = ${addMs(now(), -dayMs)}, heartbeat_at = ${now()}`.execute(
      portal.db,
    )
    await expectNone('device_silent')
  })
})
