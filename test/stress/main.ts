// npm run stress [-- --seed 1]: two instances whose clocks differ, faults of the acquirer, kills; then both ledgers are compared.
import { parseArgs } from 'node:util'
import { stress } from './run.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '35' },
    cars: { type: 'string', default: '110' },
    reservations: { type: 'string', default: '24' },
    kills: { type: 'string', default: '5' },
  },
})
const number = (name: keyof typeof values) => {
  const given = Number(values[name])
  if (!Number.isInteger(given) || given < 0) throw new Error(`--${name} is a whole number`)
  return given
}
const print = (line: string) => process.stdout.write(`${line}\n`)

const began = performance.now()
const seed = number('seed')
const size = {
  seconds: number('seconds'),
  cars: number('cars'),
  reservations: number('reservations'),
  kills: number('kills'),
  share: 0.13,
}
print(
  `seed ${seed}: ${size.cars} cars with four payers each, ${size.reservations} reservations, ${size.kills} kills`,
)
const runLog = await stress(seed, size, print)
for (const [what, times] of runLog.counts()) print(`${String(times).padStart(8)}  ${what}`)
for (const violation of runLog.violations) print(`VIOLATED ${violation}`)
const took = ((performance.now() - began) / 1000).toFixed(0)
print(`seed ${seed}: ${runLog.violations.length} violations, ${took} s`)
process.exit(runLog.violations.length === 0 ? 0 : 1)
