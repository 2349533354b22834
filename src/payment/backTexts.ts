import { methodRow } from './method.ts'

/** Why money goes back, and where to: what the payer reads, by the method that it came by; while it goes and once it has gone. */
export function backTexts({ payment_type }: { readonly payment_type: number }) {
  const { backTo } = methodRow(payment_type)
  return {
    givenBack: `Este ticket já estava pago. O valor cobrado agora volta ${backTo}.`,
    overtaken: `Outra pessoa está pagando este ticket. O valor cobrado agora volta ${backTo}. Confira o ticket antes de sair.`,
    less: `O valor pago foi menor que o do ticket e volta ${backTo}. Consulte o ticket e pague de novo.`,
    refunding: `O estacionamento pediu a devolução deste pagamento ${backTo}.`,
    doubted: `O estacionamento pediu a devolução deste pagamento ${backTo}, e a resposta se perdeu. Ele confere se ela chegou.`,
    refunded: `Este pagamento foi devolvido ${backTo}.`,
  } as const
}
