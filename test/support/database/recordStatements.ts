import { writeFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'
import { recordOf } from './recording.ts'
import { statementTexts } from './statements.ts'

// Registered before the file's own hooks, so that it runs after them.
afterAll(() => {
  const { testPath } = expect.getState()
  if (testPath === undefined) throw new Error('no test file')
  writeFileSync(recordOf(testPath), JSON.stringify([...statementTexts]))
})
