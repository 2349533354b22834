export const contestFailures = {
  contest_open: 'Já existe uma reclamação deste pagamento.',
  contest_over: 'O prazo para contestar aqui terminou. Fale conosco.',
  contest_state: 'A reclamação já está em outra situação.',
  nothing_taken: 'Nada foi cobrado neste pagamento.',
} as const
