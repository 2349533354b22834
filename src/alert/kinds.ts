import { minuteMs } from '#kit/clock.ts'
import { namesIn } from '#kit/text/lookUp.ts'

type AlertRow = {
  readonly name: string
  /** How long a cause lasts before it raises an alert. */
  readonly holdMs: number
}

/** docs/back-office.md#avisos; each kind has its check in `server/checks`. */
export const alertKinds = {
  device_silent: { name: 'Equipamento em silêncio', holdMs: 0 },
  case_old: { name: 'Pagamentos em análise', holdMs: 0 },
  lot_full: { name: 'Estacionamento lotado', holdMs: 5 * minuteMs },
  refusals: { name: 'Muitas recusas', holdMs: 0 },
  dead_job: { name: 'Tarefa parada', holdMs: 0 },
  closing_late: { name: 'Fechamento atrasado', holdMs: 0 },
  dispute_due: { name: 'Prazo de contestação', holdMs: 0 },
  certificate: { name: 'Certificado a vencer', holdMs: 0 },
} as const satisfies Readonly<Record<string, AlertRow>>

export type AlertKind = keyof typeof alertKinds

export const alertKindNames = namesIn(alertKinds)

/** Days before an end, the longest first. */
export const warnedDays = { dispute_due: [5, 2], certificate: [30, 7, 1] } as const
