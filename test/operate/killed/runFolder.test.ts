import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'

const module = new URL('../../../tools/steps/inMemory.ts', import.meta.url).href
const make = `import { makeRunFolder } from '${module}'; process.stdout.write(makeRunFolder())`
const removal = new URL('removeAtExit.ts', module).href
const node = ['--input-type=module', '--eval']

it('a run’s folder is everybody’s to enter and goes with it; a killed one’s goes with the next', async () => {
  const killed = spawn(process.execPath, [...node, `${make}; setInterval(() => {}, 1000)`])
  const left = String((await once(killed.stdout, 'data'))[0])
  expect(statSync(left).mode & 0o777).toBe(0o755)
  const gone = once(killed, 'exit')
  killed.kill('SIGKILL')
  await gone
  expect(existsSync(left)).toBe(true)
  const next = execFileSync(process.execPath, [...node, make], { encoding: 'utf8' })
  expect([left, next].map(existsSync)).toEqual([false, false])
})

it('a folder that cannot be removed is said, and keeps nothing else from being done at the end', () => {
  const path = `/${'too-long'.repeat(40)}`
  const end = `removeAtExit('${path}'); process.once('exit', () => process.stdout.write('done'))`
  const code = `import { removeAtExit } from '${removal}'; ${end}`
  const { stdout, stderr, status } = spawnSync(process.execPath, [...node, code], { encoding: 'utf8' })
  expect({ stdout, status }).toEqual({ stdout: 'done', status: 0 })
  expect(stderr).toContain(`${path} is left there: `)
})
