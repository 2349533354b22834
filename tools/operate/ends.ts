// npm run ends -- FILE: writes the list of what a restore must not undo (docs/operating.md#backup-and-restore).
import { requireNode } from '../requireNode.ts'

requireNode()
const { openFromEnvironment, fileArguments, printFailure } = await import('./database.ts')
const { writeRevocations } = await import('./backup/revocations.ts')

try {
  const [file] = fileArguments('npm run ends -- FILE', 1)
  const database = await openFromEnvironment()
  try {
    process.stdout.write(`${file}: ${await writeRevocations(database.db, file)} lines\n`)
  } finally {
    await database.close()
  }
} catch (error) {
  printFailure(error)
}
