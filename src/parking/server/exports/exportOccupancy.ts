import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { periodQuery } from '#staff/fields.ts'
import { defineExport } from '#staff/server/exports/defineExport.ts'
import { isWithin } from '#staff/server/localPeriod.ts'
import { hourMeanSql } from '../occupancy/sumOccupancy.ts'

export const occupancyExport = defineExport({
  list: 'occupancy',
  title: 'Ocupação',
  screen: '/staff/occupancy',
  level: 'supervisor',
  filters: periodQuery,
  filterTexts: () => ({}),
  keys: async ({ db }, wanted) => [
    db
      .selectFrom('lot_hour')
      .innerJoin('lot', 'lot.id', 'lot_hour.lot_id')
      .select(['lot_hour.id', 'lot_hour.hour_at as at'])
      .where(isWithin(wanted, { at: 'lot_hour.hour_at', zone: 'lot.time_zone', lot: 'lot.id' })),
  ],
  rows: ({ db }, { ids }) =>
    db
      .selectFrom('lot_hour')
      .innerJoin('lot', 'lot.id', 'lot_hour.lot_id')
      .selectAll('lot_hour')
      .select(['lot.name as lot', 'lot.time_zone', hourMeanSql.as('mean')])
      .where('lot_hour.id', '=', anyOf(ids))
      .execute(),
  columns: [
    { title: 'Estacionamento', kind: 'text', value: (row) => row.lot },
    { title: 'Início', kind: 'dateTime', value: (row) => row.hour_at },
    { title: 'Ocupadas no início', kind: 'number', value: (row) => row.taken_start },
    { title: 'Máximo', kind: 'number', value: (row) => row.taken_max },
    { title: 'Média', kind: 'decimal', value: (row) => row.mean },
    { title: 'Entradas', kind: 'number', value: (row) => row.cars_entered },
    { title: 'Saídas', kind: 'number', value: (row) => row.cars_left },
    { title: 'Vagas', kind: 'number', value: (row) => row.spaces },
  ],
})
