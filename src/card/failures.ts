export const cardFailures = {
  card_reserved: 'Este cartão garante uma reserva ativa. Ele pode ser excluído quando a reserva terminar.',
} as const
