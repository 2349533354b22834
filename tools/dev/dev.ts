// npm run dev (CONTRIBUTING.md#development).
import { requireNode } from '../requireNode.ts'

requireNode()
const { startDevServer } = await import('./startDevServer.ts')
const server = await startDevServer(process.env).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
const leave = () => void server.close().then(() => process.exit(0))
process.once('SIGINT', leave)
process.once('SIGTERM', leave)
