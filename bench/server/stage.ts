import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../test/support/database/postgresServer.ts'
import { ask } from '../machine/ask.ts'
import { startChild } from '../sides/child.ts'
import { startMailSink } from './mailSink.ts'
import { portalSide, type PortalSide } from '../sides/portalSide.ts'
import type { Stock } from '../sides/stock.ts'

/** One portal as in production for as long as `work` lasts: a PostgreSQL of its own, the acquirer's simulator, a mail server. */
export async function withPortal(
  given: { stock?: Stock; settings?: Readonly<Record<string, string>> },
  work: (side: PortalSide, databaseUrl: string) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-bench-'))
  const postgres = await startPostgres({
    fsync: 'on',
    full_page_writes: 'on',
    autovacuum: 'on',
    shared_buffers: '256MB',
    max_wal_size: '4GB',
    ...given.settings,
  })
  const [simulator, mail] = [await startChild('../../tools/simulator.ts', {}), await startMailSink()]
  try {
    await ask(`${postgres.url}/postgres`, 'create database portal')
    const databaseUrl = `${postgres.url}/portal`
    const outside = { acquirerUrl: simulator.url, smtpUrl: mail.url, dataDir }
    const side = await portalSide(databaseUrl, outside, given.stock)
    try {
      await work(side, databaseUrl)
    } finally {
      await side.stop()
    }
  } finally {
    await simulator.stop()
    await mail.stop()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
