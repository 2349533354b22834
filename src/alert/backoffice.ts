import * as z from 'zod/mini'
import { data, edited, endpoint, page } from '#kit/endpoint.ts'
import { listQuery, int4RowId, text } from '#kit/fields.ts'
import { queryFilter } from '#staff/fields.ts'
import { optionalTimestamps, idParams, wholeNumber } from '#staff/formFields.ts'
import { maxDisputeDays } from './acquirerDays.ts'

const alert = z.object({
  id: z.number(),
  /** Newer releases have other kinds. */
  kind: z.string(),
  name: z.string(),
  lot: z.nullable(z.string()),
  /** Names a device, a dispute and its step, or a certificate. */
  ref: z.string(),
  text: z.string(),
  since: z.string(),
  cleared_at: z.nullable(z.string()),
  seen: z.boolean(),
  /** Ids of staff, the last one last. */
  seen_by: z.array(z.number()),
})
export type WireAlert = z.output<typeof alert>

const base = '/api/staff/alerts'

export const listAlerts = endpoint('GET', base, 'supervisor', {
  levelText: ['Contestações, reclamações e avisos', 'Ver avisos'],
  summary: 'Alerts, the open ones first, then the newest.',
  query: z.extend(listQuery, {
    lot_id: queryFilter(int4RowId),
    state: queryFilter(z.enum(['open', 'cleared'])),
  }),
  reply: page(alert),
})

export const seeAlert = endpoint('POST', `${base}/:id/seen`, 'supervisor', {
  levelText: ['Contestações, reclamações e avisos', 'Esconder um aviso'],
  summary: 'Hides the banner of an alert for the caller.',
  params: idParams,
  reply: data(z.object({ seen: z.literal(true) })),
})

/** 0 turns a kind off where it is allowed. */
export const alertLimits = z.object({
  device_silent_minutes: wholeNumber(0, 1440),
  case_old_minutes: wholeNumber(1, 10_080),
  lot_full_percent: wholeNumber(50, 100),
  refusals_percent: wholeNumber(1, 100),
  till_open_hours: wholeNumber(1, 168),
})
export type AlertLimits = z.output<typeof alertLimits>

const alertSettings = z.extend(alertLimits, {
  /** Calendar days from the notice to the deadline. */
  dispute_days: wholeNumber(1, maxDisputeDays),
  /** Without it they stay. */
  dispute_days_by_acquirer: z.optional(
    z.record(text().check(z.maxLength(40)), wholeNumber(1, maxDisputeDays)),
  ),
})
export type AlertSettings = z.output<typeof alertSettings>

const alertSettingsReply = z.extend(alertSettings, optionalTimestamps)
export type WireAlertSettings = z.output<typeof alertSettingsReply>

export const readAlertSettings = endpoint('GET', '/api/staff/alert_settings', 'manager', {
  allLots: true,
  levelText: ['Contestações, reclamações e avisos', 'Ver quando há avisos'],
  summary: 'From when on alerts are raised, and how many days a dispute has.',
  reply: edited(alertSettingsReply),
})

export const changeAlertSettings = endpoint('PUT', '/api/staff/alert_settings', 'manager', {
  allLots: true,
  levelText: ['Contestações, reclamações e avisos', 'Mudar quando há avisos'],
  summary: 'Changes when alerts are raised, and how many days a dispute has.',
  body: alertSettings,
  reply: edited(alertSettingsReply),
})
