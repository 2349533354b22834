import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { until } from '#test/support/process.ts'

const run = fileURLToPath(new URL('./run.ts', import.meta.url))

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

// After SIGKILL nothing can end a command: it only notices that its output has no reader.
it('a run ended by SIGKILL leaves neither its database nor its portal running', { tags: 'deep' }, () =>
  expectNobodyLeft('SIGKILL', ['database', 'portal']),
)
it('a run ended by SIGTERM leaves no command running either', { tags: 'deep' }, () =>
  expectNobodyLeft('SIGTERM', ['database', 'portal', 'command']),
)

async function expectNobodyLeft(
  signal: 'SIGKILL' | 'SIGTERM',
  gone: readonly ('database' | 'portal' | 'command')[],
): Promise<void> {
  const child = spawn(process.execPath, [run], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said]: unknown[] = await once(child.stdout, 'data')
  const [database, portal, command] = z.parse(
    z.tuple([z.number(), z.number(), z.number()]),
    JSON.parse(String(said)),
  )
  const pids = { database, portal, command }
  try {
    expect(Object.values(pids).map(isAlive)).toEqual([true, true, true])
    child.kill(signal)
    for (const name of gone) await until(`${name} gone`, async () => !isAlive(pids[name]))
  } finally {
    for (const pid of Object.values(pids)) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  }
}
