import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { parseInWorker } from './parseInWorker.ts'
import { parseStatementFile } from './parseStatementFile.ts'

const unreadRows = z.array(z.object({ n: z.number(), reason: z.string() }))

function read(content: string | Uint8Array) {
  const parsed = parseStatementFile(Buffer.from(content))
  if (typeof parsed === 'string') return { problem: parsed, lines: [], unread: [], days: null }
  const lines = parsed.batches.flatMap((batch) =>
    z.parse(z.array(z.record(z.string(), z.any())), JSON.parse(batch)),
  )
  const unread = z.parse(unreadRows, JSON.parse(parsed.unread)).map(({ n, reason }) => `${n}: ${reason}`)
  return { ...parsed, lines, unread }
}

const pixId = (last: number) => `E99999999202611281523ba9b49d66${last}`
const saleId = (last: number) => `d4298445-d182-49f7-a419-07359058f4e${last}`

describe('CSV', () => {
  it('words in a payer’s name say nothing; money out that is no return is summed and needs no id', () => {
    const rows = [
      `28/11/2026;Pix recebido;${pixId(69)};7,00`,
      `28/11/2026;Pix recebido - CANCELA FACIL AUTOMACAO LTDA;${pixId(70)};7,00`,
      `28/11/2026;Pix enviado;${pixId(69)};3,00`,
      '28/11/2026;Débito;;3,00',
      '28/11/2026;Aluguel de máquina;;50,00',
      `28/11/2026;Pix devolvido;${pixId(70)};2,00`,
      '28/11/2026;TED recebida;;9,00',
    ]
    expect(read(['Data;Histórico;EndToEndId;Valor', ...rows].join('\n'))).toMatchObject({
      isPix: true,
      rowCount: 7,
      lineCount: 3,
      otherOut: { count: 3, cents: 5600 },
      lines: [
        { n: 2, kind: 'capture', endToEndId: pixId(69) },
        { n: 3, kind: 'capture', endToEndId: pixId(70) },
        { n: 7, kind: 'refund', amountCents: 200 },
      ],
      unread: ['8: sem pedido, NSU, PaymentId nem EndToEndId'],
    })
  })

  it.each([
    ['Crédito (R$);Débito (R$)', ['7,00;', ';-2,00', ';3,00', '1,00;1,00']],
    ['Entradas;Saídas', ['7,00;0,00', '0,00;2,00', '-3,00;', 'x;']],
  ])('of %s has its amounts in two columns', (columns, [sale, refund, out, wrong]) => {
    const rows = [`Pix recebido;${sale}`, `Devolução Pix;${refund}`, `Tarifa;${out}`, `Pix;${wrong}`]
    const text = rows.map((row) => `28/11/2026;${row};107,00;${pixId(69)}`)
    expect(read([`Data;Histórico;${columns};Saldo (R$);EndToEndId`, ...text].join('\n'))).toMatchObject({
      lines: [
        { kind: 'capture', amountCents: 700 },
        { kind: 'refund', amountCents: 200 },
      ],
      otherOut: { count: 1, cents: 300 },
      unread: ['5: valor inválido'],
    })
  })

  it('an identifier that a spreadsheet made a number is found where its digits are whole', () => {
    const ids = [
      '632567.0;248171.0',
      '632567,00;248171',
      '632.567;248171',
      '6,32567E+05;248171',
      '632 567;248171',
    ]
    const lost = ['6,33E+05;248171', '632567;1,23E+47']
    const rows = [...ids, ...lost].map((id) => `28/11/2026;${id};7,00`)
    const { lines, unread } = read(
      ['Data da venda;NSU;Código de autorização;Valor bruto', ...rows].join('\n'),
    )
    expect(lines).toHaveLength(ids.length)
    for (const line of lines ?? []) expect(line).toMatchObject({ nsu: '632567', authorisationCode: '248171' })
    expect(unread).toEqual([
      expect.stringMatching(/^7: uma planilha danificou o identificador/),
      expect.stringMatching(/^8: uma planilha danificou o identificador/),
    ])
  })

  it('a line break ends a row; a quote that stays open on its line is a sign', () => {
    const rows = [
      `28/11/2026;Venda;${saleId(1)};7,00;"`,
      `28/11/2026;Venda;${saleId(2)};7,00;"a;b ""c"""`,
      `"28/11/2026";"Venda";${saleId(3)};7,00;"começa`,
      `28/11/2026;Venda;${saleId(4)};7,00;x;y`,
      `28/11/2026;Venda;${saleId(5)};7,00;x;;;`,
      'a'.repeat(10_001),
      `28/11/2026;Venda;${saleId(6)};7,00;x${';'.repeat(200)}`,
    ]
    const text = ['Data da venda;Tipo de lançamento;PaymentId;Valor bruto;Descrição', ...rows].join('\r\n')
    const long = 'mais de 10000 caracteres ou de 200 colunas'
    expect(read(text)).toMatchObject({
      lines: [1, 2, 3, 5].map((last) => ({ reference: saleId(last) })),
      unread: ['5: mais campos que o cabeçalho', `7: ${long}`, `8: ${long}`],
    })
  })

  it('months come first where a second part is above 12', () => {
    const rows = ['11/28/2026 10:00 PM', '11/02/2026 1:00 AM'].map((day) => `${day};${saleId(1)};7.00`)
    expect(read(['Data;PaymentId;Valor', ...rows].join('\n')).days).toEqual({
      from: '2026-11-02',
      to: '2026-11-28',
    })
  })

  const text = `Data;Descrição;Código de autorização;NSU;Valor\n28/11/2026;São Tomé – não;A1;12;7,00\n`
  const doubled = Buffer.from(Buffer.from(text.replace('–', '-')).toString('latin1'))
  const in850 = Buffer.from(
    'Data;Descri\x87\xc6o;C\xa2digo de autoriza\x87\xc6o;NSU;Valor\n28/11/2026;S\xc6o;A1;12;7,00',
    'latin1',
  )
  const upperIn850 = Buffer.from(
    'DATA;HIST\xe0RICO;C\xe0DIGO DE AUTORIZA\x80\xc7O;NSU;VALOR\n28/11/2026;x;A1;12;7,00',
    'latin1',
  )
  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-16 with its mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without', Buffer.from(text, 'utf16le')],
    ['big-endian UTF-16', Buffer.from(text, 'utf16le').swap16()],
    ['Latin-1', Buffer.from(text.replace('–', '-'), 'latin1')],
    ['UTF-8 twice', doubled],
    ['code page 850', in850],
    ['code page 850 in capitals', upperIn850],
  ])('is read in %s', (_, content) => {
    expect(read(content).lines).toMatchObject([{ authorisationCode: 'A1', nsu: '12', amountCents: 700 }])
  })
})

const bankOfx = (transactions: string) =>
  `OFXHEADER:100\nDATA:OFXSGML\nENCODING:USASCII\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1><BANKTRANLIST>\n${transactions}</BANKTRANLIST></OFX>`

describe('OFX', () => {
  it('is read as SGML, without closing tags', () => {
    const transaction = (fields: readonly string[]) =>
      `<STMTTRN>\n${fields.map((field) => `<${field}\n`).join('')}</STMTTRN>\n`
    const file = bankOfx(
      [
        [
          'TRNTYPE>CREDIT',
          'DTPOSTED>20261128221500[-3:BRT]',
          'TRNAMT>7.00',
          'FITID>a1',
          'CHECKNUM>000',
          `MEMO>Pix recebido ${pixId(69)}`,
        ],
        [
          'TRNTYPE>DEBIT',
          'DTPOSTED>20261128',
          'TRNAMT>-2,00',
          'FITID>a2',
          `MEMO>Pix devolvido JOS\xc9 ${pixId(69)}`,
        ],
        ['TRNTYPE>DEBIT', 'DTPOSTED>20261128000000[0:GMT]', 'TRNAMT>3.00', 'FITID>a3', 'MEMO>Tarifa'],
        [
          'TRNTYPE>CREDIT',
          'DTPOSTED>20261129011500[0:GMT]',
          'TRNAMT>9.00',
          `FITID>${pixId(70)}`,
          'MEMO>JOSE DO ESTORNO',
        ],
      ]
        .map(transaction)
        .join(''),
    )
    expect(read(Buffer.from(file, 'latin1'))).toMatchObject({
      isPix: true,
      lines: [
        {
          n: 7,
          day: '2026-11-28',
          kind: 'capture',
          amountCents: 700,
          endToEndId: pixId(69),
          reference: 'a1',
          orderKey: null,
        },
        { n: 15, kind: 'refund', amountCents: 200, endToEndId: pixId(69) },
        { day: '2026-11-28', kind: 'capture', amountCents: 900, endToEndId: pixId(70) },
      ],
      otherOut: { count: 1, cents: 300 },
      unread: [],
    })
  })

  it('is read as XML on one line', () => {
    const transaction = `<STMTTRN><DTPOSTED>20261128</DTPOSTED><TRNAMT>7.00</TRNAMT><FITID>1&amp;2</FITID></STMTTRN>`
    const file = `<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX>${transaction}${transaction}</OFX>`
    expect(read(file).lines).toMatchObject([
      { n: 1, reference: '1&2', day: '2026-11-28' },
      { n: 2, reference: '1&2' },
    ])
  })
})

const sheets =
  '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="r1"/><sheet name="b" r:id="r2"/></sheets></workbook>'
const relations =
  '<x><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="/xl/worksheets/sheet2.xml"/></x>'

function workbook(sheet: string, shared = ''): Uint8Array {
  return zipSync({
    '[Content_Types].xml': strToU8('<x/>'),
    'xl/workbook.xml': strToU8(sheets),
    'xl/_rels/workbook.xml.rels': strToU8(relations),
    'xl/sharedStrings.xml': strToU8(`<sst>${shared}</sst>`),
    'xl/worksheets/sheet1.xml': strToU8(
      '<worksheet><sheetData><row r="1"><c t="str"><v>capa</v></c></row></sheetData></worksheet>',
    ),
    'xl/worksheets/sheet2.xml': strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
  })
}

describe('XLSX', () => {
  it('is read from its first sheet with a heading: texts, numbers, days', () => {
    const texts = ['Data da venda', 'NSU', 'Código de autorização', 'Valor bruto']
    const shared = texts
      .map((text) => `<si><r><t>${text.slice(0, 3)}</t></r><r><t>${text.slice(3)}</t></r></si>`)
      .join('')
    const heading = texts.map((_, i) => `<c r="${'ABCD'[i]}3" t="s"><v>${i}</v></c>`).join('')
    const row = (n: number, nsu: string, amount: string) =>
      `<row r="${n}"><c r="A${n}" s="2"><v>46354.4382</v></c><c r="B${n}"><v>${nsu}</v></c><c r="C${n}" t="inlineStr"><is><t>_x0041_1</t></is></c><c r="D${n}"><v>${amount}</v></c></row>`
    const file = workbook(
      `<row r="3">${heading}</row>${row(4, '632567', '7')}${row(9, '6.32567E5', '7.0999999999999996')}${row(10, '1.2345678901234568E+18', '1')}`,
      shared,
    )
    expect(read(file)).toMatchObject({
      lines: [
        { n: 4, day: '2026-11-28', nsu: '632567', authorisationCode: 'A1', amountCents: 700 },
        { n: 9, nsu: '632567', amountCents: 710 },
      ],
      unread: [expect.stringMatching(/^10: uma planilha danificou/)],
    })
  })

  it('that unpacks to more than 50 MB, whatever its header says, is refused', { tags: 'deep' }, () => {
    const bomb = Buffer.from(workbook(' '.repeat(51 * 1024 * 1024)))
    const size = '<worksheet><sheetData>'.length * 2 + 2 + 51 * 1024 * 1024
    for (let at = bomb.indexOf('xl/worksheets/sheet2.xml') - 40; at < bomb.length - 4; at++)
      if (Math.abs(bomb.readUInt32LE(at) - size) < 9) bomb.writeUInt32LE(1_000, at)
    expect(read(bomb).problem).toBe('O arquivo Excel passa de 50 MB descompactado. Divida-o por período.')
  })

  it('that is damaged is told', () => {
    const damaged = 'O arquivo Excel está danificado. Exporte-o de novo.'
    expect(read(workbook('<row>').subarray(0, 900)).problem).not.toBeUndefined()
    expect(read(workbook('<row></c>')).problem).toBe(damaged)
  })
})

it.each<[string | Uint8Array, string]>([
  ['%PDF-1.7\n%âãÏÓ', 'um PDF'],
  ['\n<!DOCTYPE html><html><table><tr><td>Data', 'um HTML'],
  ['<table><tr><td>Data</td>', 'um HTML'],
  ['<?xml version="1.0"?><extrato/>', 'um XML'],
  ['{"items":[{"data":"28/11/2026"}]}', 'um JSON'],
  ['[{"data":"28/11/2026"}]', 'um JSON'],
  [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'um Excel antigo (XLS) ou com senha'],
  [Buffer.from('ffd8ffe000104a464946', 'hex'), 'uma imagem'],
  [zipSync({ 'a.csv': strToU8('Data;Valor') }), 'um ZIP'],
  [zipSync({ mimetype: strToU8('x'), 'content.xml': strToU8('x') }), 'um ODS'],
])('another format is named', (content, name) => {
  expect(read(content).problem).toBe(`É ${name}. Exporte em CSV, Excel ou OFX.`)
})

it.each(['semicolons', 'json', 'base64', 'rows', 'bomb'] as const)(
  'a file of %s leaves the process to the gates',
  { tags: 'deep' },
  async (shape) => {
    const size = 4.9 * 1024 * 1024
    const shapes: Readonly<Record<typeof shape, () => string | Uint8Array>> = {
      semicolons: () => ';'.repeat(size),
      json: () => `{"items":[${'{"data":"28/11/2026","valor":"7,00"},'.repeat(size / 38)}]}`,
      base64: () => 'QUJD'.repeat(size / 4),
      rows: () => 'Data;PaymentId;Valor\n' + `28/11/2026;${saleId(1)};7,00\n`.repeat(20_000),
      bomb: () => workbook(' '.repeat(51 * 1024 * 1024)),
    }
    expect(await processorMsOfThisThread(Buffer.from(shapes[shape]()))).toBeLessThan(100)
  },
)

it('a wrong file of 5 MB leaves the process to the gates', async () => {
  expect(await processorMsOfThisThread(Buffer.alloc(5_000_000, ';'))).toBeLessThan(100)
})

/** Bounds the longest stretch that parsing holds this thread for, whatever else the machine does. */
async function processorMsOfThisThread(file: Buffer): Promise<number> {
  const before = process.threadCpuUsage()
  await parseInWorker(file)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
