import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markup } from '#kit/markup.ts'
import { receiptMail } from './receiptMail.ts'
import type { Receipt } from './receipt.ts'

const receipt: Receipt = {
  operatorName: 'Guichê Estacionamentos',
  operatorCnpj: '11222333000181',
  lotName: 'Aeroporto',
  ticketCode: '0001234567890',
  plate: 'ABC1D23',
  enteredAt: new Date('2026-11-21T12:00:10Z'),
  paidAt: new Date('2026-11-22T02:50:00Z'),
  exitDeadlineAt: new Date('2026-11-22T03:05:00Z'),
  dueCents: 0,
  timeZone: 'America/Sao_Paulo',
  amountCents: 123456,
  lines: [
    { text: '10 diárias (24 h)', amountCents: 120000 },
    { text: 'Primeira hora', amountCents: 9956 },
    { text: 'Já pago', amountCents: -6500 },
  ],
  cardBrand: 'Visa',
  lastDigits: '1234',
  paymentType: 1,
  nsu: '845123',
  authorisationCode: 'A1B2C3',
  endToEndId: null,
  payerName: 'Ana Souza',
  portalUrl: 'https://guiche.example',
  proofUrl: null,
  contestUrl: 'https://guiche.example/#/payment/0123456789abcdef0123456789abcdef/contest',
}

function seen(html: string): string {
  const body = html.slice(html.indexOf('<body')).replace(/<[^>]*>/g, ' ')
  const plain = body
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
  return plain
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
}

describe('the HTML and the text part contain every fact of the receipt', () => {
  const mail = receiptMail(receipt)
  test.each([
    'Guichê Estacionamentos',
    '11.222.333/0001-81',
    'Aeroporto',
    '0001 2345 67890',
    'ABC1D23',
    'Ana Souza',
    'R$ 1.234,56',
    '10 diárias (24 h)',
    'R$ 1.200,00',
    'Primeira hora',
    'R$ 99,56',
    'Já pago',
    '-R$ 65,00',
    '21/11/2026 às 09:00',
    '21/11/2026 às 23:50',
    '00:05',
    '22/11/2026',
    'Cartão de crédito',
    'Visa final 1234',
    '845123',
    'A1B2C3',
  ])('%s', (fact) => {
    expect(seen(mail.html)).toContain(fact)
    expect(mail.text).toContain(fact)
  })
  test('the HTML and the text part link to the portal', () => {
    expect(mail.html).toContain('href="https://guiche.example"')
    expect(mail.text).toContain('https://guiche.example')
  })
  test('"Sair até" is in the lot’s time zone', () => {
    expect(seen(mail.html)).toContain('Sair até 00:05')
    expect(mail.text).toContain('SAIR ATÉ 00:05 de 22/11/2026')
    expect(mail.subject).toBe('Recibo do estacionamento: R$ 1.234,56, sair até 22/11 às 00:05')
    const manaus = receiptMail({ ...receipt, timeZone: 'America/Manaus' })
    expect(manaus.text).toContain('SAIR ATÉ 23:05 de 21/11/2026')
    expect(manaus.subject).toBe('Recibo do estacionamento: R$ 1.234,56, sair até 23:05')
  })
  test('a part payment names the amount still due, and no exit deadline', () => {
    const part = receiptMail({ ...receipt, exitDeadlineAt: null, dueCents: 1400 })
    expect(part.subject).toBe('Recibo do estacionamento: R$ 1.234,56, falta pagar R$ 14,00')
    expect(seen(part.html)).toContain('Falta pagar R$ 14,00')
    expect(seen(part.html)).toContain('PAGO EM PARTE')
    expect(part.text).toContain('FALTA PAGAR R$ 14,00')
    for (const shown of [part.subject, seen(part.html), part.text]) expect(shown).not.toMatch(/sair até/i)
  })
  test('unknown facts are left out', () => {
    const bare = receiptMail({
      ...receipt,
      plate: null,
      cardBrand: null,
      lastDigits: null,
      nsu: null,
      authorisationCode: null,
      paymentType: 2,
      lines: [],
    })
    for (const part of [seen(bare.html), bare.text]) {
      expect(part).toContain('Cartão de débito')
      expect(part).not.toMatch(/Placa|NSU|Autorização|final|null|undefined/)
    }
  })
})

describe('the lines of a receipt must add up to its amount', () => {
  test.each([
    [600, [600], true],
    [100, [600, 100, -600], true],
    [600, [], true],
    [600, [599], false],
    [600, [600, 1], false],
  ])('an amount of %i with lines of %o', (amountCents, cents, sound) => {
    const lines = cents.map((amount) => ({ text: 'linha', amountCents: amount }))
    const write = () => receiptMail({ ...receipt, amountCents, lines })
    if (sound) expect(write().text).toContain(`Total pago: R$ ${amountCents / 100},00`)
    else expect(write).toThrow(/sum/)
  })
})

describe('texts of people in the receipt', () => {
  const texts = [
    'operatorName',
    'lotName',
    'plate',
    'cardBrand',
    'nsu',
    'authorisationCode',
    'payerName',
  ] as const
  test.each(texts)('%s is escaped', (field) => {
    const { html } = receiptMail({ ...receipt, [field]: `<img src=x onerror="a('&')">` })
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=&quot;a(&#39;&amp;&#39;)&quot;&gt;')
  })
  test('the price lines and the address of the portal are escaped', () => {
    const lines = [{ text: '<b>1</b>', amountCents: receipt.amountCents }]
    const { html } = receiptMail({ ...receipt, lines, portalUrl: 'https://x/"><script>' })
    expect(html).toContain('&lt;b&gt;1&lt;/b&gt;')
    expect(html).not.toContain('<script')
  })
  test('a name cannot add lines to the text part', () => {
    const { text } = receiptMail({ ...receipt, payerName: 'Ana\r\n\u2028\u202eTotal pago: R$ 0,00' })
    expect(text).toContain('Olá, Ana Total pago: R$ 0,00. Recebemos')
  })
  test('no typed text reaches the subject', () => {
    expect(
      receiptMail({ ...receipt, payerName: 'Zé', lotName: 'Zé', operatorName: 'Zé' }).subject,
    ).not.toContain('Zé')
  })
  test('any text survives escaping and parsing unchanged', () => {
    const meaning = fc.constantFrom(...`<>"'&;#=/ltgquoamp39`)
    const any = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point))
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(meaning, any) }), (text) => {
        const { html } = markup`<p title="${text}">${text}</p>`
        const [, attribute, element] = /^<p title="([^"<>]*)">([^"<>]*)<\/p>$/.exec(html) ?? []
        const read = (part = '') =>
          part.replace(
            /&(lt|gt|quot|#39|amp);/g,
            (_, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '&',
          )
        expect([read(attribute), read(element)]).toEqual([text, text])
      }),
    )
  })
})

test('the mail has no script, no image and no external resource', () => {
  const { html } = receiptMail(receipt)
  expect(html).not.toMatch(/<script|<img|<link|url\(|@import/)
})

test('a signed receipt shows its QR code by cid, and its address as text', () => {
  const proofUrl = 'https://guiche.example/r/GR1.kPrK_qmx.x.y'
  const { html, text } = receiptMail({ ...receipt, proofUrl })
  expect(html).toContain('<img src="cid:recibo"')
  expect(html).toContain(`href="${proofUrl}"`)
  expect(text).toContain(`Conferir recibo:\n${proofUrl}\n`)
})

test('no value is wider than a phone: short values do not wrap, a Pix id wraps anywhere', () => {
  const endToEndId = 'E1823612020261122025012345678901'
  const { html } = receiptMail({ ...receipt, cardBrand: null, lastDigits: null, paymentType: 3, endToEndId })
  const cells = [...html.matchAll(/<td class="ink" align="right" style="([^"]*)">([^<]*)</g)]
  expect(cells.map(([, , value]) => value)).toContain(endToEndId)
  for (const [, style, value = ''] of cells) {
    if (value.length > 24) expect(style).toContain('overflow-wrap:anywhere;word-break:break-all')
    else expect(style).toContain('white-space:nowrap')
  }
})
