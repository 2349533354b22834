import type { FileRow } from '../../../statement/parseLines.ts'
import { readXml } from './readXml.ts'

/** A spreadsheet's columns beyond are of no statement. */
const maxColumns = 200
const maxSheetColumns = 16_384

/** Rows of a sheet that are not blank, `n` as the spreadsheet counts. */
export function sheetRows(sheet: Uint8Array, shared: readonly string[], maxRows: number): FileRow[] {
  const rows: FileRow[] = []
  let [n, cells, column, type]: [number, string[], number, string] = [0, [], 0, '']
  let [text, isValue] = ['', false]
  readXml(sheet, {
    open: (name, attribute) => {
      if (name === 'row') {
        n = Math.max(n + 1, Number(attribute('r') ?? 0) || 0)
        cells = []
        column = -1
      } else if (name === 'c') {
        column = columnOf(attribute('r')) ?? column + 1
        if (column >= maxSheetColumns) throw new Error('a row has more columns than a spreadsheet')
        type = attribute('t') ?? 'n'
        text = ''
      } else if (name === 'v' || name === 't') isValue = true
    },
    text: (part) => {
      if (isValue) text += part
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'c' && column < maxColumns) cells[column] = cellText(type, text, shared)
      else if (name === 'row' && cells.some((cell) => cell.trim() !== ''))
        rows.push({ n, cells: Array.from(cells, (cell) => cell ?? '') })
    },
    isDone: () => rows.length > maxRows,
  })
  return rows
}

/** The texts that cells share. */
export function sharedTexts(xml: Uint8Array | undefined): string[] {
  const texts: string[] = []
  if (xml === undefined) return texts
  let [text, isText, isPhonetic] = ['', false, false]
  readXml(xml, {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') isPhonetic = true
      if (name === 't') isText = !isPhonetic
    },
    text: (part) => {
      if (isText) text += part
    },
    close: (name) => {
      if (name === 't') isText = false
      if (name === 'rPh') isPhonetic = false
      if (name === 'si') texts.push(unescaped(text))
    },
  })
  return texts
}

/** 'AB12' -> 27. */
function columnOf(place: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0]
  if (letters === undefined) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellText(type: string, text: string, shared: readonly string[]): string {
  if (type === 's') return shared[Number(text)] ?? ''
  if (type === 'n') return numberText(text)
  if (type === 'e') return ''
  return unescaped(text)
}

/** Without the tail of binary fractions: '7.0999999999999996' -> '7.1'. A long number stays as it is. */
function numberText(text: string): string {
  const value = Number(text)
  if (text === '' || !Number.isFinite(value)) return text
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? String(value) : text
  const rounded = Math.round(value * 100) / 100
  return Math.abs(rounded - value) < 1e-6 ? String(rounded) : text
}

/** '_x0041_' -> 'A' (ECMA-376 part 1, 22.9.2.19). */
function unescaped(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}
