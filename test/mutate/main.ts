// npm run mutate [-- NAME ...]: puts each fault of the list into a copy of the project, and sees whether its tests notice.
// NAME is a part of a fault's name, or the beginning of its file's path.
import { takeCopy } from './copy.ts'
import type { Fault } from './fault.ts'
import { faults } from './faults.ts'
import { startTests } from './run.ts'

const wanted = process.argv.slice(2)
const isWanted = ({ name, file }: Fault) =>
  wanted.length === 0 || wanted.some((part) => name.includes(part) || file.startsWith(part))
const chosen = faults.filter(isWanted)
const say = (line: string) => process.stdout.write(`${line}\n`)
if (chosen.length === 0) {
  say(`no fault is named like '${wanted.join(' ')}':\n${faults.map(({ name }) => `  ${name}`).join('\n')}`)
  process.exit(1)
}

const started = performance.now()
const secondsSince = (from: number) => ((performance.now() - from) / 1000).toFixed(1)
const copy = takeCopy()
process.once('exit', copy.drop)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.chdir(copy.dir)
const tests = await startTests(copy.dir)

/** `BROKEN`: its text is no longer there, or nothing runs with it: it tells nothing of the tests. */
type Outcome = { kind: 'caught' | 'UNSEEN' | 'BROKEN'; told: string }

/** The file of the fault before is as it was, which vitest has still to be told. */
let mended: string[] = []

async function tryOne(fault: Fault): Promise<Outcome> {
  try {
    const failure = await tests.firstFailure(fault.tests, [...mended, copy.spoil(fault)])
    if (failure !== null) return { kind: 'caught', told: `by ${failure}` }
    return { kind: 'UNSEEN', told: `${fault.file}; ${fault.tests.join(', ')}; ${fault.why}` }
  } catch (error) {
    return { kind: 'BROKEN', told: error instanceof Error ? error.message : String(error) }
  } finally {
    mended = copy.mend()
  }
}

const outcomes: Outcome[] = []
// A test that fails by itself notices nothing.
const failing = await tests.firstFailure([...new Set(chosen.flatMap((fault) => fault.tests))], [])
if (failing !== null) say(`fails without any fault: ${failing}`)
else
  for (const fault of chosen) {
    const began = performance.now()
    const outcome = await tryOne(fault)
    outcomes.push(outcome)
    say(`${outcome.kind} (${secondsSince(began)} s) ${fault.name}\n         ${outcome.told}`)
  }
await tests.close()

const count = (kind: Outcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length
say(
  `${chosen.length} faults: ${count('caught')} caught, ${count('UNSEEN')} unseen, ${count('BROKEN')} broken (${secondsSince(started)} s)`,
)
process.exit(count('caught') === chosen.length ? 0 : 1)
