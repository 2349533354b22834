import { timeZoneTexts } from '#parking/timeZones.ts'
import type { AuditTexts } from '#kit/auditTerms.ts'

declare module '#kit/auditTerms.ts' {
  interface AuditSubjects {
    ticket: typeof ticketTrail
    tariff: typeof tariffTrail
  }
}

/** Any other word is shown unchanged (docs/equipment.md#machine-payments). */
const machineMethodTexts = {
  machine: 'Máquina',
  cashier: 'Caixa',
  card: 'Cartão',
  credit: 'Cartão de crédito',
  debit: 'Cartão de débito',
  cash: 'Dinheiro',
  card_machine: 'Maquininha',
  dinheiro: 'Dinheiro',
  pix: 'Pix',
} as const

export const ticketTrail = {
  name: 'Ticket',
  actions: {
    waived: 'Isenção concedida',
    lost: 'Ticket perdido: bloqueado e substituído',
    replacement: 'Segunda via emitida',
    paid: 'Pago em máquina ou caixa',
    taken: 'Pago no balcão',
    take_undone: 'Recebimento do balcão desfeito',
    paid_twice: 'Pago a mais em máquina ou caixa: devolva o que foi pago a mais',
    validated: 'Convênio aplicado',
    validation_undone: 'Convênio desfeito',
    undo_void: 'Convênio mantido: pago ou saiu antes de acabar',
    handed_back: 'Devolvido ao motorista o que foi pago a mais',
    exited: 'Saída registrada',
    exit_authorised: 'Saída liberada pela equipe',
    plate_twice: 'A mesma placa já estava no pátio com outro ticket',
  },
  fields: {
    gate: 'Cancela',
    validation: 'Convênio',
    excess_cents: 'Pago a mais',
    other: 'Outro ticket',
    exited_at: { name: 'Saída', as: 'instant' },
    method: { name: 'Meio', words: machineMethodTexts },
    till: 'Caixa',
    receipt: 'Recibo',
    replaces: 'Substitui',
    replaced_by: 'Substituído por',
  },
} as const satisfies AuditTexts

export const gateEventTexts: Readonly<Record<string, string>> = {
  paid: 'Cancelas avisadas: pago',
  authorised: 'Cancelas avisadas: saída autorizada',
  opened: 'Cancelas avisadas: saiu',
}

export const tariffTrail = {
  name: 'Tarifa',
  actions: {
    new_version: 'Nova versão da tarifa',
    tariff_scheduled: 'Versão da tarifa programada',
    tariff_withdrawn: 'Versão da tarifa retirada',
  },
  fields: {
    version: 'Versão',
    starts_at: { name: 'Início', as: 'instant' },
    time_zone: { name: 'Fuso horário', words: timeZoneTexts },
    kind: {
      name: 'Tipo',
      words: {
        blocks: 'Por frações',
        flat_day: 'Diária',
        overnight: 'Por frações, com pernoite',
        calendar: 'Por dias e horários',
      },
    },
    entry_tolerance_min: 'Tolerância na entrada (min)',
    exit_tolerance_min: 'Tolerância na saída (min)',
    exit_rule: {
      name: 'Sair até',
      words: { tolerance_only: 'Só a tolerância', max_of_both: 'Tolerância ou fim da fração paga' },
    },
    lost_ticket_fee_cents: 'Taxa de ticket perdido',
    'first_block.minutes': 'Primeira fração (min)',
    'first_block.value_cents': 'Primeira fração',
    'step.minutes': 'Fração seguinte (min)',
    'step.value_cents': 'Fração seguinte',
    'cap.value_cents': 'Limite por 24 h',
    'day.value_cents': 'Diária',
    'night.from': 'Pernoite das',
    'night.to': 'Pernoite até',
    'night.value_cents': 'Pernoite',
    rows: 'Linhas',
    days: 'Dias próprios',
  },
} as const satisfies AuditTexts

export const exitRefusalTexts: Readonly<Record<string, string>> = {
  due: 'não pago',
  overdue: 'prazo de saída vencido',
  not_authorised: 'reserva sem saída autorizada',
  blocked: 'ticket bloqueado',
  exited: 'ticket já utilizado',
  other_lot: 'ticket de outro estacionamento',
  ask_ticket: 'placa com dois tickets no pátio',
}
