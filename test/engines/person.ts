import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { until } from '#test/support/process.ts'
import type { Engine } from './engine.ts'
import { faults, find } from './inPage.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const found = z.union([
  z.object({ x: z.number(), y: z.number(), focused: z.boolean(), value: z.string() }),
  z.object({ problem: z.string() }),
])
/** A loaded machine may take so long. */
const patienceSeconds = 40
/** A masked input without its mask. */
const plain = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

/** The console's messages of expected answers, such as 403 before the human check. */
const expected = /Failed to load resource: the server responded with a status of 403/

type Field = { focused: boolean; value: string }
export type Person = ReturnType<typeof atTheScreen>

/** A person who finds elements by roles, names and texts, as in the other browser tests. Everything is waited for. */
export function atTheScreen(engine: Engine, portal: string) {
  const inPage = async (work: (...given: string[]) => unknown, ...given: string[]) => {
    if ((await engine.ask(`'axe' in window`)) !== true) await engine.load(axeSource)
    return engine.ask(`(${work.toString()})(${given.map((text) => JSON.stringify(text)).join(', ')})`)
  }
  const text = async () => z.parse(z.string(), await engine.ask('document.body.innerText'))
  const patiently = async (what: string, isSo: () => Promise<string | null>) => {
    let problem: string | null = null
    const tried = async () => (problem = await isSo().catch(String)) === null
    await until(what, tried, patienceSeconds).catch(async (error: unknown) => {
      throw new Error(`${String(error)}: ${problem}. The screen says:\n${await text()}`)
    })
  }
  const look = async (role: string, name: string) => z.parse(found, await inPage(find, role, name))
  const tap = (role: string, name: string) =>
    patiently(`tap ${role} '${name}'`, async () => {
      const at = await look(role, name)
      if ('problem' in at) return at.problem
      await engine.tap(at)
      return null
    })
  const waitForField = (role: string, name: string, what: string, isSo: (field: Field) => boolean) =>
    patiently(`${what} ${role} '${name}'`, async () => {
      const field = await look(role, name)
      if ('problem' in field) return field.problem
      return isSo(field) ? null : `it holds '${field.value}'${field.focused ? '' : ', without the focus'}`
    })
  const see = (wanted: string) =>
    patiently(`see '${wanted}'`, async () => ((await text()).includes(wanted) ? null : 'it is not there'))
  const holds = (role: string, name: string, value: string) =>
    waitForField(role, name, `read '${value}' in`, (field) => plain(field.value) === plain(value))
  return {
    tap,
    see,
    holds,
    open: (hash: string) => engine.open(`${portal}/${hash}`),
    /** Waits for an element of this role and name. */
    stands: (role: string, name: string) =>
      patiently(`see ${role} '${name}'`, async () => {
        const at = await look(role, name)
        return 'problem' in at ? at.problem : null
      }),
    /** The text of the screen, in one line. */
    read: async () => (await text()).replace(/\s+/g, ' '),
    /** Types into a field once it has the focus, and checks its value. */
    async fill(name: string, value: string, role = 'textbox') {
      await tap(role, name)
      await waitForField(role, name, 'be in', ({ focused }) => focused)
      await engine.type(value)
      await holds(role, name, value)
    },
    gone: (unwanted: string) =>
      patiently(`not see '${unwanted}'`, async () =>
        (await text()).includes(unwanted) ? 'it stands' : null,
      ),
    /** As wide as the screen, nothing covered by notices, no findings of axe, nothing in the console. */
    async expectSound(what: string) {
      let wrong: unknown
      // A navigation aborts the evaluation: it is repeated on the next page.
      await patiently(`look at ${what}`, async () => {
        wrong = await inPage(faults)
        return null
      })
      expect(wrong, `screen, ${what}`).toEqual([])
      expect(
        engine.complaints().filter((line) => !expected.test(line)),
        `console, ${what}`,
      ).toEqual([])
    },
  }
}
