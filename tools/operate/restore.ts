// npm run restore -- FILE: fills an empty database from a file of npm run backup.
import { requireNode } from '../requireNode.ts'

requireNode()
const { openFromEnvironment, fileArgument, sayFailure } = await import('./database.ts')
const { migrationsDir } = await import('../../src/app/server/database.ts')
const { restoreBackup } = await import('./backup/restoreBackup.ts')

try {
  const file = fileArgument('npm run restore -- FILE')
  const database = await openFromEnvironment()
  try {
    const { tables, rows } = await restoreBackup(database.db, file, migrationsDir)
    process.stdout.write(`restored ${rows} rows of ${tables} tables\n`)
  } finally {
    await database.close()
  }
} catch (error) {
  sayFailure(error)
}
