/** Texts of outcomes that are no refusal. */
export const outcomeTexts = {
  confirming: 'Estamos confirmando o pagamento com o banco. Não pague de novo.',
  abandoned: 'A autenticação no banco não foi concluída. Nada foi cobrado. Tente novamente.',
  nothingCharged: 'O banco não recebeu este pagamento e nada foi cobrado. Tente novamente.',
  codeNotMade: 'O banco não respondeu e o código Pix não foi gerado. Nada foi cobrado. Tente novamente.',
  codeOver: 'O código Pix não vale mais. Nada foi cobrado.',
  settledOtherwise: 'O estacionamento resolveu este pagamento com você por outro meio.',
  cancelled: 'Este pagamento foi cancelado.',
  released: 'A pré-autorização foi liberada. Nada foi cobrado.',
  expired: 'Este pagamento expirou. Consulte o ticket de novo.',
  notOwed: 'Nada foi cobrado neste pagamento. Consulte o ticket de novo.',
  review: 'Pagamento em análise.',
} as const
