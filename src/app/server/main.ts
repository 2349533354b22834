import { start } from './start.ts'
import { readConfig } from './config.ts'

try {
  const portal = await start(readConfig(process.env))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      portal.close().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`shutdown failed: ${String(error)}\n`)
          process.exit(1)
        },
      )
    })
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (taken)
    process.stderr.write('Something else uses this port: stop it, or choose another: PORT=3001 npm start\n')
  process.exit(1)
}
