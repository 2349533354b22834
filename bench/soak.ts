// npm run bench:soak [-- minutes]: half an hour at a constant rate: no memory, file or socket may accumulate.
import { setTimeout as wait } from 'node:timers/promises'
import { median } from './median.ts'
import { Refused } from './sides/http.ts'
import { heldResources } from './machine/meter.ts'
import { callAtRate } from './server/callAtRate.ts'
import { withPortal } from './server/benchServers.ts'

const [minutes = 30] = process.argv.slice(2).map(Number)
if (!(minutes >= 4)) throw new Error('The soak takes 4 minutes at the least: quarters of it are compared.')
/** Calls a second of a busy garage: the processor is mostly idle, so that the garbage collector can run. */
const pace = { looks: 60, purchases: 4 } as const
/** The allowed difference between two quarters of the run. */
const most = { mb: 1.05, files: 1.1 } as const

let failed = false
let refused = 0
/** On a busy machine a call may be refused. */
const taken = (work: () => Promise<unknown>) => () =>
  work().catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
    refused += 1
  })

await withPortal({ looked: 10_000, paid: pace.purchases * 60 * (minutes + 2) }, async (side) => {
  const seconds = minutes * 60
  const samples: ReturnType<typeof heldResources>[] = []
  const load = Promise.all([
    callAtRate(pace.looks, seconds, taken(side.lookUp)),
    callAtRate(pace.purchases, seconds, taken(side.purchase)),
  ])
  for (let minute = 1; minute <= minutes; minute += 1) {
    await Promise.race([wait(60_000), load])
    const now = heldResources(side.pid)
    samples.push(now)
    process.stdout.write(`${minute} min: ${now.mb.toFixed(0)} MB, ${now.files} open files\n`)
  }
  await load
  process.stdout.write(`${refused} calls refused\n`)
  // The first half is the warm-up.
  const quarter = (nth: number) => samples.slice((nth * minutes) / 4, ((nth + 1) * minutes) / 4)
  for (const key of ['mb', 'files'] as const) {
    const [third, last] = [2, 3].map((nth) => median(quarter(nth).map((sample) => sample[key])))
    const ratio = (last ?? NaN) / (third ?? NaN)
    failed ||= !(ratio <= most[key])
    process.stdout.write(
      `${key}: last quarter ${ratio.toFixed(3)} of the third (wanted <= ${most[key]}): ${ratio <= most[key] ? 'met' : 'missed'}\n`,
    )
  }
})
process.exitCode = failed ? 1 : 0
