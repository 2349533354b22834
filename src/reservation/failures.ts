export const reservationFailures = {
  reserve_off: 'As reservas não estão disponíveis no momento.',
  lot_not_open: 'Este estacionamento não aceita reservas agora.',
  sold_out: 'Não há mais vagas reservadas disponíveis.',
  unpaid_spaces:
    'Você já tem vagas reservadas à espera de pagamento. Pague ou cancele uma delas antes de reservar outra.',
  already_reserved: 'Este veículo já tem uma reserva ativa.',
  reservation_released: 'O prazo para pagar esta reserva terminou. Faça uma nova reserva.',
  reservation_over: 'Esta reserva já foi encerrada.',
  not_entered: 'O veículo ainda não entrou no estacionamento.',
  already_entered: 'O veículo já entrou. Autorize a saída quando for sair.',
  not_awaited: 'Esta reserva não está à espera do veículo.',
  qrcode_over: 'Este QR code não vale mais.',
} as const
