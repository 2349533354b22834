import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { disputeKey, readDisputeSettings } from '#dispute/server/disputeSettings.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { lockSettings, readSetting, writeSetting } from '#kit/server/settings.ts'
import { formatAcquirerDays } from '../acquirerDays.ts'
import { type AlertLimits, alertLimits, type AlertSettings } from '../backoffice.ts'
import type { AlertDeps } from './deps.ts'

const alertLimitsKey = 'alert_limits'

const defaultLimits: AlertLimits = {
  device_silent_minutes: 15,
  case_old_minutes: 60,
  lot_full_percent: 100,
  refusals_percent: 50,
  till_open_hours: 16,
}

export async function readAlertLimits(db: Db): Promise<AlertLimits> {
  const row = await readSetting(db, alertLimitsKey)
  return { ...defaultLimits, ...z.parse(z.partial(alertLimits), row?.value ?? {}) }
}

export async function readAlertSettings(db: Db): Promise<Required<AlertSettings>> {
  const { days, acquirers } = await readDisputeSettings(db)
  return { ...(await readAlertLimits(db)), dispute_days: days, dispute_days_by_acquirer: acquirers }
}

export async function changeAlertSettings(
  { db, clock }: Pick<AlertDeps, 'db' | 'clock'>,
  entry: AlertSettings,
  actor: string,
): Promise<void> {
  const { dispute_days: days, dispute_days_by_acquirer: sent, ...limits } = entry
  await transaction(db, async (tx) => {
    await lockSettings(tx, [alertLimitsKey, disputeKey])
    const before = await readAlertSettings(tx)
    const acquirers = sent ?? before.dispute_days_by_acquirer
    const now = clock.now()
    await writeSetting(tx, alertLimitsKey, limits, now)
    await writeSetting(tx, disputeKey, { days, acquirers }, now)
    await audit(tx, {
      at: now,
      actor,
      subject: 'alert_setting',
      subjectId: alertLimitsKey,
      action: 'changed',
      before: withDaysText(before),
      after: withDaysText({ ...limits, dispute_days: days, dispute_days_by_acquirer: acquirers }),
    })
  })
}

function withDaysText(settings: Required<AlertSettings>) {
  const days = formatAcquirerDays(settings.dispute_days_by_acquirer)
  return { ...settings, dispute_days_by_acquirer: days }
}
