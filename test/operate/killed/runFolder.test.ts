import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync, utimesSync } from 'node:fs'
import { expect, it } from 'vitest'

const module = new URL('../../../tools/steps/runFolder.ts', import.meta.url).href
const make = `import { makeRunFolder } from '${module}'; process.stdout.write(makeRunFolder())`
const removal = new URL('removeAtExit.ts', module).href
const node = ['--input-type=module', '--eval']

/** Runs code as another test run. */
const next = (code: string) => execFileSync(process.execPath, [...node, code], { encoding: 'utf8' })

it('the folder of a run is removed with it; that of a killed run hours later', async () => {
  const killed = spawn(process.execPath, [...node, `${make}; setInterval(() => {}, 1000)`])
  const left = String((await once(killed.stdout, 'data'))[0])
  const hoursAgo = Date.now() / 1000 - 7 * 3600
  try {
    expect(statSync(left).mode & 0o777).toBe(0o755)
    utimesSync(left, hoursAgo, hoursAgo)
    expect([next(make), left].map(existsSync)).toEqual([false, true])
  } finally {
    killed.kill('SIGKILL')
  }
  await once(killed, 'exit')
  utimesSync(left, new Date(), new Date())
  expect([next(make), left].map(existsSync)).toEqual([false, true])
  utimesSync(left, hoursAgo, hoursAgo)
  expect([next(make), left].map(existsSync)).toEqual([false, false])
})

// As in two containers with a shared folder, each of which sees only its own processes.
it('two runs with the same process id have separate folders', () => {
  const both = `const folders = [makeRunFolder(), makeRunFolder()]`
  const print = `process.stdout.write(JSON.stringify([new Set(folders).size, ...folders.map(existsSync)]))`
  const imports = `import { existsSync } from 'node:fs'; import { makeRunFolder } from '${module}'`
  expect(next([imports, both, print].join('; '))).toBe('[2,true,true]')
})

it('a folder that cannot be removed is reported, and the other clean-up continues', () => {
  const path = `/${'too-long'.repeat(40)}`
  const end = `removeAtExit('${path}'); process.once('exit', () => process.stdout.write('done'))`
  const code = `import { removeAtExit } from '${removal}'; ${end}`
  const { stdout, stderr, status } = spawnSync(process.execPath, [...node, code], { encoding: 'utf8' })
  expect({ stdout, status }).toEqual({ stdout: 'done', status: 0 })
  expect(stderr).toContain(`${path} is left there: `)
})
