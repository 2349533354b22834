import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { placeOf } from './tidy/imports.ts'
import { oldestBrowsers, newerScriptFeatures, newerStyleFeatures } from './tidy/oldestBrowsers.ts'
import { findAll, isTest, root, type Source, sourcesIn } from './tidy/sources.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

const scripts = sourcesIn('src').filter((file) => !isTest(file) && placeOf(file.path).kind !== 'server')
const styles = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.css'))
  .map((entry): Source => {
    const path = relative(root, join(entry.parentPath, entry.name))
    const lines = read(path).split('\n')
    const blank = (comment: string) => comment.replace(/[^\n]/g, ' ')
    return {
      path,
      lines,
      code: read(path)
        .replace(/\/\*[\s\S]*?\*\//g, blank)
        .split('\n'),
    }
  })

it.each([
  ['scripts', scripts, newerScriptFeatures],
  ['styles', styles, newerStyleFeatures],
] as const)('%s use no feature that the oldest browsers lack', (_, sources, young) => {
  expect(sources.length).toBeGreaterThan(20)
  const found = young.flatMap(({ what, since, pattern, except = {} }) =>
    findAll(
      sources.filter(({ path }) => !(path in except)),
      pattern,
      `${what} came with ${since}: do without, or ask whether it is there and list it in tidy/floor.ts`,
    ),
  )
  expect(found).toEqual([])
})

it('every listed exception is still in use', () => {
  const gone = [...newerScriptFeatures, ...newerStyleFeatures].flatMap(({ what, pattern, except = {} }) =>
    Object.keys(except).filter((path) => {
      const source = [...scripts, ...styles].find((known) => known.path === path)
      return source === undefined || findAll([source], pattern, what).length === 0
    }),
  )
  expect(gone).toEqual([])
})

it('docs/operating.md names the oldest browsers that the build targets', () => {
  expect(read('vite.config.ts')).toContain(
    `['chrome${oldestBrowsers.chrome}', 'ios${oldestBrowsers.ios}', 'firefox${oldestBrowsers.firefox}']`,
  )
  for (const browser of [
    `iOS ${oldestBrowsers.ios}`,
    `Chrome ${oldestBrowsers.chrome}`,
    `Firefox ${oldestBrowsers.firefox}`,
  ])
    expect(read('docs/operating.md')).toContain(browser)
})
