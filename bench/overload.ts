// npm run bench:overload [-- seconds]: the portal under twice the load that it can carry.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../test/support/database/postgresServer.ts'
import { startChild } from './server/child.ts'
import { startMailSink } from './server/mailSink.ts'
import { overload } from './server/overload.ts'
import { portalSide } from './server/sides.ts'

const [seconds = 10] = process.argv.slice(2).map(Number)
const dataDir = mkdtempSync(join(tmpdir(), 'guiche-bench-'))
const postgres = await startPostgres({ fsync: 'on', full_page_writes: 'on', shared_buffers: '256MB' })
const [simulator, mail] = [await startChild('../../tools/simulator.ts', {}), await startMailSink()]
try {
  const client = new pg.Client(`${postgres.url}/postgres`)
  await client.connect()
  await client.query('create database portal')
  await client.end()
  const outside = { acquirerUrl: simulator.url, smtpUrl: mail.url }
  const side = await portalSide(`${postgres.url}/portal`, outside, dataDir)
  try {
    process.stdout.write(await overload(side, seconds))
  } finally {
    await side.stop()
  }
} finally {
  await simulator.stop()
  await mail.stop()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
