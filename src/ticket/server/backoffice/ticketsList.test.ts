import { beforeAll, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { exported, exportedPeriod } from '#test/support/reporting/exported.ts'
import { must } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let supervisor: PortalClient
beforeAll(async () => {
  supervisor = await staffMember(portal, 10)
})

const grouped = (code: string) => `${code.slice(0, 4)} ${code.slice(4, 8)} ${code.slice(8)}`

it('every column of a ticket, what was waived and which ticket it replaces included', async () => {
  const manager = await staffMember(portal, 2)
  const lost = await portal.openTicket(130)
  must(await supervisor.post(`/api/staff/tickets/${lost}/waive`, { reason: 'Cancela com defeito' }))
  must(await manager.post(`/api/staff/tickets/${lost}/replace`, { reason: 'Perdeu o ticket' }))
  const rows = await exported(supervisor, 'tickets', `lot_id=1&${exportedPeriod}`)
  expect(rows.find((row) => row['Ticket'] === grouped(lost))).toEqual({
    Ticket: grouped(lost),
    Estacionamento: 'Garagem Centro',
    Placa: '',
    Entrada: '10/03/2026 09:50:00',
    Cancela: 'E1',
    Saída: '',
    'Cancela de saída': '',
    Situação: 'Bloqueado',
    Tarifa: expect.any(String),
    Pago: '',
    Isento: '',
    Convênio: '',
    Substitui: '',
  })
  const substitute = rows.find((row) => row['Substitui'] === grouped(lost))
  expect(substitute).toMatchObject({ Isento: '7,00', Situação: 'Pago', Entrada: '10/03/2026 09:50:00' })
})

it.each(['lot_id=1', 'state=inside', 'state=blocked', 'state=exited', 'lot_id=2', 'q=naoexiste', 'q=2'])(
  'is narrowed and ordered as its list: %s',
  async (query) => {
    // An entrance that is told late.
    await portal.openTicket(500)
    const list = must(await supervisor.get(`/api/staff/tickets?${query}&${exportedPeriod}`))
    const rows = await exported(supervisor, 'tickets', `${query}&${exportedPeriod}`)
    expect(rows).toHaveLength(Number(at(list.body, 'meta.total')))
    const codes = rows.slice(0, 20).map((row) => ({ id: row['Ticket']?.replaceAll(' ', '') }))
    expect(at(list.body, 'data')).toMatchObject(codes)
  },
)

it('a car inside stands as due, paid until its exit deadline, or free; one that left as neither', async () => {
  const [due, free] = [await portal.openTicket(130), await portal.openTicket(1)]
  const paid = await portal.openTicket(130)
  must(await supervisor.post(`/api/staff/tickets/${paid}/waive`, { reason: 'Cancela com defeito' }))
  const gone = await portal.openTicket(130)
  must(await supervisor.post(`/api/staff/tickets/${gone}/exit`, { reason: 'Já saiu', left: true }))
  const standing = async (code: string) => {
    const { body } = must(await supervisor.get(`/api/staff/tickets?q=${code}`))
    return at(body, 'data.0.standing')
  }
  const until = at(
    must(await supervisor.get(`/api/staff/tickets/${paid}/edit`)).body,
    'data.ticket.ticket_dt_exit',
  )
  expect(until).toEqual(expect.any(String))
  expect(await standing(due)).toEqual({ state: 'due', exit_until: null })
  expect(await standing(free)).toEqual({ state: 'free', exit_until: null })
  expect(await standing(paid)).toEqual({ state: 'paid', exit_until: until })
  expect(await standing(gone)).toBeNull()
  // The file's words are the screen's.
  const rows = await exported(supervisor, 'tickets', `lot_id=1&${exportedPeriod}`)
  const word = (code: string) => rows.find((row) => row['Ticket'] === grouped(code))?.['Situação']
  expect([due, free, paid, gone].map(word)).toEqual(['Devido', 'No pátio', 'Pago', 'Saiu devendo'])
})

it('needs a period', async () => {
  expect((await supervisor.get('/api/staff/exports/tickets.csv')).status).toBe(422)
})
