import { dayText } from '#kit/calendar.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { jobNames } from './jobNames.ts'

/** docs/back-office.md#avisos */
export const alertTexts = {
  device_silent: (device: string, minutes: number) => `${device} está em silêncio há ${duration(minutes)}`,
  case_old: (count: number, minutes: number) =>
    `${count} ${count === 1 ? 'pagamento' : 'pagamentos'} em análise há mais de ${duration(minutes)}`,
  lot_full: (lot: string) => `${lot} está lotada`,
  refusals: (refused: number, tries: number) => `Recusas: ${refused} de ${tries} nos últimos 15 min`,
  dead_job: (job: string) => `Uma tarefa parou: ${lookUp(jobNames, job) ?? job}`,
  closing_late: (lot: string, day: string) => `${lot}: o dia ${dayText(day)} ainda não foi fechado`,
  dispute_due: (ticket: string, days: number) => `Contestação do ticket ${ticket}: ${ends(days)}`,
  certificate: (name: string, days: number) => `Certificado ${name}: ${ends(days)}`,
} as const

/** 15 -> '15 min', 60 -> '1 h', 90 -> '90 min', 150 -> '2 h'. */
function duration(minutes: number): string {
  return minutes >= 120 || minutes === 60 ? `${Math.floor(minutes / 60)} h` : `${minutes} min`
}

function ends(days: number): string {
  if (days <= 0) return 'o prazo venceu'
  return days === 1 ? 'falta 1 dia' : `faltam ${days} dias`
}
