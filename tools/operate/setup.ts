// npm run setup: checks the environment of a first production run and creates the first admin.
import { requireNode } from '../requireNode.ts'

requireNode()
const { printFailure } = await import('./database.ts')
const { setUp } = await import('./initialSetup.ts')

let sound = true
try {
  const called = { env: process.env, args: process.argv.slice(2), input: process.stdin }
  await setUp(called, ({ ok, what, detail }) => {
    sound &&= ok
    process.stdout.write(`${ok ? 'ok     ' : 'PROBLEM'}  ${what}: ${detail}\n`)
  })
  process.exitCode = sound ? 0 : 1
} catch (error) {
  printFailure(error)
}
