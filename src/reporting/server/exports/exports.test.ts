import { beforeAll, describe, expect, it } from 'vitest'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { exported, exportedPeriod } from '#test/support/reporting/exported.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let supervisor: PortalClient
let manager: PortalClient
let ticket: string
let absent: string
beforeAll(async () => {
  supervisor = await staffMember(portal, 10)
  manager = await staffMember(portal, 2)
  const driver = portal.client()
  const [code, other] = [await portal.openTicket(130), await portal.openTicket(130, 2)]
  ticket = formatTicketCode(code)
  absent = formatTicketCode(other)
  const token = await openTransaction(driver, code)
  must(await pay(driver, token, cardEndingIn(1)))
  portal.clock.forward(1)
  must(await pay(driver, await openTransaction(driver, other), cardEndingIn(1, 1)))
  portal.clock.forward(1)
  const refund = { value: 2.5, kept: 7, reason: 'Cobrado a mais' }
  must(await manager.post(`/api/staff/transactions/${token}/refund`, refund))
  await portal.runJobs()
})

describe('movements', () => {
  it('are captures and refunds with their sign, the newest first', async () => {
    const rows = await exported(supervisor, 'movements', `lot_id=1&${exportedPeriod}`)
    expect(rows).toMatchObject([
      { Tipo: 'Devolução', Valor: '-2,50', Ticket: ticket, Data: '10/03/2026 12:02:00', Dia: '10/03/2026' },
      { Tipo: 'Captura', Valor: '7,00', Protocolo: 'P00000001', Forma: 'Crédito', Bandeira: 'Visa' },
    ])
    expect(rows[0]).toMatchObject({ Adquirente: 'cielo', Estacionamento: 'Garagem Centro', Fechamento: '' })
  })

  it('show a denied refund as money that came back', async () => {
    const refund = portal.db.selectFrom('ledger').selectAll().where('kind', '=', 'refund')
    const { id: _, ...row } = await refund.executeTakeFirstOrThrow()
    const denied = { ...row, amount_cents: -250, at: portal.clock.now() }
    const inserted = portal.db.insertInto('ledger').values(denied).returning('id')
    const { id } = await inserted.executeTakeFirstOrThrow()
    const [first] = await exported(supervisor, 'movements', `lot_id=1&${exportedPeriod}`)
    expect(first).toMatchObject({ Nº: String(id), Tipo: 'Devolução negada', Valor: '2,50' })
    await portal.db.deleteFrom('ledger').where('id', '=', id).execute()
  })

  it.each([
    ['', 3],
    ['lot_id=2', 1],
    ['method=credit', 3],
    ['method=pix', 0],
    ['acquirer=cielo', 3],
    ['acquirer=erede', 0],
  ])('are narrowed by %s', async (query, rows) => {
    expect(await exported(supervisor, 'movements', `${query}&${exportedPeriod}`)).toHaveLength(rows)
  })

  it('need a period', async () => {
    expect((await supervisor.get('/api/staff/exports/movements.csv')).status).toBe(422)
  })
})

describe('everything taken', () => {
  it('is captures and payments at machines, one by one, the newest first', async () => {
    const code = await portal.openTicket(65, 1)
    const paid = { code, amount: 6, paid_at: portal.clock.now().toISOString(), method: 'dinheiro' }
    must(await portal.gate().payment(paid))
    const rows = await exported(supervisor, 'taken', `lot_id=1&${exportedPeriod}`)
    // The demo has an older one.
    expect(rows.slice(0, 2)).toEqual([
      {
        Data: '10/03/2026 12:02:00',
        Dia: '10/03/2026',
        Estacionamento: 'Garagem Centro',
        Ticket: formatTicketCode(code),
        Protocolo: '',
        Origem: 'Máquina',
        Forma: 'Máquina, dinheiro',
        Bandeira: '',
        Adquirente: '',
        Valor: '6,00',
      },
      {
        Data: '10/03/2026 12:00:00',
        Dia: '10/03/2026',
        Estacionamento: 'Garagem Centro',
        Ticket: ticket,
        Protocolo: 'P00000001',
        Origem: 'Portal',
        Forma: 'Crédito',
        Bandeira: 'Visa',
        Adquirente: 'cielo',
        Valor: '7,00',
      },
    ])
    const others = await exported(supervisor, 'taken', `lot_id=2&${exportedPeriod}`)
    expect(others.slice(0, 1)).toMatchObject([{ Ticket: absent, Origem: 'Portal' }])
    expect((await supervisor.get('/api/staff/exports/taken.csv')).status).toBe(422)
  })
})

describe('refunds', () => {
  it('name the requester, the reason and the outcome', async () => {
    expect(await exported(supervisor, 'refunds', 'lot_id=1')).toEqual([
      {
        Pedida: '10/03/2026 12:02:00',
        Concluída: '10/03/2026 12:02:00',
        Protocolo: 'P00000001',
        Ticket: ticket,
        Estacionamento: 'Garagem Centro',
        Valor: '2,50',
        Situação: 'Devolvido',
        Motivo: 'Cobrado a mais',
        Quem: 'Bruno Teles',
      },
    ])
    expect(await exported(supervisor, 'refunds', 'lot_id=2')).toEqual([])
    expect(await exported(supervisor, 'refunds', 'from=2026-03-11')).toEqual([])
  })
})

describe('the differences of a statement', () => {
  it('are what its screen shows', async () => {
    const form = new FormData()
    const lines = 'Data da venda;Tipo;Número do pedido;NSU;Código de autorização;PaymentId;Valor bruto\n'
    form.append('statement', new Blob([`${lines}10/03/2026;Venda;nobodyA1;4711;;;3,00`]), 'extrato.csv')
    const id = String(at(must(await manager.upload('/api/staff/statements', form)).body, 'entity.id'))
    const rows = await exported(manager, 'differences', `statement=${id}`)
    expect(rows).toHaveLength(4)
    expect(rows).toContainEqual({
      Dia: '10/03/2026',
      Situação: 'Só no extrato',
      Tipo: 'Venda',
      'No extrato': '3,00',
      'No Guichê': '',
      Protocolo: '',
      Ticket: '',
      Nota: 'linha 2: nobodyA1, NSU 4711',
    })
    expect(rows).toContainEqual(
      expect.objectContaining({ Situação: 'Só no Guichê', Ticket: absent, 'No Guichê': expect.any(String) }),
    )
    expect(await exported(manager, 'differences', `statement=${id}&standing=only_statement`)).toHaveLength(1)
    const path = '/api/staff/exports/differences.csv'
    expect((await supervisor.get(`${path}?statement=${id}`)).status).toBe(403)
    expect((await manager.get(path)).status).toBe(422)
    expect((await manager.get(`${path}?statement=999`)).status).toBe(404)
  })
})
