// npm run restore -- FILE [ENDS]: fills an empty database from a file of npm run backup.
import { requireNode } from '../requireNode.ts'

requireNode()
const { openFromEnvironment, fileArguments, printFailure } = await import('./database.ts')
const { migrationsDir } = await import('../../src/app/server/database.ts')
const { migrate } = await import('../../src/kit/server/db/migrate.ts')
const { repeatRevocations, readRevocations } = await import('./backup/revocations.ts')
const { restoreBackup } = await import('./backup/restoreBackup.ts')

const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  const [file, endsFile] = fileArguments('npm run restore -- FILE [ENDS]', 2)
  // Read first, so that a wrong list stops the restore.
  const ends = endsFile === undefined ? null : await readRevocations(endsFile)
  const database = await openFromEnvironment()
  try {
    const { tables, rows, ended, takenAt } = await restoreBackup(database.db, file, migrationsDir)
    say(`restored ${rows} rows of ${tables} tables`)
    say(`ended all logins, phones and recovery links (${ended}): everybody signs in again`)
    if (ends === null)
      say(
        `without the list of npm run ends: accounts erased and passwords changed after ${takenAt.toISOString()} are as before`,
      )
    else {
      await migrate(database.db, migrationsDir)
      say(
        `repeated ${await repeatRevocations(database.db, ends, takenAt)} ends of accounts, passwords and keys`,
      )
    }
  } finally {
    await database.close()
  }
} catch (error) {
  printFailure(error)
}
