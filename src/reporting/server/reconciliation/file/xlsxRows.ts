import { type FileRow, maxLines } from '../../../statement/parseLines.ts'
import { fromHeading, isHeading, maxRowsBeforeHeading } from './findHeading.ts'
import { readXml } from './readXml.ts'
import { sharedTexts, sheetRows } from './sheetRows.ts'
import { maxUnpackedBytes, TooLargeUnpacked, unzipParts, type ZipParts } from './unzipParts.ts'

const damaged = 'O arquivo Excel está danificado. Exporte-o de novo.'

/** Rows of the first sheet that has a heading. Returns Portuguese where the file cannot be read. */
export function xlsxRows(content: Uint8Array): readonly FileRow[] | string {
  try {
    const zip = unzipParts(content, (name) =>
      /^\/?xl\/(?:[^/]+\.xml|_rels\/.*|worksheets\/[^/]+\.xml)$/i.test(name),
    )
    return zip.parts.has('xl/workbook.xml') ? workbookRows(zip) : otherZipText(zip.names)
  } catch (error) {
    if (error instanceof TooLargeUnpacked)
      return `O arquivo Excel passa de ${maxUnpackedBytes / 1024 / 1024} MB descompactado. Divida-o por período.`
    // Both libraries throw plain errors.
    return damaged
  }
}

function workbookRows({ parts }: ZipParts): readonly FileRow[] | string {
  const shared = sharedTexts(parts.get('xl/sharedStrings.xml'))
  let first: readonly FileRow[] | null = null
  for (const name of sheetNames(parts)) {
    const sheet = parts.get(name)
    if (sheet === undefined) continue
    const rows = fromHeading(sheetRows(sheet, shared, maxLines + maxRowsBeforeHeading))
    if (isHeading(rows[0]?.cells ?? [])) return rows
    if (first === null || first.length === 0) first = rows
  }
  return first ?? damaged
}

/** Files of the sheets, in the order of the workbook. */
function sheetNames(parts: ZipParts['parts']): string[] {
  const targets = new Map<string, string>()
  const relations = parts.get('xl/_rels/workbook.xml.rels')
  if (relations !== undefined)
    readXml(relations, {
      open: (_, attribute) => targets.set(attribute('Id') ?? '', attribute('Target') ?? ''),
    })
  const ids: string[] = []
  const workbook = parts.get('xl/workbook.xml')
  if (workbook !== undefined)
    readXml(workbook, {
      open: (name, attribute) => {
        if (name === 'sheet') ids.push(attribute('id') ?? '')
      },
    })
  return ids.map((id) => (targets.get(id) ?? '').replace(/^\/?(?:xl\/)?/, 'xl/'))
}

function otherZipText(names: readonly string[]): string {
  const kind = names.some((name) => /^xl\/workbook\.bin$/i.test(name))
    ? 'um XLSB'
    : names.includes('word/document.xml')
      ? 'um DOCX'
      : names.includes('content.xml') && names.includes('mimetype')
        ? 'um ODS'
        : 'um ZIP'
  return `É ${kind}. Exporte em CSV, Excel ou OFX.`
}
