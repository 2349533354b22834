import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { chunksOf } from '../tools/build/chunks.ts'
import { root } from './tidy/sources.ts'

const main = 'src/app/web/main.tsx'
const value = 'src/ticket/web/TicketValuePage.tsx'
const data = 'src/account/web/AccountDataPage.tsx'
const address = 'src/account/web/AddressPage.tsx'
const card = 'src/payment/card/web/NewCardScreen.tsx'
const pix = 'src/payment/pix/web/PixScreen.tsx'

/** Static and later imports, by paths from the root. */
const imports: Readonly<Record<string, readonly string[]>> = {
  [main]: ['x/start.ts', 'node_modules/zod/index.js'],
  [value]: ['x/onlyValue.ts', 'x/fromValue.ts', 'x/value.css'],
  [data]: ['x/fromValue.ts', 'x/onlyData.ts', 'x/fromData.ts'],
  [address]: ['x/fromData.ts', 'x/fromAddress.ts', 'x/address.css'],
  [card]: ['x/start.ts', 'x/fromAddress.ts', 'x/address.css', 'x/fromCard.ts'],
  [pix]: ['x/fromCard.ts', 'x/deep.ts'],
  'x/fromCard.ts': ['x/deep.ts'],
}
const fetches: Readonly<Record<string, readonly string[]>> = { [main]: [value, data, address, card, pix] }

const graph = {
  getModuleInfo: (id: string) => {
    const ids = (table: typeof imports) =>
      Object.entries(table).flatMap(([from, to]) => (resolve(root, from) === id ? to : []))
    const paths = (found: readonly string[]) => found.map((path) => resolve(root, path))
    return { importedIds: paths(ids(imports)), dynamicallyImportedIds: paths(ids(fetches)) }
  },
}

it.each([
  ['what the start imports', 'x/start.ts', 'base'],
  ['schemas, wherever they are imported', 'node_modules/zod/index.js', 'calls'],
  ['the price’s page', value, 'ticket'],
  ['a module of the price’s page alone', 'x/onlyValue.ts', 'ticket'],
  ['styles of the first steps', 'x/value.css', 'base'],
  ['a module of two steps', 'x/fromValue.ts', 'ticket'],
  ['a module of two later steps', 'x/fromData.ts', 'payer'],
  ['a module of steps with another between them', 'x/fromAddress.ts', 'address'],
  ['styles of a later step', 'x/address.css', 'address'],
  ['a module of two pages of one step', 'x/fromCard.ts', 'paying'],
  ['what such a module imports', 'x/deep.ts', 'paying'],
  ['a module of one page', 'x/onlyData.ts', null],
  ['a page', data, null],
])('%s: %s is in the chunk %s', (_, path, chunk) => {
  expect(chunksOf(root)(resolve(root, path), graph)).toBe(chunk)
})

it('refuses a build that lacks a module of the list', () => {
  const empty = { getModuleInfo: () => null }
  expect(() => chunksOf(root)('x', empty)).toThrow('which the build does not have')
})
