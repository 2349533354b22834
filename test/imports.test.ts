import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCycles } from './tidy/cycles.ts'
import { imports, nouns, placeOf, simulatorImports, where } from './tidy/imports.ts'
import { treeOf } from '../tools/measure/tree.ts'
import { upwardImports } from '../tools/measure/upward.ts'
import { findAll, isTest, root, type Source, sourcesIn } from './tidy/sources.ts'

const shipped = sourcesIn('src').filter((file) => !isTest(file))

/** Allowed imports (ARCHITECTURE.md). */
describe('imports', () => {
  it('every noun of src has its place in the order', () => {
    expect(readdirSync(join(root, 'src')).filter((noun) => !nouns.includes(noun))).toEqual([])
  })

  it('ARCHITECTURE.md lists every noun in its order and in its table', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    expect(text).toContain(`\n${nouns.join(' < ')}\n`)
    const table = text.split('\n').filter((line) => /^\| `[a-z]+`/.test(line))
    expect(
      nouns.filter((noun) => !table.some((line) => line.split('|')[1]?.includes(`\`${noun}\``))),
    ).toEqual([])
  })

  it('a noun imports only the nouns before it', () => {
    const leftward = ({ from, to }: { from: Source; to: string | null }) =>
      to?.startsWith('src/') === true &&
      nouns.indexOf(placeOf(to).noun) > nouns.indexOf(placeOf(from.path).noun)
    const instead = 'turn it round: pass what is needed in from app/server/deps.ts, as Payable is'
    expect(where(leftward, instead)).toEqual([])
  })

  it('inside payment, a folder imports only the core and the folders before it', () => {
    // They collect the jobs and routes of every folder, and the wire of `pay` in every method.
    const collecting = new Set(['src/payment/server/module.ts', 'src/payment/contract.ts'])
    const rooms = ['hold', 'pix', 'authentication', 'card', 'bearer', 'janitor']
    const room = (path: string) => rooms.indexOf(path.split('/')[2] ?? '')
    const later = ({ from, to }: (typeof imports)[number]) =>
      from.path.startsWith('src/payment/') &&
      !collecting.has(from.path) &&
      to?.startsWith('src/payment/') === true &&
      room(to) > room(from.path)
    expect(where(later, 'pass it in, or move what both know into the core')).toEqual([])
  })

  it('of two neighbouring folders of a noun only one imports the other', () => {
    expect(upwardImports(treeOf(root, ['src'])).rows).toEqual([])
  })

  it('a relative import stays in its noun; another noun is written #noun/', () => {
    const leaves = ({ from, target, to }: (typeof imports)[number]) =>
      target.startsWith('.') && (to === null || !to.startsWith(`src/${placeOf(from.path).noun}/`))
    expect(where(leaves, 'write #noun/...')).toEqual([])
    const longWay = ({ from, target }: (typeof imports)[number]) =>
      target.startsWith(`#${placeOf(from.path).noun}/`)
    expect(where(longWay, 'inside a noun, import relatively')).toEqual([])
  })

  it('a root file is pure: no I/O, no server, no web', () => {
    const impure = ({ from, target, to }: (typeof imports)[number]) =>
      placeOf(from.path).kind === 'root' &&
      (target.startsWith('node:') ||
        to?.startsWith('db/') === true ||
        (to !== null && placeOf(to).kind !== 'root'))
    expect(where(impure, 'move the I/O to server/ or web/ and pass its result in')).toEqual([])
  })

  it('the server never imports the web, nor the web the server', () => {
    const server = ({ from, to }: (typeof imports)[number]) =>
      placeOf(from.path).kind === 'server' && placeOf(to ?? '').kind === 'web'
    expect(where(server, 'share it in the noun’s root')).toEqual([])
    const web = ({ from, target, to }: (typeof imports)[number]) =>
      placeOf(from.path).kind === 'web' &&
      (target.startsWith('node:') || to?.startsWith('db/') === true || placeOf(to ?? '').kind === 'server')
    expect(where(web, 'share it in the noun’s root, or call an endpoint')).toEqual([])
  })

  it('only the composition and the tests import the acquirer’s adapters', () => {
    const adapter = ({ from, to }: (typeof imports)[number]) =>
      to !== null &&
      to.startsWith('src/acquirer/server/') &&
      !['acquirer', 'app'].includes(placeOf(from.path).noun)
    expect(where(adapter, 'use the port acquirer/acquirer.ts')).toEqual([])
  })

  it('src reaches simulators/ by import() or for types alone, and only at the start outside production', () => {
    const eager = ({ from, line, to }: (typeof imports)[number]) =>
      to?.startsWith('simulators/') === true &&
      !(
        from.path === 'src/app/server/start.ts' &&
        /await import\(|^import type /.test(from.code[line - 1] ?? '')
      )
    const instead = 'import() it in app/server/start.ts: production starts without that folder'
    expect(where(eager, instead)).toEqual([])
  })

  it('a simulator imports only simulators, kit and the acquirer’s noun; only the demo imports more', () => {
    const strange = ({ from, target, to }: (typeof imports)[number]) =>
      from.path.startsWith('simulators/demo/')
        ? false
        : to === null
          ? target.startsWith('.')
          : !(to.startsWith('simulators/') && target.startsWith('.')) && !/^#(kit|acquirer)\//.test(target)
    expect(where(strange, 'relative among simulators, #kit/ or #acquirer/', simulatorImports)).toEqual([])
  })

  it('only the acquirer’s noun and the composition name an acquirer, and no other code reads its codes', () => {
    const others = shipped.filter(({ path }) => !['acquirer', 'app'].includes(placeOf(path).noun))
    const root = shipped.filter(({ path }) => /^src\/acquirer\/[^/]+$/.test(path))
    expect(
      findAll([...others, ...root], /cielo|braspag/i, 'acquirers[name]: the row says which one it is'),
    ).toEqual([])
    const codes = /\b(return_?code)\b[^,;)]*(===|!==|\bin\b|\.includes)/i
    expect(
      findAll(others, codes, 'a cause of acquirer/causes.ts: codes are translated in the adapter'),
    ).toEqual([])
  })

  it('no import cycles, types included', () => {
    const circles = findCycles([...imports, ...simulatorImports].map(({ from, to }) => [from.path, to]))
    const instead = 'move what both know to a file of its own'
    expect(circles.map((circle) => `${circle.join(' -> ')}: ${instead}`)).toEqual([])
  })

  it('finds a cycle through several files, and none where two paths meet', () => {
    const meeting = [['a', 'b'], ['a', 'c'], ['b', 'd'], ['c', 'd']] as const // prettier-ignore
    expect(findCycles(meeting)).toEqual([])
    expect(findCycles([...meeting, ['d', 'b']])).toEqual([['b', 'd', 'b']])
    expect(findCycles([['a', 'a']])).toEqual([['a', 'a']])
  })

  it('no file only re-exports another', () => {
    const passing = shipped.filter(({ code }) =>
      code.some((line) => /^export (\*|\{[^}]*\}) from /.test(line)),
    )
    expect(passing.map(({ path }) => `${path} -> import what it passes on from where it is`)).toEqual([])
  })
})
