// npm run ends -- FILE: writes the list of what a restore must not undo (docs/operating.md#backup-and-restore).
import { requireNode } from '../requireNode.ts'

requireNode()
const { openFromEnvironment, fileArguments, sayFailure } = await import('./database.ts')
const { writeEnds } = await import('./backup/ends.ts')

try {
  const [file] = fileArguments('npm run ends -- FILE', 1)
  const database = await openFromEnvironment()
  try {
    process.stdout.write(`${file}: ${await writeEnds(database.db, file)} lines\n`)
  } finally {
    await database.close()
  }
} catch (error) {
  sayFailure(error)
}
