import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readKeyFile, readMasterKey } from './keyFile.ts'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'guiche-keys-'))
})
afterAll(() => rmSync(root, { recursive: true }))

const rounds = 150

/** A process that starts for the first time in each folder. */
function starter(folder: string) {
  const program = `
    import { readMasterKey } from ${JSON.stringify(new URL('keyFile.ts', import.meta.url).href)}
    process.stdout.write('ready\\n')
    process.stdin.once('data', () => {
      for (let n = 0; n < ${rounds}; n += 1) {
        let key
        try { key = readMasterKey(${JSON.stringify(folder)} + '/' + n).toString('hex') } catch (error) { key = error.message }
        process.stdout.write(key + '\\n')
      }
      process.exit(0)
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const output = text(child.stdout)
  return {
    ready: once(child.stdout, 'readable'),
    begin: () => child.stdin.write('go\n'),
    keys: async () => (await output).trim().split('\n').slice(1),
  }
}

it('processes that start together in a new folder share one key', async () => {
  const folder = join(root, 'race')
  const starters = [starter(folder), starter(folder), starter(folder)]
  await Promise.all(starters.map(({ ready }) => ready))
  for (const { begin } of starters) begin()
  const [first = [], ...others] = await Promise.all(starters.map(({ keys }) => keys()))
  expect(first).toHaveLength(rounds)
  expect(first.filter((key) => !/^[0-9a-f]{64}$/.test(key))).toEqual([])
  expect(new Set(first).size).toBe(rounds)
  for (const keys of others) expect(keys).toEqual(first)
  expect(readdirSync(join(folder, '0'))).toEqual(['master.key'])
})

it('a key is created once, readable by its owner only', () => {
  const folder = join(root, 'once')
  const made = readMasterKey(folder)
  expect(made).toHaveLength(32)
  expect(readMasterKey(folder)).toEqual(made)
  expect(statSync(join(folder, 'master.key')).mode & 0o777).toBe(0o600)
})

it.each(['', '\n', '07', '0'.repeat(63), 'x'.repeat(64), `${'0a'.repeat(32)}\n0b0b`])(
  'a file with %j stops the start and stays as it is',
  (damaged) => {
    const file = join(root, 'master.key')
    writeFileSync(file, damaged)
    expect(() => readMasterKey(root)).toThrow(/master\.key is empty or damaged: .* Put it back from a copy/)
    expect(() => readKeyFile(root, 'master.key', 'x')).toThrow(/without the old one x\.$/)
    expect(readFileSync(file, 'utf8')).toBe(damaged)
  },
)
