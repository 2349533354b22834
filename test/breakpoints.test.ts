import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './tidy/sources.ts'

it('layout breakpoints are in em, so that they also follow a larger text size', () => {
  const files = globSync('src/**/*.{css,ts,tsx}', { cwd: root })
  expect(files.length).toBeGreaterThan(500)
  const inPixels = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\((?:min|max)-width:\s*[\d.]+px\)/g)].map(
      ([said]) => `${file} ${said} -> 16 px are 1 em`,
    ),
  )
  expect(inPixels).toEqual([])
})
