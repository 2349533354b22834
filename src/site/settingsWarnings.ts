import { canReserve } from '#payment/method/captureTerms.ts'
import { type Method, methods } from '#payment/method/method.ts'
import { defaultPageSettings } from './pageSettings.ts'
import type { WireSettings } from './settingsContract.ts'

const fieldNames = { operatorName: 'Nome do operador', operatorCnpj: 'CNPJ', contactEmail: 'E-mail' } as const
const fields = ['operatorName', 'operatorCnpj', 'contactEmail'] as const
export type IdentityField = (typeof fields)[number]

type Identity = { readonly [F in IdentityField]?: string | undefined }

const isExample = (identity: Identity, field: IdentityField) => identity[field] === defaultPageSettings[field]

/** What is unset, or the example of the demo. */
export function missingIdentity(identity: Identity): IdentityField[] {
  return fields.filter((field) => !identity[field]?.trim() || isExample(identity, field))
}

/** Which fields stop payments in production, and why (docs/spec.md#r36). */
export function identityProblems(identity: Identity): string[] {
  return missingIdentity(identity).map((field) =>
    isExample(identity, field)
      ? `${fieldNames[field]}: este é o do exemplo do Guichê. Informe o seu: até lá ninguém paga por aqui.`
      : `${fieldNames[field]}: falta informar. Até lá ninguém paga por aqui.`,
  )
}

export const settingsWarningTexts = {
  noMethod: 'Nenhuma forma de pagamento está aberta: ninguém consegue pagar por aqui.',
  noReservations: 'Sem cartão de crédito não há novas reservas: elas voltam quando ele for aberto.',
} as const

/** `offered` has the methods of the configured acquirers (docs/spec.md#r40). */
export function settingsWarnings(
  settings: WireSettings,
  { offered, production }: { readonly offered: readonly Method[]; readonly production: boolean },
): string[] {
  const open = offered.filter((name) => settings[methods[name].setting])
  const cannotReserve = settings.reserveEnabled && !canReserve(open)
  return [
    ...(production ? identityProblems(settings) : []),
    ...(open.length === 0 ? [settingsWarningTexts.noMethod] : []),
    ...(cannotReserve ? [settingsWarningTexts.noReservations] : []),
  ]
}
