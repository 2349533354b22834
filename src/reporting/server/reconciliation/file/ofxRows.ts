import { dayOfInstant } from '../../../statement/parseDay.ts'
import { findPixId } from '../../../statement/identifiers.ts'
import { type FileRow, maxLines } from '../../../statement/parseLines.ts'

const heading = ['Data', 'Valor', 'D/C', 'Histórico', 'PaymentId', 'Número do pedido', 'EndToEndId']

/**
 * The transactions of OFX, as SGML (1.x) or XML (2.x), below a heading of ours. `n` is the line of a transaction, or
 * its number where one line has several.
 */
export function ofxRows(text: string): FileRow[] {
  const rows: FileRow[] = [{ n: 0, cells: heading }]
  const opening = /<STMTTRN>/gi
  const breaks = /\n|$/g
  let [line, nextBreak] = [1, breaks.exec(text)?.index ?? text.length]
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    // One more than the limit, to detect longer files.
    if (rows.length > maxLines + 1) break
    while (nextBreak < match.index) {
      line++
      nextBreak = breaks.exec(text)?.index ?? text.length
    }
    const n = Math.max(line, (rows.at(-1)?.n ?? 0) + 1)
    rows.push({ n, cells: transactionCells(blockAt(text, opening.lastIndex)) })
  }
  return rows
}

/** More than a bank writes of a transaction. */
const maxBlockLength = 10_000

function blockAt(text: string, start: number): string {
  const block = text.slice(start, start + maxBlockLength)
  return block.slice(0, block.search(/<(?:\/?STMTTRN|\/BANKTRANLIST)>|$/i))
}

function transactionCells(block: string): string[] {
  const values = new Map<string, string>()
  for (const [, name = '', value = ''] of block.matchAll(/<([a-z0-9.]+)>([^<]*)/gi))
    values.set(name.toUpperCase(), decodeEntities(value).trim())
  const of = (name: string) => values.get(name) ?? ''
  const texts = [...values.values()]
  return [
    dayOfPosting(of('DTPOSTED')),
    of('TRNAMT'),
    /^DEBIT$/i.test(of('TRNTYPE')) ? 'D' : '',
    of('MEMO') || of('NAME'),
    of('FITID'),
    // Banks fill an absent number with zeros.
    of('CHECKNUM').replace(/^0+$/, ''),
    findPixId(texts) ?? '',
  ]
}

/** '20261128103000[-3:BRT]' -> '2026-11-28' in Brasília. Midnight is a day without an hour. */
function dayOfPosting(text: string): string {
  const [, date = '', time = '', hours, minutes = '00'] =
    /^(\d{8})(\d{4,6})?(?:\.\d+)?\s*(?:\[([+-]?\d{1,2})(?:\.\d+|:?(\d{2}))?(?::[^\]]*)?\])?/.exec(text) ?? []
  const day = date.replace(/^(\d{4})(\d{2})/, '$1-$2-')
  if (hours === undefined || /^0*$/.test(time)) return day
  const offset = `${hours.startsWith('-') ? '-' : '+'}${hours.replace(/\D/g, '').padStart(2, '0')}${minutes}`
  return dayOfInstant(day, `${time.slice(0, 2)}:${time.slice(2, 4)}`, offset) ?? ''
}

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|(\w{2,4}));/g, (whole, code?: string, name?: string) =>
    code === undefined ? (entities.get(name ?? '') ?? whole) : String.fromCodePoint(Number(code)),
  )
}
