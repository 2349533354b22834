export const equipmentFailures = {
  foreign_lot: 'Este equipamento não pertence a este estacionamento.',
  device_revoked: 'Esta chave já foi revogada. Cadastre um novo equipamento.',
  idempotency_key: 'Envie o cabeçalho Idempotency-Key.',
  idempotency_conflict: 'Esta Idempotency-Key já foi usada com outro conteúdo.',
} as const
