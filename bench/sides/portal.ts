// The portal as a child of the bench: as in production, but with the demo, which brings lots and tariffs.
import { sql } from 'kysely'
import { readConfig } from '../../src/app/server/config.ts'
import { openWithoutMigrating } from '../../src/app/server/database.ts'
import { start } from '../../src/app/server/start.ts'

const config = { ...readConfig(process.env), port: 0 }
const quietly = { announce: async () => undefined }

// Only one process can open an embedded database: its tickets are inserted here, after the demo's lots.
await (await start(config, quietly)).close()
const database = await openWithoutMigrating(config, () => {})
for (const text of (process.env['BENCH_FILL'] ?? '').split(';')) await sql.raw(text).execute(database.db)
await database.close()

const portal = await start(config, quietly)
process.once('disconnect', () => void portal.close().then(() => process.exit(0)))
process.send?.(portal.url)
