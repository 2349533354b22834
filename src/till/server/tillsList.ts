import type { Db } from '#db/schema.ts'
import type { Batch } from '#staff/server/exports/readBatches.ts'
import { defineList } from '#staff/server/exports/defineList.ts'
import { listTills } from '../backoffice.ts'
import { tillStates } from '../states.ts'
import { narrowTills, findTillsByIds, type TillWithLot } from './store.ts'
import { findPersonNames, stateOfTill, wireTillRow } from './view.ts'

type ListedTill = TillWithLot & { readonly person: string; readonly ownId: number }

/** A supervisor sees their own. */
export const tillsList = defineList({
  endpoint: listTills,
  title: 'Caixas',
  filterTexts: ({ state }) => ({ state: state && tillStates[state].text }),
  keys: async ({ db }, wanted) => [
    narrowTills(db, wanted).clearSelect().select(['till.id', 'till.opened_at as at']),
  ],
  rows: ({ db }, batch, { member }) => readListed(db, batch, member.id),
  wire: (row: ListedTill) => wireTillRow(row, { ...row, expectedCents: row.expected_cents }),
  columns: [
    { title: 'Estacionamento', kind: 'text', value: (row) => row.lot },
    { title: 'Caixa', kind: 'number', value: (row) => row.number },
    { title: 'Operador', kind: 'text', value: (row) => row.person },
    { title: 'Aberto', kind: 'dateTime', value: (row) => row.opened_at },
    { title: 'Fechado', kind: 'dateTime', value: (row) => row.closed_at },
    { title: 'Situação', kind: 'text', value: (row) => tillStates[stateOfTill(row)].text },
    { title: 'Fundo', kind: 'money', value: (row) => row.float_cents },
    { title: 'Esperado', kind: 'money', value: (row) => row.expected_cents },
    { title: 'Contado', kind: 'money', value: (row) => row.counted_cents },
    { title: 'Diferença', kind: 'money', value: (row) => differenceCentsOf(row) },
    { title: 'Motivo', kind: 'text', value: (row) => row.difference_reason },
  ],
})

async function readListed(db: Db, { ids }: Batch, ownId: number): Promise<ListedTill[]> {
  const rows = await findTillsByIds(db, ids)
  const nameOf = await findPersonNames(
    db,
    rows.map((row) => row.user_id),
  )
  return rows.map((row) => ({ ...row, person: nameOf(row.user_id), ownId }))
}

function differenceCentsOf({ counted_cents: counted, expected_cents: expected }: TillWithLot): number | null {
  return counted === null || expected === null ? null : counted - expected
}
