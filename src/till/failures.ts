export const tillFailures = {
  no_till: 'Abra o caixa deste estacionamento antes de receber.',
  till_already_open: 'Você já tem um caixa aberto aqui.',
  till_closed: 'Este caixa já foi fechado.',
  till_short: 'Não há tanto dinheiro no caixa.',
  take_final: 'Este recebimento não pode mais ser desfeito.',
} as const
