/** What can be refused about a ticket or its tariff, and what the person is told. */
export const ticketFailures = {
  ticket_not_found: 'Ticket não encontrado. Confira o número e tente novamente.',
  ticket_exited: 'Este ticket já foi utilizado na saída.',
  ticket_blocked: 'Este ticket está bloqueado. Fale com a administração do estacionamento.',
  ticket_exists: 'Já existe um ticket com este código.',
  ticket_reserved: 'Este ticket é de uma reserva: a saída abre pela placa ou pelo QR code.',
  no_reservation: 'Não há reserva para este ticket.',
  price_changed: 'O valor do ticket foi atualizado. Confira o novo valor.',
  nothing_due: 'Não há valor a pagar neste ticket.',
  tariff_missing:
    'Este estacionamento ainda não tem tarifa, e sem ela nenhum carro entra. Cadastre-a em Estacionamentos.',
  tariff_changed:
    'Alguém salvou outra versão desta tarifa enquanto você editava. Confira-a antes de salvar a sua.',
} as const

declare module '#kit/fail.ts' {
  interface FailNames {
    ticket: keyof typeof ticketFailures
  }
}
