export const partnerFailures = {
  validation_limit: 'O limite deste convênio para o mês foi atingido.',
  already_validated: 'Este ticket já tem um convênio desta loja.',
  validation_full: 'Este ticket já tem dois convênios.',
  validation_fixed: 'O ticket já foi pago ou saiu. O convênio não pode mais ser desfeito.',
  code_used: 'Este código já foi usado ou venceu.',
  partner_used: 'Este parceiro já concedeu convênios. Desative-o.',
} as const
