import { isoIn } from '#kit/clock.ts'
import { wireMoney } from '#kit/money.ts'
import { defineList } from '#staff/server/exports/defineList.ts'
import { listTaken, takenSources } from '../../taken.ts'
import { readTaken, takenKeys } from './store.ts'

/** Money of every source, one row each; the sum of a day is its closing's gross, machines and tills. */
export const takenList = defineList({
  endpoint: listTaken,
  title: 'Recebimentos',
  needsPeriod: true,
  screenNeedsPeriod: true,
  filterTexts: ({ source }) => ({ source: source && takenSources[source].text }),
  keys: async ({ db }, wanted) => takenKeys(db, wanted),
  rows: ({ db }, batch) => readTaken(db, batch),
  wire: ({ at, cents, ...row }) => ({ ...row, at: isoIn(row.time_zone, at), amount: wireMoney(cents) }),
  columns: [
    { title: 'Data', kind: 'dateTime', value: (row) => row.at },
    { title: 'Dia', kind: 'day', value: (row) => isoIn(row.time_zone, row.at).slice(0, 10) },
    { title: 'Estacionamento', kind: 'text', value: (row) => row.lot },
    { title: 'Ticket', kind: 'ticketCode', value: (row) => row.ticket },
    { title: 'Protocolo', kind: 'text', value: (row) => row.protocol },
    { title: 'Origem', kind: 'text', value: (row) => takenSources[row.source].text },
    { title: 'Forma', kind: 'text', value: (row) => row.method },
    { title: 'Bandeira', kind: 'text', value: (row) => row.brand },
    { title: 'Adquirente', kind: 'text', value: (row) => row.acquirer },
    { title: 'Valor', kind: 'money', value: (row) => row.cents },
  ],
})
