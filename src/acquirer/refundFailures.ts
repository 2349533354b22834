export const refundFailureTexts = {
  balance:
    'Falta saldo a receber na adquirente para cobrir a devolução. Tente de novo quando houver novas vendas.',
  over: 'Esta venda já foi devolvida ou está contestada. Confira no site da adquirente antes de tentar de novo.',
  rest: 'A adquirente não devolve este valor: confira no site dela quanto ainda resta da venda.',
  denied: 'O banco do cartão não aceitou a devolução depois de pedida.',
  outside: 'Parte desta venda já foi devolvida fora do sistema, no site da adquirente.',
  unseen:
    'A adquirente não mostra uma devolução anterior desta venda. Confira no site dela antes de tentar de novo.',
  unarrived:
    'A equipe conferiu no site da adquirente: a devolução não chegou. Se ainda for devida, peça de novo.',
  never: 'A adquirente não devolve esta venda. Resolva com o cliente por outro meio.',
} as const

export type RefundFailureCause = keyof typeof refundFailureTexts
