import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openEmbedded } from '#kit/server/db/embedded.ts'
import { copyBare } from '#test/support/database/embedded/template.ts'

it('an embedded database whose maintenance fails is logged, and the portal continues', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-upkeep-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await copyBare(folder)
  const messages: string[] = []
  const { pool, close } = await openEmbedded(folder, ({ message }) => messages.push(message), 20)
  const ask = async (text: string) => {
    const session = await pool.connect()
    try {
      return (await session.query(text, [])).rows
    } finally {
      session.release()
    }
  }
  // A role that may not write a checkpoint.
  await ask('create role nobody')
  await ask('set role nobody')
  await expect.poll(() => messages.length).toBeGreaterThan(1)
  expect(messages[0]).toContain('permission denied')
  expect(await ask('select 1 as one')).toEqual([{ one: 1 }])
  await close()
})
