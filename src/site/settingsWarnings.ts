import { canReserve } from '#payment/method/captureTerms.ts'
import { type Method, methods } from '#payment/method/method.ts'
import type { WireSettings } from './settingsContract.ts'

export const settingsWarningTexts = {
  noMethod: 'Nenhuma forma de pagamento está aberta: ninguém consegue pagar por aqui.',
  noReservations: 'Sem cartão de crédito não há novas reservas: elas voltam quando ele for aberto.',
} as const

/** `offered` has the methods of the configured acquirers (docs/spec.md#r40). */
export function settingsWarnings(settings: WireSettings, offered: readonly Method[]): string[] {
  const open = offered.filter((name) => settings[methods[name].setting])
  const cannotReserve = settings.reserveEnabled && !canReserve(open)
  return [
    ...(open.length === 0 ? [settingsWarningTexts.noMethod] : []),
    ...(cannotReserve ? [settingsWarningTexts.noReservations] : []),
  ]
}
