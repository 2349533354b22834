// One instance of the stress run: the portal as it is, but for its clock, which is CLOCK_AHEAD_MS ahead of the machine's.
import { readConfig } from '#app/server/config.ts'
import { start } from '#app/server/start.ts'

const aheadMs = Number(process.env['CLOCK_AHEAD_MS'])
/** The run has moved on by so much; the database's clock does not know. */
const forwardMs = Number(process.env['MOVED_ON_MS'])
// A balancer stands before it: whoever comes has an address of their own, and the limits that go with it.
const portal = await start(
  { ...readConfig(process.env), proxies: 1 },
  {
    clock: {
      now: () => new Date(Date.now() + aheadMs),
      shared: (read) => new Date(read.getTime() + forwardMs),
      fixed: () => null,
    },
    // No browser comes: nobody need have built the web.
    shell: async () => ({ render: () => '', build: 'stress', scriptHashes: [], styleHashes: [] }),
    announce: async () => {},
  },
)
process.once('SIGTERM', () => void portal.close().then(() => process.exit(0)))
