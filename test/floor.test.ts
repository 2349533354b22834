import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { placeOf } from './tidy/imports.ts'
import { floor, youngScript, youngStyle } from './tidy/floor.ts'
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
  ['scripts', scripts, youngScript],
  ['styles', styles, youngStyle],
] as const)('%s have nothing that the oldest browsers of the README lack', (_, sources, young) => {
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

it('every exception is still one', () => {
  const gone = [...youngScript, ...youngStyle].flatMap(({ what, pattern, except = {} }) =>
    Object.keys(except).filter((path) => {
      const source = [...scripts, ...styles].find((known) => known.path === path)
      return source === undefined || findAll([source], pattern, what).length === 0
    }),
  )
  expect(gone).toEqual([])
})

it('the READMEs say the oldest browsers that the build is made for', () => {
  expect(read('vite.config.ts')).toContain(
    `['chrome${floor.chrome}', 'ios${floor.ios}', 'firefox${floor.firefox}']`,
  )
  for (const readme of ['README.md', 'README.pt-BR.md'])
    for (const browser of [`iOS ${floor.ios}`, `Chrome ${floor.chrome}`, `Firefox ${floor.firefox}`])
      expect(read(readme), `in ${readme}`).toContain(browser)
})
