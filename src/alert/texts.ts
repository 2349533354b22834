import { formatDay } from '#kit/calendar.ts'
import { lookUp } from '#kit/text/lookUp.ts'

/** Every job kind has a name (test/jobs.test.ts). */
export const jobNames: Readonly<Record<string, string>> = {
  acquirer_doubt: 'aviso sobre a adquirente',
  acquirer_event: 'aviso da adquirente',
  acquirer_unlisted: 'aviso de código desconhecido',
  alert: 'aviso de caso',
  alert_mail: 'e-mail de aviso',
  partner_access: 'e-mail à pessoa de uma loja',
  partner_invitation: 'convite de uma loja',
  partner_statement: 'extrato de convênio',
  recheck_code: 'consulta do código Pix',
  recheck_soon: 'consulta à adquirente',
  authentication_blocked: 'aviso de autenticação bloqueada',
  closing_mail: 'e-mail do fechamento',
  contest_mail: 'e-mail de reclamação',
  contest_refund: 'devolução de reclamação',
  detect_duplicates: 'conferência de vendas',
  failed_refund_mail: 'e-mail de devolução negada',
  refund_denied: 'reclamação cuja devolução foi negada',
  dispute: 'contestação',
  end_hold: 'fim da pré-autorização',
  end_open: 'fim do pagamento aberto',
  forget_card: 'exclusão de cartão',
  give_back: 'devolução da cobrança',
  recheck_reversal: 'conferência de devolução',
  notice: 'e-mail da conta',
  plate_twice: 'aviso de placa repetida',
  receipt: 'recibo',
  receipt_copy: 'cópia do recibo',
  recovery: 'e-mail de recuperação',
  remind: 'aviso de prazo',
  refund: 'devolução',
  refund_mail: 'e-mail da devolução',
  reservation_mail: 'e-mail da reserva',
}

/** docs/back-office.md#avisos */
export const alertTexts = {
  device_silent: (device: string, minutes: number) =>
    `${device} está em silêncio há ${durationText(minutes)}`,
  device_clock: (device: string, day: string) =>
    `${device}: relógio errado (${day.replace(/^(.*)-(.*)-(.*)$/, '$3/$2/$1')})`,
  case_old: (count: number, minutes: number) =>
    `${count} ${count === 1 ? 'pagamento' : 'pagamentos'} em análise há mais de ${durationText(minutes)}`,
  lot_full: (lot: string) => `${lot} está lotada`,
  refusals: (refused: number, tries: number) => `Recusas: ${refused} de ${tries} nos últimos 15 min`,
  dead_job: (job: string) => `Uma tarefa parou: ${lookUp(jobNames, job) ?? job}`,
  till_open: (number: number, hours: number) => `O caixa nº ${number} está aberto há ${hours} h`,
  closing_late: (lot: string, day: string) => `${lot}: o dia ${formatDay(day)} ainda não foi fechado`,
  dispute_due: (ticket: string, days: number) => `Contestação do ticket ${ticket}: ${deadlineText(days)}`,
  certificate: (name: string, days: number) => `Certificado ${name}: ${deadlineText(days)}`,
} as const

/** 15 -> '15 min', 60 -> '1 h', 90 -> '90 min', 150 -> '2 h'. */
function durationText(minutes: number): string {
  return minutes >= 120 || minutes === 60 ? `${Math.floor(minutes / 60)} h` : `${minutes} min`
}

function deadlineText(days: number): string {
  if (days <= 0) return 'o prazo venceu'
  return days === 1 ? 'falta 1 dia' : `faltam ${days} dias`
}
