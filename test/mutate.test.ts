import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withFault } from './mutate/fault.ts'
import { faults } from './mutate/faults.ts'
import { root } from './tidy/sources.ts'

/** `npm run mutate` runs the faults; this checks that they can run. */
it('every fault’s search text exists, and its tests are named', () => {
  expect(faults.length).toBeGreaterThanOrEqual(50)
  const names = faults.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  const wrong = faults.flatMap((fault) => {
    const text = readFileSync(join(root, fault.file), 'utf8')
    const missing = fault.tests.filter((test) => !/\.test\.tsx?$/.test(test) || !existsSync(join(root, test)))
    try {
      const found = withFault(text, fault) === text ? [`${fault.name}: changes nothing`] : []
      return [...found, ...missing.map((test) => `${fault.name}: there is no ${test}`)]
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)]
    }
  })
  expect(wrong).toEqual([])
})
