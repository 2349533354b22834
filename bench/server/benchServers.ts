import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PostgresServer, startPostgres } from '../../test/support/database/postgresServer.ts'
import { buildWeb } from '../../tools/build.ts'
import { queryOnce } from '../../test/support/database/queryOnce.ts'
import { startChild } from '../sides/child.ts'
import { type OutsideUrls, portalSide, type PortalSide } from '../sides/portalSide.ts'
import type { TicketCounts } from '../sides/ticketCounts.ts'
import { startMailSink } from './mailSink.ts'

/** Runs `work` with the built web, a PostgreSQL with production settings, the acquirer's simulator and a mail server. */
export async function withBenchServers(
  work: (postgres: PostgresServer, outside: OutsideUrls) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  await buildWeb({ quiet: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-bench-'))
  const postgres = await startPostgres({
    fsync: 'on',
    full_page_writes: 'on',
    autovacuum: 'on',
    shared_buffers: '256MB',
    max_wal_size: '4GB',
    ...settings,
  })
  const [simulator, mail] = [await startChild('../../tools/simulator.ts', {}), await startMailSink()]
  try {
    await work(postgres, { acquirerUrl: simulator.url, smtpUrl: mail.url, dataDir })
  } finally {
    await simulator.stop()
    await mail.stop()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The same with one portal. */
export function withPortal(
  stock: TicketCounts | undefined,
  work: (side: PortalSide, databaseUrl: string) => Promise<void>,
): Promise<void> {
  return withBenchServers(async (postgres, outside) => {
    await queryOnce(`${postgres.url}/postgres`, 'create database portal')
    const databaseUrl = `${postgres.url}/portal`
    const side = await portalSide(databaseUrl, outside, stock)
    try {
      await work(side, databaseUrl)
    } finally {
      await side.stop()
    }
  })
}
