import { happenedIn, paymentStates } from '#payment/states.ts'
import { reserveStates } from '#reservation/states.ts'

/** What audit rows and gate news say to people. */
const ticketTexts: Readonly<Record<string, string>> = {
  waived: 'Isenção concedida',
  lost: 'Ticket perdido: bloqueado e substituído',
  replacement: 'Segunda via emitida',
  paid: 'Pago em máquina ou caixa',
  paid_twice: 'Pago outra vez em máquina ou caixa: devolva um dos pagamentos',
  exited: 'Saída registrada',
}

const newsTexts: Readonly<Record<string, string>> = {
  paid: 'Cancelas avisadas: pago',
  authorised: 'Cancelas avisadas: saída autorizada',
  opened: 'Cancelas avisadas: saiu',
}

/** What happened to a payment, besides the states that it came to. */
const paymentTexts: Readonly<Record<string, string>> = {
  ...happenedIn(paymentStates),
  reopened: 'Tentativa sem sucesso: em aberto de novo',
  repriced: 'Valor atualizado',
  decided_ask: 'Adquirente consultada de novo',
  decided_captured: 'Decisão da equipe: cobrado',
  decided_not_captured: 'Decisão da equipe: não cobrado',
}

const reservationTexts = happenedIn(reserveStates)

const tables = { ticket: ticketTexts, news: newsTexts, payment: paymentTexts, reservation: reservationTexts }

/** What happened, for people; the bare name where no text is known, so that nothing is hidden. */
export function happeningText(kind: keyof typeof tables, action: string): string {
  return tables[kind][action] ?? action
}

const actors: Readonly<Record<string, string>> = {
  customer: 'Cliente',
  acquirer: 'Adquirente',
  janitor: 'Sistema',
  demo: 'Demonstração',
  setup: 'Instalação',
}

/** Who did it, for people: 'Cliente', 'Equipamento 3'. Staff are named by whoever knows their names. */
export function actorText(actor: string): string {
  return actors[actor] ?? actor.replace(/^device /, 'Equipamento ').replace(/^staff /, 'Equipe ')
}
