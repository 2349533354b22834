import { dayMs, addMs } from '#kit/clock.ts'
import { keysOf } from '#kit/text/lookUp.ts'
import type { StatusLabel } from '#staff/statusLabel.ts'

/** docs/spec.md#contest */
export const contestStates = {
  open: { text: 'Aberta', tone: 'warn' },
  accepted: { text: 'Aceita', tone: 'go' },
  declined: { text: 'Recusada', tone: 'stop' },
  done: { text: 'Encerrada', tone: 'soft' },
  withdrawn: { text: 'Retirada', tone: 'soft' },
} as const satisfies Readonly<Record<string, StatusLabel>>
export type ContestState = keyof typeof contestStates
export const contestStateNames = keysOf(contestStates)

/** A payment takes no other contest while one is in these states. */
export const blockingStates = ['open', 'accepted', 'declined'] as const satisfies readonly ContestState[]

/** `hint` is shown once the reason is chosen. */
export const contestReasons = {
  charged_twice: { text: 'Cobrado duas vezes', hint: 'Diga quando e onde pagou da outra vez.' },
  wrong_price: { text: 'Valor errado', hint: 'Diga qual seria o valor certo e por quê.' },
  gate_closed: { text: 'A cancela não abriu', hint: 'Diga em qual saída foi e a que horas.' },
  not_mine: { text: 'Não reconheço', hint: 'Avise também o seu banco agora: só ele bloqueia o cartão.' },
  other: { text: 'Outro motivo', hint: 'Conte com as suas palavras.' },
} as const
export type ContestReason = keyof typeof contestReasons
export const contestReasonNames = keysOf(contestReasons)

/** 'em 3 dias', 'atrasada'; '—' once it is answered. */
export function daysLeftText({ days_left: days }: { days_left: number | null }): string {
  if (days === null) return '—'
  if (days <= 0) return 'atrasada'
  return days === 1 ? 'em 1 dia' : `em ${days} dias`
}

/** The driver reads it while the contest is open again. */
export const refusedRefundText = 'A devolução não foi aceita pelo banco. Estamos resolvendo.'

/** An open contest names a refund only where that was refused or denied. */
export function isRefundRefused({
  state,
  refund_id,
}: {
  state: ContestState
  refund_id: number | null
}): boolean {
  return state === 'open' && refund_id !== null
}

const reopenDays = 7

type AnsweredContest = {
  readonly state: ContestState
  readonly answered_at: Date | null
  readonly reopened_at: Date | null
}

/** A contest is reopened once, within 7 days of being declined. */
export function isReopenable(contest: AnsweredContest, now: Date): boolean {
  const { state, answered_at: answeredAt, reopened_at: reopenedAt } = contest
  if (state !== 'declined' || answeredAt === null || reopenedAt !== null) return false
  return now < addMs(answeredAt, reopenDays * dayMs)
}
