import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildBrCode, crc16, isValidBrCode, usableBrCode } from './brCode.ts'

/** The Central Bank's example of a static code. */
const sample =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304'

describe('the checksum', () => {
  test('is that of the published check value and of the Central Bank’s example', () => {
    expect(crc16('123456789')).toBe('29B1')
    expect(crc16(sample)).toBe('1D3D')
  })

  test('keeps its four digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect(crc16(text)).toMatch(/^[0-9A-F]{4}$/)
      }),
    )
  })
})

describe('a code', () => {
  const location = 'pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25'
  const code = buildBrCode({ location, amountCents: 2105 })

  test('names the charge and its amount', () => {
    expect(code).toContain(`25${location.length}${location}`)
    expect(code).toContain('540521.05')
  })

  test('is accepted as written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (amountCents) => {
        expect(isValidBrCode(buildBrCode({ location, amountCents }), amountCents)).toBe(true)
      }),
    )
  })

  test('without an amount is accepted for any amount', () => {
    expect(isValidBrCode(`${sample}1D3D`, 1)).toBe(true)
    expect(isValidBrCode(`${sample}1d3d`, 1)).toBe(true)
  })

  test('with a changed letter is refused', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: code.length - 1 }), (at) => {
        const other = code[at] === '7' ? '8' : '7'
        expect(isValidBrCode(code.slice(0, at) + other + code.slice(at + 1), 2105)).toBe(false)
      }),
    )
  })

  const signed = (text: string) => text + crc16(text)
  test.each([
    ['another amount', buildBrCode({ location, amountCents: 2106 })],
    ['nothing', ''],
    ['no Pix', signed(sample.replace('br.gov.bcb.pix', 'br.gov.bcb.pox'))],
    ['lengths that do not add up', signed(sample.replace('5913', '5912'))],
    ['a line break within', signed(sample.replace('Fulano de Tal', 'Fulano\nde Tal'))],
    ['a field twice', signed(sample.replace('5802BR', '5802BR5802BR'))],
    ['no checksum at the end', signed(sample.replace('6304', '6404'))],
  ])('%s is refused', (_name, text) => {
    expect(isValidBrCode(text, 2105)).toBe(false)
  })

  const banks = code.slice(0, -4)
  /** The bank's code with one field as given. */
  const changed = (now: string, value: string) => {
    const id = now.slice(0, 2)
    return signed(
      banks.replace(now, value === '' ? '' : `${id}${String(value.length).padStart(2, '0')}${value}`),
    )
  }
  const name = '5914ESTACIONAMENTO'
  const city = '6006BRASIL'
  const txid = '62070503***'

  test.each([
    ['a name of 25', changed(name, 'A'.repeat(25))],
    ['a city of 15', changed(city, 'SAO JOSE CAMPOS')],
    ['a txid of 25', changed(txid, `0525${'a1'.repeat(12)}b`)],
    ['whole reais', changed('540521.05', '2105')],
  ])('%s is taken as it came', (_, text) => {
    const amountCents = text.includes('54042105') ? 210_500 : 2105
    expect(usableBrCode(text, { amountCents })).toBe(text)
  })

  test.each([
    ['a name of 26', changed(name, 'A'.repeat(26))],
    ['no name', changed(name, '')],
    ['an empty name', signed(banks.replace(name, '5900'))],
    ['a name of blanks', changed(name, '   ')],
    ['a city of 16', changed(city, 'A'.repeat(16))],
    ['no city', changed(city, '')],
    ['an amount with a comma', changed('540521.05', '21,05')],
    ['an amount with three decimals', changed('540521.05', '21.050')],
    ['a txid of 26', changed(txid, `0526${'a'.repeat(26)}`)],
    ['a txid with a hyphen', changed(txid, '0503a-b')],
    ['no txid', changed(txid, '')],
    ['another country', changed('5802BR', 'US')],
    ['no country', changed('5802BR', '')],
    ['another currency', changed('5303986', '840')],
    ['no category', changed('52040000', '')],
    ['another version', signed(banks.replace('000201', '000202'))],
    ['a scheme in its location', buildBrCode({ location: `https://${location}`, amountCents: 2105 })],
  ])('%s is refused, and ours takes its place', (name, text) => {
    expect(isValidBrCode(text, 2105)).toBe(false)
    expect(usableBrCode(text, { amountCents: 2105, location })).toBe(code)
    const isUnclear = /scheme|three decimals/.test(name)
    expect(usableBrCode(text, { amountCents: 2105 })).toBe(isUnclear ? null : code)
  })

  test.each([
    ['another checksum', `${banks}0000`],
    ['accents', signed(banks.replace(name, '5915ESTACIONAMENTÔ'))],
    ['a key instead of a location', signed(sample.replace('5913Fulano de Tal', `5926${'A'.repeat(26)}`))],
    ['another amount', signed(changed(name, '').slice(0, -4).replace('21.05', '21.06'))],
    ['nothing', null],
  ])('%s: without the bank’s location there is no code', (_, text) => {
    expect(usableBrCode(text, { amountCents: 2105 })).toBeNull()
    expect(usableBrCode(text, { amountCents: 2105, location })).toBe(code)
  })
})
