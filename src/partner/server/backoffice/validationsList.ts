import type { Db } from '#db/schema.ts'
import { userDirectory } from '#account/server/backoffice/searchUsers.ts'
import { isoIn } from '#kit/clock.ts'
import { wireMoney } from '#kit/money.ts'
import type { Batch } from '#staff/server/exports/readBatches.ts'
import { findActorTexts } from '#staff/server/history.ts'
import { defineList } from '#staff/server/exports/defineList.ts'
import { stateOfValidation } from '#ticket/server/backoffice/ticketValidations.ts'
import { listValidations } from '../../deskContract.ts'
import { validationStates } from '../../states.ts'
import { findValidationsByIds, narrowValidations } from '../validations.ts'

export const validationsList = defineList({
  endpoint: listValidations,
  title: 'Convênios',
  filterTexts: ({ state, partner_id: partner }) => ({
    state: state && validationStates[state].text,
    partner_id: partner === null ? null : `nº ${partner}`,
  }),
  keys: async ({ db }, wanted) => [narrowValidations(db, wanted).select(['validation.id', 'validation.at'])],
  rows: ({ db }, batch) => readListed(db, batch),
  wire: (row) => {
    const iso = (at: Date | null) => at && isoIn(row.time_zone, at)
    const money = (cents: number | null) => (cents === null ? null : wireMoney(cents))
    return {
      id: row.id,
      at: isoIn(row.time_zone, row.at),
      time_zone: row.time_zone,
      lot: row.lot,
      ticket: row.ticket_code,
      partner: row.partner_name,
      benefit: row.text,
      state: stateOfValidation(row),
      granted: money(row.granted_cents),
      owed: money(row.owed_cents),
      fixed_at: iso(row.fixed_at),
      undone_at: iso(row.undone_at),
      who: row.who,
      reason: row.reason ?? row.given_reason,
    }
  },
  columns: [
    { title: 'Data', kind: 'dateTime', value: (row) => row.at },
    { title: 'Estacionamento', kind: 'text', value: (row) => row.lot },
    { title: 'Ticket', kind: 'ticketCode', value: (row) => row.ticket_code },
    { title: 'Parceiro', kind: 'text', value: (row) => row.partner_name },
    { title: 'Benefício', kind: 'text', value: (row) => row.text },
    { title: 'Concedido', kind: 'money', value: (row) => row.granted_cents },
    { title: 'A cobrar', kind: 'money', value: (row) => row.owed_cents },
    { title: 'Fixado', kind: 'dateTime', value: (row) => row.fixed_at },
    { title: 'Desfeito', kind: 'dateTime', value: (row) => row.undone_at },
    { title: 'Quem', kind: 'text', value: (row) => row.who },
    { title: 'Motivo', kind: 'text', value: (row) => row.reason ?? row.given_reason },
  ],
})

type Listed = Awaited<ReturnType<typeof findValidationsByIds>>[number] & { readonly who: string }

/** With the person who gave each. */
async function readListed(db: Db, { ids }: Batch): Promise<Listed[]> {
  const rows = await findValidationsByIds(db, ids)
  const whoOf = await findActorTexts(
    { db, people: userDirectory },
    rows.map((row) => row.by),
  )
  return rows.map((row) => ({ ...row, who: whoOf(row.by) }))
}
