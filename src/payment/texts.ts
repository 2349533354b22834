import type { NextAction } from '#acquirer/acquirer.ts'
import { methodRow } from './method/method.ts'

export const outcomeTexts = {
  confirming: 'Estamos confirmando o pagamento com o banco. Não pague de novo.',
  abandoned: 'A autenticação no banco não foi concluída. Nada foi cobrado. Tente novamente.',
  nothingCharged: 'O banco não recebeu este pagamento e nada foi cobrado. Tente novamente.',
  codeNotMade: 'O banco não respondeu e o código Pix não foi gerado. Nada foi cobrado. Tente novamente.',
  codeOver: 'O código Pix não vale mais. Nada foi cobrado.',
  settledOtherwise: 'O estacionamento resolveu este pagamento com você por outro meio.',
  cancelled: 'Este pagamento foi cancelado.',
  released: 'A pré-autorização foi liberada. Nada foi cobrado.',
  spaceGone: 'A reserva não vale mais. A pré-autorização será liberada e nada foi cobrado.',
  expired: 'Este pagamento expirou. Consulte o ticket de novo.',
  notOwed: 'Nada foi cobrado neste pagamento. Consulte o ticket de novo.',
  review: 'Pagamento em análise.',
} as const

export const typeAgainText = 'Digite o cartão de novo. Nada foi cobrado.'

export const pendingTexts = {
  url: 'Confirme o pagamento na página do seu banco.',
  qr: 'Pague com o código no aplicativo do seu banco.',
  authenticate: 'Confirme o pagamento com o seu banco.',
} as const satisfies Readonly<Record<NextAction['type'], string>>

export const validatedReason = 'Convênio aplicado antes do pagamento'

/** The payer's texts about refunds; `paid` to `validated` say why the money is not owed. */
export function refundTexts({ payment_type }: { readonly payment_type: number }) {
  const { refundTo } = methodRow(payment_type)
  const returned = `O valor cobrado agora volta ${refundTo}.`
  return {
    paid: `Este ticket já estava pago. ${returned}`,
    overtaken: `Outra pessoa está pagando este ticket. ${returned} Confira o ticket antes de sair.`,
    repriced: `O valor do ticket mudou antes da resposta do banco. ${returned} Consulte o ticket e pague de novo.`,
    exited: `Este ticket já foi utilizado na saída. ${returned}`,
    replaced: `Este ticket foi trocado por outro. ${returned} Consulte o ticket novo.`,
    released: `A reserva não vale mais. ${returned}`,
    validated: `${validatedReason}. ${returned}`,
    less: `O valor pago foi menor que o do ticket e volta ${refundTo}. Consulte o ticket e pague de novo.`,
    refunding: `O estacionamento pediu a devolução deste pagamento ${refundTo}.`,
    doubted: `O estacionamento pediu a devolução deste pagamento ${refundTo}, e a resposta se perdeu. Ele confere se ela chegou.`,
    refunded: `Este pagamento foi devolvido ${refundTo}.`,
  } as const
}

/** 'P00000001' */
export function formatProtocol({ id }: { readonly id: number }): string {
  return `P${String(id).padStart(8, '0')}`
}

/** Of the event that reminds of a payment's deadline. */
export function calendarIdOf(payment: { readonly id: number; readonly segment_n: number }): string {
  return `${formatProtocol(payment)}-${payment.segment_n}`
}

/** Null for another text. */
export function readProtocol(text: string): number | null {
  return /^p\d{8}$/i.test(text) ? Number(text.slice(1)) : null
}
