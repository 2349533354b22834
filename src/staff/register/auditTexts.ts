import type { AuditSubject } from '#kit/auditSubjects.ts'
import { numberText } from '#kit/text/formats.ts'
import { humanMoney } from '#kit/money.ts'
import { levelNames } from '../level.ts'
import { happeningText } from '../ops/historyTexts.ts'
import { timeZones } from './lotContract.ts'

/** The kinds of thing that the trail tells of, for people. */
export const subjectTexts: Readonly<Record<AuditSubject, string>> = {
  payment: 'Transação',
  ticket: 'Ticket',
  reservation: 'Reserva',
  lot: 'Estacionamento',
  tariff: 'Tarifa',
  setting: 'Configurações',
  device: 'Equipamento',
  account: 'Pessoa',
  statement: 'Extrato',
}

const actionTexts: Readonly<Record<string, string>> = {
  created: 'Cadastro',
  changed: 'Alteração',
  new_version: 'Nova versão da tarifa',
  key_changed: 'Chave trocada',
  revoked: 'Chave revogada',
  staff_created: 'Acesso criado e convite enviado',
  admin_created: 'Primeiro administrador criado',
  invited: 'Convite enviado de novo',
  level_changed: 'Nível alterado',
  second_factor_enrolled: 'Autenticador cadastrado',
  second_factor_reset: 'Autenticador removido',
  logins_ended: 'Acessos encerrados',
  uploaded: 'Extrato enviado',
  removed: 'Extrato removido',
  logo_changed: 'Logotipo trocado',
  logo_removed: 'Logotipo removido',
  erased: 'Conta excluída',
}

/** What happened, for people; the bare name where no text is known, so that nothing is hidden. */
export function actionText(subject: AuditSubject, action: string): string {
  if (subject === 'payment' || subject === 'ticket' || subject === 'reservation')
    return happeningText(subject, action)
  return actionTexts[action] ?? action
}

const fieldNames: Readonly<Record<string, string>> = {
  name: 'Nome',
  time_zone: 'Fuso horário',
  total_normal: 'Vagas comuns',
  total_pregnant: 'Vagas para gestantes',
  total_disabilities: 'Vagas para pessoas com deficiência',
  total_elderly: 'Vagas para pessoas idosas',
  total_reserves: 'Vagas para reserva',
  lot_ids: 'Estacionamentos',
  level: 'Nível',
  state: 'Situação',
  reason: 'Motivo',
  code: 'Código',
  amount_cents: 'Valor',
  paid_cents: 'Pago',
  method: 'Meio',
  gate: 'Cancela',
  exited_at: 'Saída',
  replaces: 'Substitui',
  replaced_by: 'Substituído por',
  fiscal_records: 'Registros fiscais mantidos',
  version: 'Versão',
  kind: 'Tipo',
  entry_tolerance_min: 'Tolerância na entrada (min)',
  exit_tolerance_min: 'Tolerância na saída (min)',
  exit_rule: 'Sair até',
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
  operatorName: 'Nome do operador',
  operatorCnpj: 'CNPJ',
  copyright: 'Direitos autorais',
  buildVersion: 'Versão',
  developerName: 'Desenvolvedor',
  developerUrl: 'Endereço do desenvolvedor',
  contactEmail: 'E-mail de contato',
  contactWhatsapp: 'WhatsApp',
  contactPhone: 'Telefone',
  reserveEnabled: 'Reservas',
  reserveValue: 'Pré-autorização (R$)',
  reserveMin: 'Retido no cancelamento (R$)',
  reserveHoldMinutes: 'Prazo para pagar a reserva (min)',
  reserveArriveHours: 'Prazo para chegar (h)',
  captchaEnabled: 'Verificação de segurança',
  analyticsEnabled: 'Dados de navegação',
  analyticsScriptUrl: 'Script de navegação',
  analyticsChecked: 'Consentimento já marcado',
  warningsEnabled: 'Avisos do servidor',
  signColor: 'Cor das ações',
  goColor: 'Cor de pago',
}

const valueTexts: Readonly<Record<string, string>> = {
  ...timeZones,
  machine: 'Máquina',
  blocks: 'Por frações',
  flat_day: 'Diária',
  overnight: 'Por frações, com pernoite',
  tolerance_only: 'Só a tolerância',
  max_of_both: 'Tolerância ou fim da fração paga',
}

export type Difference = { field: string; before: string | null; after: string | null }

/** The fields that an audit row changes, for people. Nested fields are told one by one, unknown ones by their names. */
export function differences(subject: AuditSubject, before: unknown, after: unknown): Difference[] {
  const was = flat(before)
  const is = flat(after)
  const names = [...new Set([...was.keys(), ...is.keys()])]
  return names
    .map((name) => ({
      field: fieldNames[name] ?? name,
      before: valueText(subject, name, was.get(name)),
      after: valueText(subject, name, is.get(name)),
    }))
    .filter((change) => change.before !== change.after)
}

function flat(value: unknown, prefix = ''): Map<string, unknown> {
  const found = new Map<string, unknown>()
  if (typeof value !== 'object' || value === null) return found
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner))
      for (const [deep, told] of flat(inner, `${prefix}${name}.`)) found.set(deep, told)
    else found.set(`${prefix}${name}`, inner)
  }
  return found
}

function valueText(subject: AuditSubject, name: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (Array.isArray(value)) return value.map(String).join(', ')
  if (typeof value === 'number' && name.endsWith('_cents')) return `R$\u00a0${humanMoney(value)}`
  if (typeof value === 'number' && name === 'level') return levelNames[value] ?? String(value)
  if (typeof value === 'number') return numberText(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  return name === 'state' ? actionText(subject, value) : (valueTexts[value] ?? value)
}
