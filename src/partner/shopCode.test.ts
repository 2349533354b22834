import { expect, it } from 'vitest'
import { shopCode, shopCodeText } from './shopCode.ts'

it.each([
  ['ABCDE23456', 'ABCDE23456'],
  [' abcde-23456 ', 'ABCDE23456'],
  ['https://portal.test/#/convenio/ABCDE23456', 'ABCDE23456'],
  ['https://portal.test/#/convenio/ABCDE23456?ticket=1', 'ABCDE23456'],
])('%s is the code %s', (typed, code) => {
  expect(shopCode.parse(typed)).toBe(code)
})

it.each(['ABCDE2345', 'ABCDE234567', 'ABCDE2345O', 'ABCDE23451', '0001234567890'])(
  '%s is no code',
  (typed) => {
    const parsed = shopCode.safeParse(typed)
    expect(parsed.error?.issues[0]?.message).toBe(shopCodeText)
  },
)
