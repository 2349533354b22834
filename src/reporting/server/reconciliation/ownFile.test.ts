import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { reserved, setReserve } from '#test/support/garage/reserve.ts'
import { pixGuests } from '#test/support/pix/guests.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { cieloSales, firstSaleLine } from '#test/support/reporting/cieloSales.ts'
import { saleActions } from '#test/support/reporting/saleActions.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let manager: PortalClient
beforeAll(async () => {
  await setReserve(portal, { minCents: 0 })
  manager = await staffMember(portal, 2)
})

const path = '/api/staff/statements'
const guests = pixGuests(() => portal)
const { refund } = saleActions(() => ({ portal, manager }))

function upload(file: Buffer) {
  const form = new FormData()
  form.append('statement', new Blob([new Uint8Array(file)]), 'vendas.csv')
  return manager.upload(path, form)
}

/** The rows of a comparison with a file. */
async function compared(file: Buffer) {
  const saved = must(await upload(file)).body
  const id = Number(at(saved, 'entity.id'))
  const rows = at(must(await manager.get(`${path}/${id}/lines?per_page=100`)).body, 'data')
  return { lines: at(saved, 'entity.lines'), rows: Array.isArray(rows) ? rows : [] }
}
const of = (rows: unknown[], token: string) =>
  rows.filter((row) => at(row, 'token') === token).map((row) => [at(row, 'kind'), at(row, 'standing')])

async function attemptOf(token: string) {
  return portal.db
    .selectFrom('attempt')
    .innerJoin('payment', 'payment.id', 'attempt.payment_id')
    .select(['reference', 'order_key', 'nsu', 'authorisation_code', 'end_to_end_id'])
    .where('token', '=', token)
    .executeTakeFirstOrThrow()
}

async function byCard() {
  const client = portal.client()
  const token = await openTransaction(client, await portal.openTicket(130))
  must(await pay(client, token, cardEndingIn(1)))
  const { nsu, authorisation_code: code } = await attemptOf(token)
  return { token, nsu: nsu ?? '', code: code ?? '' }
}

async function byPix() {
  const { token, orderKey } = await guests.shown()
  await portal.pix.pay(orderKey)
  await portal.runJobs()
  return { token, orderKey, ...(await attemptOf(token)) }
}

const day = { 'Data da venda': '10/03/2026', 'Hora da venda': '09:00:00' }
const sale = (nsu: string, code: string, status = 'Aprovada') => ({
  ...day,
  'Forma de pagamento': 'Crédito à vista',
  'Status da venda': status,
  'Valor bruto': 'R$ 7,00',
  'NSU/DOC': nsu,
  'Código da autorização': code,
})

describe('Cielo’s own file', () => {
  it('is read from its heading to its totals, and compared with what Cielo has', async () => {
    const [kept, cancelled, absent, other] = [await byCard(), await byCard(), await byCard(), await byPix()]
    await refund(cancelled.token, 7, 7)
    const hold = await reserved(portal)
    await hold.cancel()
    const released = await attemptOf(hold.token)
    const { lines, rows } = await compared(
      cieloSales([
        sale(kept.nsu.replace(/^0+/, ''), kept.code.toLowerCase()),
        sale(cancelled.nsu, cancelled.code, 'Cancelada'),
        {
          ...sale(released.nsu ?? '', released.authorisation_code ?? '', 'Cancelada'),
          'Valor bruto': '50,00',
        },
        sale('999999', 'XXXXXX'),
        sale('999998', 'YYYYYY', 'Negada'),
      ]),
    )
    expect(lines).toBe(4)
    expect(of(rows, kept.token)).toEqual([['capture', 'match']])
    expect(of(rows, cancelled.token)).toEqual([
      ['capture', 'match'],
      ['refund', 'match'],
    ])
    const refunded = rows.find((row) => at(row, 'token') === cancelled.token && at(row, 'kind') === 'refund')
    expect(at(refunded, 'note')).toBe('dia da venda: o arquivo não diz quando foi cancelada')
    expect(of(rows, hold.token)).toEqual([])
    expect(of(rows, absent.token)).toEqual([['capture', 'only_ledger']])
    expect(of(rows, other.token)).toEqual([])
    expect(rows).toHaveLength(5)
    const unknown = { standing: 'only_statement', note: `linha ${firstSaleLine + 3}: NSU 999999` }
    expect(rows).toContainEqual(expect.objectContaining(unknown))
  })

  it('names an unreadable row by its line', async () => {
    const { lines, rows } = await compared(
      cieloSales([sale('1', 'A'), { ...sale('2', 'B'), 'Valor bruto': 'sete' }]),
    )
    expect(lines).toBe(1)
    const note = `linha ${firstSaleLine + 1}: valor inválido`
    expect(rows).toContainEqual(expect.objectContaining({ standing: 'not_understood', note }))
  })
})

it('a bank’s file is compared with that bank’s rows only, its ids in any case', async () => {
  const [card, pix, absent] = [await byCard(), await byPix(), await byPix()]
  const text = [
    'sep=\t',
    'Data e hora\tTipo\tID Pix\tTxID\tValor',
    `10/03/26 09:00\tPix recebido\t${pix.end_to_end_id?.toLowerCase()}\t\t7,00`,
  ].join('\n')
  const { rows } = await compared(Buffer.from(`\uFEFF${text}`, 'utf16le'))
  expect(of(rows, pix.token)).toEqual([['capture', 'match']])
  expect(of(rows, card.token)).toEqual([])
  expect(of(rows, absent.token)).toEqual([['capture', 'only_ledger']])

  const txidFile = `Data,Valor,TxID\n2026-3-10,7.00,${absent.orderKey.toUpperCase()}\n`
  const byTxid = await compared(Buffer.from(txidFile, 'utf16le').swap16())
  expect(of(byTxid.rows, absent.token)).toEqual([['capture', 'match']])
})

it('a file without any known line is compared with the companies that write such files', async () => {
  const [card, pix] = [await byCard(), await byPix()]
  const unknown = await compared(cieloSales([sale('777777', 'ZZZZZZ')]))
  expect([of(unknown.rows, card.token), of(unknown.rows, pix.token)]).toEqual([
    [['capture', 'only_ledger']],
    [],
  ])
  const bank = await compared(Buffer.from('Data;Valor;EndToEndId\n10/03/2026;(3,00);E404\n'))
  expect([of(bank.rows, card.token), of(bank.rows, pix.token)]).toEqual([[], [['capture', 'only_ledger']]])
})

it('days are Brasília’s, wherever the lot is', async () => {
  const { token } = await byCard()
  const payment = portal.db.updateTable('payment').where('token', '=', token)
  await payment.set({ time_zone: 'Pacific/Kiritimati' }).execute()
  const fileOf = (date: string) => Buffer.from(`Data;Valor;NSU;Autorização\n${date};1,00;1;${date}\n`)
  expect(of((await compared(fileOf('10/03/2026'))).rows, token)).toEqual([['capture', 'only_ledger']])
  expect(of((await compared(fileOf('11/03/2026'))).rows, token)).toEqual([])
})
