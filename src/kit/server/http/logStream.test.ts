import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, it } from 'vitest'
import { createLogStream } from './log.ts'

it('lines are buffered; an error flushes them in order', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-log-'))
  const file = join(folder, 'lines')
  const log = pino({ level: 'info' }, createLogStream(file))
  const writtenLines = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => /"msg":"(.*)"/.exec(line)?.[1])
  log.info('one')
  log.info('two')
  expect(writtenLines()).toEqual([])
  log.error('three')
  expect(writtenLines()).toEqual(['one', 'two', 'three'])
  log.info('x'.repeat(5000))
  expect(writtenLines()).toHaveLength(4)
  rmSync(folder, { recursive: true })
})
