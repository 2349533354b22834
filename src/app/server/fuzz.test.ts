import { expect, it } from 'vitest'
import { fuzz } from '#test/fuzz/fuzz.ts'
import { levels } from '#test/fuzz/callers.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile({ byChance: true })

it.each(['guest', 'device', 'admin'] as const)('no input sent as %s causes an unexpected error', (level) =>
  expectForeseen(level, 50),
)
it.each(levels)(
  'no input sent as %s causes an unexpected error, of four times as many',
  { tags: 'deep' },
  (level) => expectForeseen(level, 200),
)

async function expectForeseen(level: (typeof levels)[number], count: number): Promise<void> {
  const { byStatus, unexpected } = await fuzz(portal, { level, count, seed: 2026 })
  expect(unexpected).toEqual([])
  // Most inputs must be refused and some accepted.
  expect(byStatus.get(422) ?? 0).toBeGreaterThan(count / 10)
  expect(byStatus.get(200) ?? 0).toBeGreaterThan(count / 10)
}
