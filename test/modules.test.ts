import { describe, expect, it } from 'vitest'
import { imports } from './tidy/imports.ts'
import { isTest, sourcesIn } from './tidy/sources.ts'

const shipped = sourcesIn('src').filter((file) => !isTest(file))

/** A noun's modules, and the list of `app` that collects them: a missing line is found here. */
const collections: readonly { what: RegExp; list: string }[] = [
  { what: /^src\/\w+\/server\/module\.ts$/, list: 'src/app/server/modules.ts' },
  { what: /^src\/\w+\/web\/screens\.ts$/, list: 'src/app/web/modules.ts' },
  { what: /^src\/\w+\/web\/backoffice\/screens\.ts$/, list: 'src/app/web/backoffice/modules.ts' },
]
const own = /^src\/(app|kit)\//
const isListed = (path: string, list: string) =>
  imports.some(({ from, to }) => from.path === list && to === path)

describe('the lists of the nouns’ modules', () => {
  it.each(collections)('$list is collected from every noun', ({ what, list }) => {
    const said = shipped.filter(({ path }) => what.test(path) && !own.test(path))
    expect(said.length).toBeGreaterThan(5)
    const forgotten = said.filter(({ path }) => !isListed(path, list))
    expect(forgotten.map(({ path }) => `${path}:1 is not collected -> add its line to ${list}`)).toEqual([])
  })

  it('include every file that declares calls', () => {
    const list = 'src/app/modules.ts'
    const declaring = shipped.filter(
      ({ path, code }) => !own.test(path) && code.some((line) => /^export const \w+ = endpoint\(/.test(line)),
    )
    expect(declaring.length).toBeGreaterThan(15)
    const forgotten = declaring.filter(({ path }) => !isListed(path, list))
    expect(forgotten.map(({ path }) => `${path}:1 is not collected -> add its line to ${list}`)).toEqual([])
  })

  it('load every page in a screen, from another page, or at build time', () => {
    const pages = shipped.filter(({ path }) => path.endsWith('Page.tsx'))
    const texts = shipped.filter(({ path }) => path.endsWith('.ts') || path.endsWith('.tsx'))
    const lost = pages.filter(({ path }) => {
      const name = path.split('/').at(-1) ?? ''
      return !texts.some((file) => file.path !== path && file.code.some((line) => line.includes(`/${name}'`)))
    })
    expect(lost.map(({ path }) => `${path}:1 -> give it a row in its noun's screens.ts`)).toEqual([])
  })
})
