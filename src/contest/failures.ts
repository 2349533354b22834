export const contestFailures = {
  contest_open: 'Já existe uma contestação deste pagamento.',
  contest_over: 'O prazo para contestar aqui terminou. Fale conosco.',
  contest_state: 'A contestação já está em outra situação.',
  nothing_taken: 'Nada foi cobrado neste pagamento.',
} as const
