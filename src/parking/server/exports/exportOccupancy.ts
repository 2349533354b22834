import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { listQuery } from '#kit/fields.ts'
import { listFilters } from '#staff/fields.ts'
import { defineExport } from '#staff/server/exports/defineExport.ts'
import { isInLots } from '#staff/server/member.ts'
import { inPeriod } from '#staff/server/localPeriod.ts'
import { hourMeanSql } from '../occupancy/sumOccupancy.ts'

export const occupancyExport = defineExport({
  list: 'occupancy',
  file: 'ocupacao',
  title: 'Ocupação',
  screen: '/staff/occupancy',
  level: 'supervisor',
  filters: z.extend(listQuery, listFilters),
  filterTexts: () => ({}),
  keys: async ({ db }, { lots, period }) => [
    db
      .selectFrom('lot_hour')
      .innerJoin('lot', 'lot.id', 'lot_hour.lot_id')
      .select(['lot_hour.id', 'lot_hour.hour_at as at'])
      .where(inPeriod(period, sql.ref('lot_hour.hour_at'), sql.ref('lot.time_zone')))
      .where(isInLots(lots, sql.ref('lot.id'))),
  ],
  rows: ({ db }, { ids }) => readExportRows(db, ids),
  zone: (row) => row.time_zone,
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

function readExportRows(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('lot_hour')
    .innerJoin('lot', 'lot.id', 'lot_hour.lot_id')
    .selectAll('lot_hour')
    .select(['lot.name as lot', 'lot.time_zone', hourMeanSql.as('mean')])
    .where('lot_hour.id', '=', anyOf(ids))
    .execute()
}
