import type { RetentionTables } from '#kit/server/retention/retention.ts'

export const vehicleTables: Pick<RetentionTables, 'vehicle'> = {
  vehicle: {
    rows: { belongsTo: ['user_account'] },
    why: 'its owner removes it',
    title: 'Veículos',
    texts: {
      name: { description: 'nome do veículo', exportKey: 'vehicles', erasedWith: 'account' },
      plate: { description: 'placa', exportKey: 'vehicles', erasedWith: 'account' },
    },
  },
}
