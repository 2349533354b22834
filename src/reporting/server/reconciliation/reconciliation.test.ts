import { beforeAll, describe, expect, it } from 'vitest'
import { dayMs, addMs } from '#kit/clock.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

// It writes ledger rows.
const portal = portalOfFile({ invariants: false })
let manager: PortalClient
beforeAll(async () => {
  manager = await staffMember(portal, 2)
})

const path = '/api/staff/statements'
const heading = 'Data da venda;Tipo;Número do pedido;NSU;Código de autorização;PaymentId;Valor bruto'

async function upload(text: string, encoding: 'utf8' | 'latin1' = 'utf8') {
  const form = new FormData()
  form.append('statement', new Blob([new Uint8Array(Buffer.from(text, encoding))]), 'extrato.csv')
  return manager.upload(path, form)
}

/** A paid ticket of R$ 7,00; answers its line of the statement. */
async function paid() {
  const client = portal.client()
  const token = await openTransaction(client, await portal.openTicket(130))
  must(await pay(client, token, cardEndingIn(1)))
  const attempt = await portal.db
    .selectFrom('attempt')
    .innerJoin('payment', 'payment.id', 'attempt.payment_id')
    .select(['attempt.id as attempt_id', 'payment_id', 'order_key', 'reference', 'nsu', 'authorisation_code'])
    .where('payment.token', '=', token)
    .executeTakeFirstOrThrow()
  return { token, ...attempt }
}

const linesOf = async (id: unknown, query = '') =>
  at(must(await manager.get(`${path}/${String(id)}/lines${query}`)).body, 'data')

/** Writes refunds, each so many days after now. */
async function bookRefunds(
  { payment_id, attempt_id }: { payment_id: number; attempt_id: number },
  ...refunds: readonly [days: number, amountCents: number][]
): Promise<void> {
  const rows = refunds.map(([days, amount_cents]) => {
    return {
      payment_id,
      attempt_id,
      kind: 'refund',
      amount_cents,
      at: addMs(portal.clock.now(), days * dayMs),
    } as const
  })
  await portal.db.insertInto('ledger').values(rows).execute()
}

describe('a statement against the ledger', () => {
  it('shows the differences first: missing here, missing there, other amounts; then what agrees', async () => {
    const [byOrder, byReference, byNsu] = [await paid(), await paid(), await paid()]
    const [other, absent] = [await paid(), await paid()]
    const file = [
      heading,
      `10/03/2026;Venda;${byOrder.order_key};;;;7,00`,
      `10/03/2026;Venda;;;;${byReference.reference};R$ 7,00`,
      `10/03/2026;Venda;;${byNsu.nsu};${byNsu.authorisation_code};;7,00`,
      `10/03/2026;Venda;${other.order_key};;;;8,50`,
      '10/03/2026;Venda;nobodyA1;4711;;;3,00',
    ].join('\n')
    const saved = must(await upload(file))
    const stored = { from_day: '2026-03-10', to_day: '2026-03-10', lines: 5, name: 'extrato.csv' }
    expect(at(saved.body, 'entity')).toMatchObject(stored)
    const id = Number(at(saved.body, 'entity.id'))
    const unknownNote = 'linha 6: nobodyA1, NSU 4711'
    expect(await linesOf(id)).toMatchObject([
      { standing: 'only_ledger', token: absent.token, in_statement: null, in_ledger: 7 },
      { standing: 'only_statement', token: null, in_statement: 3, in_ledger: null, note: unknownNote },
      { standing: 'amount', token: other.token, in_statement: 8.5, in_ledger: 7 },
      { standing: 'match', in_statement: 7, in_ledger: 7 },
      { standing: 'match' },
      { standing: 'match' },
    ])
    expect(at(must(await manager.get(`${path}/${id}/edit`)).body, 'data.totals')).toEqual({
      only_ledger: { count: 1, amount: 7 },
      only_statement: { count: 1, amount: 3 },
      amount: { count: 1, amount: 1.5 },
      match: { count: 3, amount: 21 },
    })
    // An empty filter is none.
    must(await manager.get(`${path}/${id}/lines?standing=`))
    const only = must(await manager.get(`${path}/${id}/lines?standing=amount`)).body
    expect(at(only, 'meta.total')).toBe(1)

    expect(at(must(await upload(file)).body, 'entity.id')).toBe(id)
    expect(at(must(await manager.get(path)).body, 'meta.total')).toBe(1)
    expect(at(must(await manager.change('DELETE', `${path}/${id}`)).body, 'data.deleted')).toBe(true)
    expect((await manager.get(`${path}/${id}/lines`)).status).toBe(404)
    const trail = await portal.db
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', 'statement')
      .execute()
    expect(trail.map(({ action }) => action)).toEqual(['uploaded', 'removed'])
  })

  it('shows fees and payouts if the statement has them', async () => {
    const [first, second] = [await paid(), await paid()]
    const line = (key: string, fee: string) => `10/03/2026;Venda;${key};;;;7,00;${fee};11/04/2026`
    const file = (...lines: string[]) =>
      [`${heading};Valor da taxa;Data prevista de pagamento`, ...lines].join('\n')
    const saved = must(await upload(file(line(first.order_key, '-0,17'), line(second.order_key, '0,21'))))
    expect(await linesOf(at(saved.body, 'entity.id'), '?standing=match')).toEqual([
      expect.objectContaining({ token: first.token, fee: 0.17, payout_day: '2026-04-11' }),
      expect.objectContaining({ token: second.token, fee: 0.21, payout_day: '2026-04-11' }),
    ])
  })

  it('two refunds of one sale in two statements agree with both', async () => {
    const sale = await paid()
    await bookRefunds(sale, [1, 400], [2, 200])
    const statuses = async (file: string) => {
      const rows = await linesOf(at(must(await upload(file)).body, 'entity.id'))
      return Array.isArray(rows)
        ? rows.filter((line) => at(line, 'token') === sale.token).map((line) => at(line, 'standing'))
        : []
    }
    const line = (day: string, amount: string) => `${heading}\n${day};Estorno;${sale.order_key};;;;${amount}`
    expect(await statuses(line('11/03/2026', '4,00'))).toEqual(['match'])
    expect(await statuses(line('12/03/2026', '2,00'))).toEqual(['match'])
    // The acquirer books it a day later.
    expect(await statuses(line('13/03/2026', '2,00'))).toEqual(['match'])
  })

  it('a refund that was denied on the same day is shown beside its denial, though they cancel out', async () => {
    const sale = await paid()
    await bookRefunds(sale, [20, 700], [20, -700])
    const unknownSale = `${heading}\n30/03/2026;Venda;nobodyA2;4712;;;3,00`
    const id = at(must(await upload(unknownSale)).body, 'entity.id')
    expect(await linesOf(id, '?standing=only_ledger')).toMatchObject([
      { token: sale.token, kind: 'capture', in_statement: null, in_ledger: 7 },
      { token: sale.token, kind: 'refund', in_statement: null, in_ledger: 7 },
    ])
  })

  it('a refund that was denied is no difference of a sale that is right, unless the file shows one of them', async () => {
    const rowsOf = async (
      days: [from: number, to: number],
      denied: number,
      lines: (key: string) => string[],
    ) => {
      const sale = await paid()
      await bookRefunds(sale, [days[0], denied], [days[1], -denied])
      const text = lines(sale.order_key).map((line) => `${line};7,00`)
      const rows = await linesOf(at(must(await upload([heading, ...text].join('\n'))).body, 'entity.id'))
      return (Array.isArray(rows) ? rows : [])
        .filter((row) => at(row, 'token') === sale.token)
        .map((row) => `${String(at(row, 'kind'))} ${String(at(row, 'standing'))}`)
        .sort()
    }
    const sold = (key: string) => `10/03/2026;Venda;${key};;;`
    const refunded = (key: string) => `10/03/2026;Estorno;${key};;;`
    const reversed = (key: string) => `10/03/2026;Estorno de cancelamento;${key};;;`
    expect(await rowsOf([0, 0], 700, (key) => [sold(key)])).toEqual(['capture match'])
    expect(await rowsOf([0, 20], 300, (key) => [sold(key)])).toEqual(['capture match'])
    expect(await rowsOf([0, 0], 700, (key) => [sold(key), refunded(key), reversed(key)])).toEqual([
      'capture match',
      'refund match',
    ])
    expect(await rowsOf([0, 0], 700, (key) => [sold(key), refunded(key)])).toEqual([
      'capture amount',
      'refund match',
    ])
  })

  it('counts what it read, and lists what it does not understand', async () => {
    const sale = await paid()
    const file = [
      'Data;Histórico;Número do pedido;Valor',
      `10/03/2026;Pix recebido JOSE DO ESTORNO;${sale.order_key};7,00`,
      '10/03/2026;Aluguel de máquina;;89,90',
      '31/02/2026;Pix recebido;a;1,00',
      '10/03/2026;TED recebida;;1,00',
    ].join('\n')
    const id = Number(at(must(await upload(file)).body, 'entity.id'))
    expect(at(must(await manager.get(`${path}/${id}/edit`)).body, 'data')).toMatchObject({
      rows: { read: 4, stored: 1, not_understood: 2 },
      kinds: {
        capture: { count: 1, amount: 7 },
        refund: { count: 0, amount: 0 },
        other_out: { count: 1, amount: 89.9 },
      },
    })
    expect(await linesOf(id, '?standing=not_understood')).toMatchObject([
      { note: 'linha 4: data inválida', kind: null, day: null },
      { note: 'linha 5: sem pedido, NSU, PaymentId nem EndToEndId' },
    ])
    expect(await linesOf(id, '?standing=match')).toMatchObject([{ token: sale.token }])
  })

  it('accepts unusual file names and bytes', async () => {
    const sale = await paid()
    const form = new FormData()
    const file = `${heading}\n10/03/2026;Venda;\u202e${sale.order_key}\u200b;;;;\u200e7,00\n`
    form.append('statement', new Blob([file]), `extrato\u202e\ufe0f${'x'.repeat(112)}\u{1F697}\u0000.csv`)
    const { body } = must(await manager.upload(path, form))
    expect(at(body, 'entity.lines')).toBe(1)
    expect(at(body, 'entity.name')).toBe(`extrato${'x'.repeat(112)}\u{1F697}`)
    expect(await upload(`${heading}\n10/03/2026;Venda;a\u0000b;;;;7,00`)).toMatchObject({
      status: 422,
      body: { errors: { statement: ['Linha 2: caracteres inválidos.'] } },
    })
  })

  it('a body that is truncated, or not a form, is 422', async () => {
    const cut = '--b\r\ncontent-disposition: form-data; name="statement"; filename="a.csv"\r\n\r\nData;Val'
    for (const type of ['multipart/form-data; boundary=b', 'multipart/form-data']) {
      const statement = ['O envio não chegou inteiro. Envie de novo.']
      const reply = await manager.raw(path, cut, type)
      expect(reply).toMatchObject({ status: 422, body: { errors: { statement } } })
    }
  })

  it('reads Latin-1 and commas as well', async () => {
    const sale = await paid()
    const file = `Data,Valor,Número do pedido\n2026-03-10,7.00,${sale.order_key}\n`
    const saved = must(await upload(file, 'latin1'))
    expect(at(saved.body, 'entity.lines')).toBe(1)
  })

  it.each([
    ['', 'Escolha o arquivo do extrato.'],
    ['Cliente;NSU\nx;1', 'O arquivo não tem a coluna Data da venda nem a coluna Valor bruto.'],
    [
      `${heading}\n31/02/2026;Venda;a;;;;1,00\n01/03/2026;Venda;a;;;;x`,
      'Linha 2: data inválida. Linha 3: valor inválido.',
    ],
    ['%PDF-1.7', 'É um PDF. Exporte em CSV, Excel ou OFX.'],
  ])('%j is 422 and nothing of it is stored', async (text, problem) => {
    const before = at(must(await manager.get(path)).body, 'meta.total')
    expect(await upload(text)).toMatchObject({ status: 422, body: { errors: { statement: [problem] } } })
    expect(at(must(await manager.get(path)).body, 'meta.total')).toBe(before)
  })
})
