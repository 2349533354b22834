export const paymentFailures = {
  already_paid: 'Este ticket já está pago.',
  payment_in_flight: 'Já existe um pagamento deste ticket em andamento. Aguarde a confirmação.',
  payment_final: 'Este pagamento já foi encerrado.',
  debit_on_reservation: 'A reserva só pode ser paga com cartão de crédito.',
  too_many_attempts: 'Muitas tentativas de pagamento. Aguarde e tente mais tarde.',
  method_closed: 'Esta forma de pagamento não está disponível agora. Escolha outra.',
  not_configured: 'Este estacionamento ainda não está configurado.',
  pix_over: 'Este código Pix não pode mais ser pago.',
  payer_missing: 'Preencha seus dados e seu endereço antes de pagar.',
  not_refundable: 'Este pagamento não tem valor a devolver.',
  refund_in_flight: 'Já existe uma devolução deste pagamento em andamento. Aguarde a confirmação.',
  refund_changed: 'O valor deste pagamento mudou enquanto você olhava. Confira antes de devolver.',
  nothing_to_decide: 'Este pagamento já está resolvido.',
  acquirer_differs: 'A adquirente respondeu, e vale o que ela diz: confira a situação antes de decidir.',
  acquirer_silent: 'A adquirente não confirma isso agora. Nada mudou. Tente de novo mais tarde.',
  receipt_missing: 'Este pagamento não tem recibo.',
  nothing_to_remind: 'Não há prazo de saída para lembrar.',
  receipt_sent: 'O recibo deste pagamento já foi enviado para outro e-mail.',
  not_authentic: 'Notificação não reconhecida.',
} as const

declare module '#kit/fail.ts' {
  interface FailNames {
    payment: keyof typeof paymentFailures
  }
}
