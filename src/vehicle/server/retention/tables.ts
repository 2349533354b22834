import type { RetentionTables } from '#kit/server/retention/retention.ts'

export const vehicleTables: Pick<RetentionTables, 'vehicle'> = {
  vehicle: {
    rows: { belongsTo: ['user_account'] },
    why: 'its owner removes it',
    title: 'Veículos',
    texts: {
      name: { says: 'nome do veículo', copied: 'vehicles', goes: 'account' },
      plate: { says: 'placa', copied: 'vehicles', goes: 'account' },
    },
  },
}
