import { lookUp } from '#kit/text/lookUp.ts'

type RefusalCauseRow = {
  /** Shown to the driver: no code and no accusation. */
  readonly text: string
  /** False where the issuer will never approve this card. */
  readonly mayTryAgain: boolean
  readonly forgetsCard: boolean
}

const temporary = { mayTryAgain: true, forgetsCard: false } as const
const tokenGone = { mayTryAgain: true, forgetsCard: true } as const
const permanent = { mayTryAgain: false, forgetsCard: true } as const

export const refusalCauses = {
  generic: {
    text: 'Pagamento não autorizado. Fale com a central do seu cartão ou use outro cartão.',
    ...temporary,
  },
  funds: { text: 'Não autorizado por falta de saldo ou limite. Use outro cartão.', ...temporary },
  limit: {
    text: 'Valor ou quantidade acima do limite do cartão. Fale com a central do seu cartão.',
    ...temporary,
  },
  pin: {
    text: 'Senha do cartão inválida. Fale com a central do seu cartão ou use outro cartão.',
    ...temporary,
  },
  card_data: { text: 'Confira os dados do cartão e tente de novo.', ...temporary },
  cvv: { text: 'Verifique o número, a validade e o código de segurança do cartão.', ...temporary },
  cvv_missing: {
    text: 'O banco pede o código de segurança deste cartão. Digite o CVV e tente de novo.',
    ...temporary,
  },
  expired: { text: 'Verifique a validade do cartão.', ...temporary },
  not_allowed: { text: 'Transação não permitida para este cartão. Use outro cartão.', ...temporary },
  blocked: { text: 'Cartão bloqueado. Fale com a central do seu cartão.', ...temporary },
  unlock: { text: 'Desbloqueie o cartão e tente novamente.', ...temporary },
  closed: { text: 'Cartão ou conta encerrada. Use outro cartão.', ...permanent },
  merchant: { text: 'Pagamento indisponível no momento. Tente outro cartão ou mais tarde.', ...temporary },
  /** The merchant's setup at the acquirer is wrong: every card fails. */
  setup: { text: 'Pagamento indisponível no momento. Tente mais tarde.', ...temporary },
  unlisted: { text: 'Pagamento não aceito. Confira os seus dados ou pague de outra forma.', ...temporary },
  amount: { text: 'Valor não permitido para este cartão. Use outro cartão.', ...temporary },
  use_credit: { text: 'Este cartão não aceita débito. Escolha crédito.', ...temporary },
  use_debit: { text: 'Este cartão não aceita crédito. Escolha débito.', ...temporary },
  authentication: { text: 'Não foi possível autenticar o cartão. Tente de novo.', ...temporary },
  velocity: { text: 'Muitas tentativas. Aguarde e tente mais tarde.', ...temporary },
  saved_card: { text: 'Cartão salvo indisponível. Cadastre-o de novo.', ...tokenGone },
  brand: { text: 'Bandeira não aceita. Use outro cartão.', ...temporary },
  instrument: { text: 'Forma de pagamento indisponível. Escolha outra.', ...temporary },
  /** The code expired or was closed unpaid. */
  ended: { text: 'O tempo deste código acabou e nada foi cobrado. Gere outro código.', ...temporary },
} as const satisfies Readonly<Record<string, RefusalCauseRow>>

/** Null for an unknown cause. */
export function refusalCauseRow(cause: string): RefusalCauseRow | null {
  const rows: Readonly<Record<string, RefusalCauseRow>> = refusalCauses
  return lookUp(rows, cause) ?? null
}
