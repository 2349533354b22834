// npm run mutate [-- NAME ...]: puts each fault of the list into a copy of the project and runs its tests, one of which
// must fail.
// NAME is a part of a fault's name, or the beginning of its file's path.
import { takeCopy } from './copy.ts'
import type { Fault } from './fault.ts'
import { faults } from './faults.ts'
import { startTests } from './run.ts'

const wanted = process.argv.slice(2)
const isWanted = ({ name, file }: Fault) =>
  wanted.length === 0 || wanted.some((part) => name.includes(part) || file.startsWith(part))
const chosen = faults.filter(isWanted)
const print = (line: string) => process.stdout.write(`${line}\n`)
if (chosen.length === 0) {
  print(`no fault is named like '${wanted.join(' ')}':\n${faults.map(({ name }) => `  ${name}`).join('\n')}`)
  process.exit(1)
}

const started = performance.now()
const secondsSince = (from: number) => ((performance.now() - from) / 1000).toFixed(1)
const copy = takeCopy()
process.once('exit', copy.drop)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.chdir(copy.dir)
const tests = await startTests(copy.dir)

/** `BROKEN`: the text no longer occurs, or nothing runs with the fault, which says nothing about the tests. */
type Outcome = { kind: 'caught' | 'UNSEEN' | 'BROKEN'; detail: string }

/** The previous fault's restored file, which vitest must reload. */
let mended: string[] = []

async function tryOne(fault: Fault): Promise<Outcome> {
  try {
    const failure = await tests.firstFailure(fault.tests, [...mended, copy.spoil(fault)])
    if (failure !== null) return { kind: 'caught', detail: `by ${failure}` }
    return { kind: 'UNSEEN', detail: `${fault.file}; ${fault.tests.join(', ')}; ${fault.why}` }
  } catch (error) {
    return { kind: 'BROKEN', detail: error instanceof Error ? error.message : String(error) }
  } finally {
    mended = copy.mend()
  }
}

const outcomes: Outcome[] = []
// Tests that fail without a fault prove nothing.
const failing = await tests.firstFailure([...new Set(chosen.flatMap((fault) => fault.tests))], [])
if (failing !== null) print(`fails without any fault: ${failing}`)
else
  for (const fault of chosen) {
    const began = performance.now()
    const outcome = await tryOne(fault)
    outcomes.push(outcome)
    print(`${outcome.kind} (${secondsSince(began)} s) ${fault.name}\n         ${outcome.detail}`)
  }
await tests.close()

const count = (kind: Outcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length
print(
  `${chosen.length} faults: ${count('caught')} caught, ${count('UNSEEN')} unseen, ${count('BROKEN')} broken (${secondsSince(started)} s)`,
)
process.exit(count('caught') === chosen.length ? 0 : 1)
