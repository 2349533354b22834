// npm run mutate [-- NAME]: puts each fault of the list into a copy of the project, and sees whether its tests notice.
// NAME is a part of a fault's name, or the beginning of its file's path.
import { takeCopy } from './copy.ts'
import type { Fault } from './fault.ts'
import { faults } from './faults.ts'
import { startTests } from './run.ts'

const wanted = process.argv.slice(2).join(' ').trim()
const chosen = faults.filter(
  ({ name, file }) => wanted === '' || name.includes(wanted) || file.startsWith(wanted),
)
const say = (line: string) => process.stdout.write(`${line}\n`)
if (chosen.length === 0) {
  say(`no fault is named like '${wanted}':\n${faults.map(({ name }) => `  ${name}`).join('\n')}`)
  process.exit(1)
}

const started = performance.now()
const copy = takeCopy()
process.chdir(copy.dir)
const tests = await startTests(copy.dir)
const unseen: string[] = []
const stale: string[] = []
let caught = 0

/** A test that fails by itself notices nothing. */
async function failsUnspoilt(): Promise<string | null> {
  return tests.firstFailure([...new Set(chosen.flatMap((fault) => fault.tests))], [])
}

async function tryOne(fault: Fault): Promise<void> {
  const began = performance.now()
  const told = (what: string) =>
    say(`${what}  [${((performance.now() - began) / 1000).toFixed(1)} s] ${fault.name}`)
  let spoilt: string
  try {
    spoilt = copy.spoil(fault)
  } catch (error) {
    stale.push(error instanceof Error ? error.message : String(error))
    return told('STALE ')
  }
  const failure = await tests.firstFailure(fault.tests, [spoilt])
  await tests.firstFailure([], [copy.mend(fault)])
  if (failure === null) {
    unseen.push(`${fault.name} (${fault.file}; ${fault.tests.join(', ')}): ${fault.why}`)
    return told('UNSEEN')
  }
  caught += 1
  told('caught')
  say(`        by ${failure.split('\n')[0]}`)
}

let code = 1
try {
  const failing = await failsUnspoilt()
  if (failing === null) {
    for (const fault of chosen) await tryOne(fault)
    for (const line of stale) say(`no longer found: ${line}`)
    for (const line of unseen) say(`unseen: ${line}`)
    code = unseen.length + stale.length > 0 ? 1 : 0
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    say(
      `${chosen.length} faults: ${caught} caught, ${unseen.length} unseen, ${stale.length} no longer found (${seconds} s)`,
    )
  } else say(`fails without any fault: ${failing}`)
} finally {
  await tests.close()
  copy.drop()
}
process.exit(code)
