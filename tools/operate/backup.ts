// npm run backup -- FILE: writes the whole database to one compressed file.
import { requireNode } from '../requireNode.ts'

requireNode()
const { openFromEnvironment, fileArguments, printFailure } = await import('./database.ts')
const { takeBackup } = await import('./backup/takeBackup.ts')

try {
  const [file] = fileArguments('npm run backup -- FILE', 1)
  const database = await openFromEnvironment()
  try {
    const { tables, rows } = await takeBackup({ db: database.db, clock: { now: () => new Date() } }, file)
    process.stdout.write(`${file}: ${rows} rows of ${tables} tables\n`)
  } finally {
    await database.close()
  }
} catch (error) {
  printFailure(error)
}
