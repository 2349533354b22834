export const vehicleFailures = {
  vehicle_reserved: 'Este veículo tem uma reserva ativa. Cancele a reserva antes de excluí-lo.',
} as const
