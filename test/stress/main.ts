// npm run stress [-- --seed 1]: two instances whose clocks differ, an acquirer in trouble, deaths; then both ledgers are compared.
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
const [seed, seconds, cars, reservations, kills] = [
  values.seed,
  values.seconds,
  values.cars,
  values.reservations,
  values.kills,
].map((text) => {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 0) throw new Error(`${text} is not a whole number`)
  return number
})
if (seed === undefined || seconds === undefined) throw new Error('--seed and --seconds are needed')
const say = (line: string) => process.stdout.write(`${line}\n`)

const began = performance.now()
const size = { seconds, cars: cars ?? 0, reservations: reservations ?? 0, kills: kills ?? 0, share: 0.13 }
say(
  `seed ${seed}: ${size.cars} cars with four payers each, ${size.reservations} reservations, ${size.kills} deaths`,
)
const story = await stress(seed, size, say)
for (const [what, times] of story.told()) say(`${String(times).padStart(8)}  ${what}`)
for (const violation of story.violations) say(`VIOLATED ${violation}`)
const took = ((performance.now() - began) / 1000).toFixed(0)
say(`seed ${seed}: ${story.violations.length} violations, ${took} s`)
process.exit(story.violations.length === 0 ? 0 : 1)
