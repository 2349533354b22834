import { expect, it } from 'vitest'
import { addMs } from '#kit/clock.ts'
import { canExitAt } from './exitDeadline.ts'

const until = new Date('2026-03-10T15:30:20.500Z')

it.each([
  ['at the deadline', 0, true],
  ['in its minute', 59_999, true],
  ['a minute on', 60_000, false],
])('%s (%i ms on), may leave: %s', (_, ms, open) => expect(canExitAt(until, addMs(until, ms))).toBe(open))
