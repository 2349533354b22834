import { expect, it } from 'vitest'
import type { WireClosingLine } from './backoffice.ts'
import type { ClosingLine } from './document.ts'
import { type ClosingSection, isClosingSection, sectionNames, sectionText } from './sections.ts'
import { sumOpenDay } from './sumOpenDay.ts'
import { sumTotals } from './totals.ts'

const none = { method: null, brand: null, acquirer: null, of_day: null }
const line = (section: ClosingSection, count: number, amount_cents: number): ClosingLine => ({
  ...none,
  section,
  count,
  amount_cents,
})

it('the total counts what was taken and went back, late and adjusted', () => {
  const lines = [
    line('portal', 3, 10_000),
    line('portal', 2, 700),
    line('refund', 1, -1500),
    line('machine', 4, 2000),
    line('till', 5, 300),
    line('late', 6, 40),
    line('adjustment', 7, -5),
    line('waiver', 8, 600),
    line('validation', 9, 900),
    line('dispute', 10, 50_000),
    line('till_difference', 11, 60_000),
  ]
  expect(sumTotals(lines, 31)).toEqual({
    gross: 10_700,
    refunded: 1500,
    net: 9200,
    machine: 2000,
    till: 300,
    late: 40,
    adjusted: -5,
    total: 11_535,
    waived: 600,
    validated: 900,
    feeEstimate: 31,
    payments: 5,
  })
})

it('a day without refunds has refunded 0, not -0', () => {
  expect(sumTotals([], null)).toMatchObject({ refunded: 0, total: 0, feeEstimate: null, payments: 0 })
})

const wire = (section: ClosingSection, method: string | null, value: number): WireClosingLine => ({
  ...none,
  section,
  method,
  count: 1,
  value,
  valueHuman: '',
})
const totals = {
  gross: 0,
  refunded: 0,
  net: 0.1,
  machine: 0.2,
  till: 0.4,
  late: 7,
  adjusted: 9,
  total: 50,
  waived: 0,
  validated: 0,
  fee_estimate: null,
  payments: 1,
}

it('the open day by method: refunds less, machines by their own words, nothing late', () => {
  const lines = [
    wire('portal', 'credit', 0.1),
    wire('portal', 'credit', 0.2),
    wire('refund', 'credit', -0.1),
    wire('portal', 'pix', 7),
    wire('machine', 'pix', 6),
    wire('machine', 'Dinheiro', 5),
    wire('refund', 'cheque', -1),
    wire('late', 'credit', 40),
    wire('adjustment', null, 30),
    wire('till', 'cash', 20),
  ]
  expect(sumOpenDay(lines, totals)).toEqual({
    methods: [
      { text: 'Crédito', value: 0.2 },
      { text: 'Pix', value: 7 },
      { text: 'Máquina, dinheiro', value: 5 },
      { text: 'Máquina, Pix', value: 6 },
      { text: 'Máquina, outro', value: -1 },
      { text: 'Balcão, dinheiro', value: 20 },
    ],
    total: 0.7,
  })
})

it('a section of another day names it', () => {
  expect(sectionText('late', '2026-11-26')).toBe('Atrasados de 26/11/2026')
  expect(sectionText('late', null)).toBe('Atrasados')
})

it('only the sections of this release are sections', () => {
  expect(sectionNames.every(isClosingSection)).toBe(true)
  expect(['toString', 'portal ', ''].some(isClosingSection)).toBe(false)
})
