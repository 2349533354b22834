import type { RefusalCause } from './acquirer.ts'
import { type CodeRow, causeByCode } from './returnCodes.ts'

/** What the customer reads (acquirer.md 1.12). Never a code, never an accusation. */
export const refusalTexts: Readonly<Record<RefusalCause, string>> = {
  generic: 'Pagamento não autorizado. Fale com a central do seu cartão ou use outro cartão.',
  funds: 'Não autorizado por falta de saldo ou limite. Use outro cartão.',
  limit: 'Valor ou quantidade acima do limite do cartão. Fale com a central do seu cartão.',
  pin: 'Senha do cartão inválida. Fale com a central do seu cartão ou use outro cartão.',
  card_data: 'Confira os dados do cartão e tente de novo.',
  cvv: 'Verifique o número, a validade e o código de segurança do cartão.',
  expired: 'Verifique a validade do cartão.',
  not_allowed: 'Transação não permitida para este cartão. Use outro cartão.',
  blocked: 'Cartão bloqueado. Fale com a central do seu cartão.',
  unlock: 'Desbloqueie o cartão e tente novamente.',
  closed: 'Cartão ou conta encerrada. Use outro cartão.',
  merchant: 'Pagamento indisponível no momento. Tente outro cartão ou mais tarde.',
  amount: 'Valor não permitido para este cartão. Use outro cartão.',
  use_credit: 'Este cartão não aceita débito. Escolha crédito.',
  use_debit: 'Este cartão não aceita crédito. Escolha débito.',
  authentication: 'Não foi possível autenticar o cartão. Tente de novo.',
  velocity: 'Muitas tentativas. Aguarde e tente mais tarde.',
  saved_card: 'Cartão salvo indisponível. Cadastre-o de novo.',
  brand: 'Bandeira não aceita. Use outro cartão.',
}

/**
 * Why a sale was denied. The same code means different things to different brands, so a brand's own row
 * goes before the common one. Leading zeros do not count ('05' is '5'), except for '014', a code of its own.
 */
export function refusalCause(brand: string | null, returnCode: string | null): RefusalCause {
  if (returnCode === null) return 'generic'
  const code = returnCode.trim().toUpperCase()
  const row = causeByCode[code] ?? causeByCode[code.replace(/^0+(?=.)/, '')]
  return row === undefined ? 'generic' : causeIn(row, brand)
}

function causeIn(row: CodeRow, brand: string | null): RefusalCause {
  if (typeof row === 'string') return row
  return (brand === null ? undefined : row[brand]) ?? row.any
}

const cardDataErrors = [117, 118, 124, 125, 126, 127, 128, 146, 174, 177, 213, 214]

/** The cause of an error of the API itself (HTTP 400, acquirer.md 1.13). */
export function apiErrorCause(code: number): RefusalCause {
  if (cardDataErrors.includes(code)) return 'card_data'
  if (code === 182 || code === 185) return 'brand'
  if (code === 130 || code === 180) return 'saved_card'
  return 'merchant'
}
