// One instance of the stress run: the portal with a clock that is CLOCK_AHEAD_MS ahead of the machine's.
import { readConfig } from '#app/server/config.ts'
import { start } from '#app/server/start.ts'

const aheadMs = Number(process.env['CLOCK_AHEAD_MS'])
/** How far the run's clocks have moved on; the database's clock does not move. */
const forwardMs = Number(process.env['MOVED_ON_MS'])
// Behind a load balancer each visitor has an IP address of their own, with its limits.
const portal = await start(
  { ...readConfig(process.env), proxies: 1 },
  {
    clock: {
      now: () => new Date(Date.now() + aheadMs),
      shared: (read) => new Date(read.getTime() + forwardMs),
      fixed: () => null,
    },
    // No browser comes, so the web need not be built.
    shell: async () => ({ render: () => '', build: 'stress', scriptHashes: [], styleHashes: [] }),
    announce: async () => {},
  },
)
process.once('SIGTERM', () => void portal.close().then(() => process.exit(0)))
