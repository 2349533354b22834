import type { Db } from '#db/schema.ts'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { periodQuery } from '#staff/fields.ts'
import { defineExport } from '#staff/server/exports/defineExport.ts'
import type { Batch } from '#staff/server/exports/readBatches.ts'
import { isWithin } from '#staff/server/localPeriod.ts'
import { formatReceipt, takeMethods } from '../../states.ts'
import { isOwner, ownerFilter } from '../store.ts'
import { findPersonNames } from '../view.ts'

/** An undoing is a row of its own, so that the rows of a day add up to its closing. */
export const takesExport = defineExport({
  list: 'till_takes',
  title: 'Recebimentos do balcão',
  screen: '/staff/tills',
  level: 'supervisor',
  filters: periodQuery,
  filterTexts: () => ({}),
  keys: async ({ db }, { member, ...wanted }) => [
    takes(db)
      .select(['till_take.id', 'till_take.at'])
      .where(isWithin(wanted, { at: 'till_take.at', zone: 'till_take.time_zone', lot: 'till_take.lot_id' }))
      .where(isOwner(ownerFilter(member), 'till.user_id')),
  ],
  rows: ({ db }, batch) => readTakes(db, batch),
  columns: [
    { title: 'Data', kind: 'dateTime', value: (row) => row.at },
    { title: 'Estacionamento', kind: 'text', value: (row) => row.lot },
    { title: 'Caixa', kind: 'number', value: (row) => row.number },
    { title: 'Operador', kind: 'text', value: (row) => row.person },
    { title: 'Ticket', kind: 'ticketCode', value: (row) => row.ticket_code },
    { title: 'Recibo', kind: 'text', value: (row) => formatReceipt(row) },
    { title: 'Forma', kind: 'text', value: (row) => takeMethods[row.method].text },
    { title: 'Valor', kind: 'money', value: (row) => row.amount_cents },
    { title: 'Recebido', kind: 'money', value: (row) => row.received_cents },
    { title: 'Troco', kind: 'money', value: (row) => row.change_cents },
    { title: 'Desfeito', kind: 'dateTime', value: (row) => (row.undoes_id === null ? null : row.at) },
  ],
})

function takes(db: Db) {
  return db
    .selectFrom('till_take')
    .innerJoin('till', 'till.id', 'till_take.till_id')
    .innerJoin('lot', 'lot.id', 'till_take.lot_id')
}

async function readTakes(db: Db, { ids }: Batch) {
  const rows = await takes(db)
    .selectAll('till_take')
    .select(['till.number', 'lot.name as lot'])
    .where('till_take.id', '=', anyOf(ids))
    .execute()
  const nameOf = await findPersonNames(
    db,
    rows.map((row) => row.user_id),
  )
  return rows.map((row) => ({
    ...row,
    person: nameOf(row.user_id),
    change_cents: row.received_cents === null ? null : row.received_cents - row.amount_cents,
  }))
}
