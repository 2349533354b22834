import { expect, it } from 'vitest'
import { readCode } from '#test/support/garage/readCode.ts'
import { drawBarcode } from './barcode.ts'

const module = 3

/** The drawing at three dots a module. */
function printed(svg: string) {
  const [, width = 0, height = 0] = (/viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []).map(Number)
  const data = new Uint8ClampedArray(width * module * height * 4).fill(255)
  for (const [, at = '', wide = ''] of svg.matchAll(/M(\d+) 0h(\d+)v/g)) {
    for (let y = 0; y < height; y += 1)
      for (let x = Number(at) * module; x < (Number(at) + Number(wide)) * module; x += 1)
        data.fill(0, (y * width * module + x) * 4, (y * width * module + x) * 4 + 3)
  }
  return { data, width: width * module, height, colorSpace: 'srgb' as const }
}

const read = (digits: string) => readCode(printed(drawBarcode(digits)), 'Code128')

it.each(['0001234567890', '9999999999999', '0000000000000', '12'])('%s can be read back', async (digits) => {
  expect(await read(digits)).toBe(digits)
})

it('every pair of digits has its symbol, eleven modules wide, and so has every last one', async () => {
  for (let first = 0; first < 100; first += 6) {
    const pairs = [0, 1, 2, 3, 4, 5].map((n) => String((first + n) % 100).padStart(2, '0')).join('')
    const digits = `${pairs}${(first / 6) % 10}`
    expect(await read(digits)).toBe(digits)
    expect(drawBarcode(digits)).toContain('viewBox="0 0 143 50"')
  }
})

it.each(['', '1', '12a', '12 34'])('%j is no number of a ticket', (text) => {
  expect(() => drawBarcode(text)).toThrow('two digits')
})
