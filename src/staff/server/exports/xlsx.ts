import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { dayMs } from '#kit/clock.ts'
import { escapeHtml } from '#kit/markup.ts'
import { type Cell, escapeFormula } from './cells.ts'

/**
 * Streams a workbook of one sheet (ECMA-376 part 1, 18.3). It uses `fflate`, because
 * `@atomictech/xlsx-write-stream` brings 56 packages and reads on after its reader has closed.
 */
export async function* xlsxFile(
  titles: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const taken = () => {
    const ready = Buffer.concat(chunks)
    chunks = []
    return ready
  }
  for (const [name, xml] of Object.entries(parts)) {
    const part = new ZipPassThrough(name)
    zip.add(part)
    part.push(strToU8(xml), true)
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 1 })
  zip.add(sheet)
  sheet.push(strToU8(`${sheetHead}${rowXml(titles.map((value) => ({ kind: 'text', value })))}`))
  yield taken()
  for await (const rows of batches) {
    sheet.push(strToU8(rows.map(rowXml).join('')))
    yield taken()
  }
  sheet.push(strToU8('</sheetData></worksheet>'), true)
  zip.end()
  yield taken()
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationshipNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'
const contentTypePrefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const sheetHead = `${xmlHead}<worksheet xmlns="${mainNamespace}"><sheetData>`

/** The indices of the `cellXfs` below. */
const styleIndex = { money: 1, dateTime: 2, day: 3, decimal: 4 } as const

const styleSheet = `<styleSheet xmlns="${mainNamespace}">
<numFmts count="3"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/><numFmt numFmtId="166" formatCode="0.0"/></numFmts>
<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="5">${[0, 4, 164, 165, 166]
  .map(
    (format) =>
      `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  .join('')}</cellXfs>
</styleSheet>`

const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${xmlHead}<Types xmlns="${packageNamespace}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${contentTypePrefix}.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentTypePrefix}.worksheet+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${contentTypePrefix}.styles+xml"/></Types>`,
  '_rels/.rels': `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships">
<Relationship Id="rId1" Type="${relationshipNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${xmlHead}<workbook xmlns="${mainNamespace}" xmlns:r="${relationshipNamespace}">
<sheets><sheet name="Dados" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships">
<Relationship Id="rId1" Type="${relationshipNamespace}/worksheet" Target="worksheets/sheet1.xml"/>
<Relationship Id="rId2" Type="${relationshipNamespace}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${xmlHead}${styleSheet}`,
}

function rowXml(cells: readonly Cell[]): string {
  return `<row>${cells.map(cellXml).join('')}</row>`
}

function cellXml(cell: Cell): string {
  if (cell === null) return '<c/>'
  switch (cell.kind) {
    case 'text':
      return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(cell.value)}</t></is></c>`
    case 'number':
      return `<c><v>${cell.value}</v></c>`
    case 'decimal':
      return `<c s="${styleIndex.decimal}"><v>${cell.value}</v></c>`
    case 'money':
      return `<c s="${styleIndex.money}"><v>${cell.value / 100}</v></c>`
    case 'day':
      return `<c s="${styleIndex.day}"><v>${excelDate(`${cell.value}T00:00:00`)}</v></c>`
    case 'dateTime':
      return `<c s="${styleIndex.dateTime}"><v>${excelDate(cell.value)}</v></c>`
  }
}

/** Days since 30 December 1899. */
function excelDate(wall: string): number {
  return Date.parse(`${wall}Z`) / dayMs + 25_569
}

/** Excel's limit for a cell. */
const maxCellText = 32_767
/** Characters that XML 1.0 forbids, even escaped. */
const forbiddenInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Excel reads `_x0041_` as the character of that number (ECMA-376 part 1, 22.9.2.19). */
const escapeLike = /_(?=x[\da-f]{4}_)/gi

function xmlText(text: string): string {
  const kept = escapeFormula(text)
    .replace(forbiddenInXml, '')
    .slice(0, maxCellText)
    .replace(escapeLike, '_x005F_')
  return escapeHtml(kept).replaceAll('\r', '&#13;')
}
