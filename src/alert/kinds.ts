import { minuteMs } from '#kit/clock.ts'
import { keysOf } from '#kit/text/lookUp.ts'

type AlertKindRow = {
  readonly name: string
  /** How long a cause lasts before it raises an alert. */
  readonly raiseAfterMs: number
}

/** docs/back-office.md#avisos; each kind has its check in `server/checks.ts`. */
export const alertKinds = {
  device_silent: { name: 'Equipamento em silêncio', raiseAfterMs: 0 },
  device_clock: { name: 'Relógio errado', raiseAfterMs: 0 },
  case_old: { name: 'Pagamentos em análise', raiseAfterMs: 0 },
  lot_full: { name: 'Estacionamento lotado', raiseAfterMs: 5 * minuteMs },
  refusals: { name: 'Muitas recusas', raiseAfterMs: 0 },
  dead_job: { name: 'Tarefa parada', raiseAfterMs: 0 },
  till_open: { name: 'Caixa aberto', raiseAfterMs: 0 },
  closing_late: { name: 'Fechamento atrasado', raiseAfterMs: 0 },
  dispute_due: { name: 'Prazo de contestação', raiseAfterMs: 0 },
  certificate: { name: 'Certificado a vencer', raiseAfterMs: 0 },
} as const satisfies Readonly<Record<string, AlertKindRow>>

export type AlertKind = keyof typeof alertKinds

export const alertKindNames = keysOf(alertKinds)

/** Days before a deadline or expiry at which an alert is raised, the longest first. */
export const warningDays = { dispute_due: [5, 2], certificate: [30, 7, 1] } as const
