// npm run bench:overload [-- seconds]: the portal under twice the load of its capacity.
import { overload } from './server/overload.ts'
import { withPortal } from './server/benchServers.ts'

const [seconds = 10] = process.argv.slice(2).map(Number)
await withPortal(undefined, async (side) => {
  const { text, missed } = await overload(side, seconds)
  process.stdout.write(text)
  process.exitCode = missed.length > 0 ? 1 : 0
})
