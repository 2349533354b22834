import { afterAll, beforeAll, expect, it } from 'vitest'
import { fuzz } from '#test/fuzz/fuzz.ts'
import { levels } from '#test/fuzz/callers.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal({ byChance: true })
})
afterAll(() => portal.close())

it.each(levels)('no input sent as %s causes an unexpected error', { timeout: 60_000 }, async (level) => {
  const { byStatus, unforeseen } = await fuzz(portal, { level, count: 200, seed: 2026 })
  expect(unforeseen).toEqual([])
  // Most inputs must be refused and some accepted.
  expect(byStatus.get(422) ?? 0).toBeGreaterThan(20)
  expect(byStatus.get(200) ?? 0).toBeGreaterThan(20)
})
