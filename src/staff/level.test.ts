import { expect, test } from 'vitest'
import { isAllowed } from './level.ts'

test.each([
  ['staff', [true, true, true, false]],
  ['supervisor', [true, true, true, false]],
  ['manager', [true, true, false, false]],
  ['admin', [true, false, false, false]],
] as const)('%s', (access, passing) => {
  expect([1, 2, 10, 100].map((level) => isAllowed(level, access))).toEqual(passing)
})
