import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { cieloAcquirer } from '#acquirer/server/cielo/cielo.ts'
import { testSale, testMerchant } from './testBed.ts'

const script = fileURLToPath(new URL('../../tools/simulator.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'simulator-'))
const env = { ...process.env, CIELO_SIM_PORT: '0', CIELO_SIM_DATA: join(folder, 'ledger.jsonl') }
afterAll(() => rmSync(folder, { recursive: true }))

async function spawned(): Promise<{ child: ChildProcess; url: string; printed: Promise<string> }> {
  const child = fork(script, { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const printed = once(child.stdout ?? child, 'data').then(([chunk]) => String(chunk))
  const [message] = await once(child, 'message')
  return { child, url: z.parse(z.object({ url: z.string() }), message).url, printed }
}

function acquirerAt(url: string) {
  return cieloAcquirer({
    transactionUrl: url,
    queryUrl: url,
    ...testMerchant,
    softDescriptor: 'X',
    timeoutMs: 10_000,
    clock: { now: () => new Date() },
  })
}

test(
  'prints its address, keeps data after a kill, stops on SIGTERM and without its parent',
  { tags: 'deep' },
  async () => {
    const first = await spawned()
    expect(JSON.parse(await first.printed)).toEqual({ url: first.url, query_url: first.url })
    expect(await acquirerAt(first.url).authorise(testSale({ orderKey: 'KILL1' }))).toMatchObject({
      outcome: 'approved',
    })
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')

    const second = await spawned()
    expect(await acquirerAt(second.url).findByOrderKey('KILL1')).toMatchObject({
      outcome: 'approved',
      capturedCents: 1250,
    })
    second.child.kill('SIGTERM')
    expect(await once(second.child, 'exit')).toEqual([0, null])

    const third = await spawned()
    third.child.disconnect()
    expect(await once(third.child, 'exit')).toEqual([0, null])
  },
)
