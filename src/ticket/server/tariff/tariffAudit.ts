import { audit } from '#kit/server/audit.ts'
import type { Tx } from '#db/schema.ts'
import { ownDayText, rowLine } from '../../calendar/rowTexts.ts'
import type { TariffVersion } from './store.ts'

type Author = { readonly actor: string; readonly now: Date }
type Change = {
  lotId: number
  action: 'new_version' | 'tariff_scheduled' | 'tariff_withdrawn'
  before: object | null
  after: object
}

export async function auditTariff(tx: Tx, { lotId, ...change }: Change, { actor, now }: Author) {
  await audit(tx, { at: now, actor, subject: 'tariff', subjectId: String(lotId), ...change })
}

/** Rows and own days as texts. */
export function auditedVersion({
  version,
  name,
  rules,
}: Pick<TariffVersion, 'version' | 'name' | 'rules'>): object {
  if (rules.kind !== 'calendar') return { version, name, ...rules }
  const rows = rules.rows.map(rowLine).map(({ label, value }) => `${label}: ${value}`)
  const days = rules.days.map(ownDayText)
  return { version, name, ...rules, rows: rows.join('; '), days: days.join('; ') }
}
