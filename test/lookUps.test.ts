import { expect, it } from 'vitest'
import { lookUp } from '#kit/text/lookUp.ts'
import { lookUpsByText } from './tidy/lookUps.ts'

/** `fetchTicket` itself, which checks first that the table has the name. */
const own = /^src\/kit\/text\/lookUp\.ts:\d+ table\[text\]$/

it('texts are looked up in plain objects only with lookUp()', () => {
  const found = lookUpsByText('tsconfig.pure.json', 'tsconfig.server.json', 'tsconfig.web.json')
  const shipped = found.filter((finding) => /^(src|simulators)\//.test(finding))
  expect(shipped.filter((finding) => own.test(finding))).toHaveLength(1)
  expect(
    shipped
      .filter((finding) => !own.test(finding))
      .map((finding) => `${finding} -> lookUp() of kit/text/lookUp.ts, or a Map`),
  ).toEqual([])
})

it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'other'])(
  '%s, an inherited property, is not found',
  (text) => {
    expect(lookUp({ known: 1 }, text)).toBeUndefined()
  },
)

it('a name of the table is found', () => {
  expect(lookUp({ known: 1, toString: 2 }, 'known')).toBe(1)
  expect(lookUp({ known: 1, toString: 2 }, 'toString')).toBe(2)
  expect(lookUp(undefined, 'known')).toBeUndefined()
})
