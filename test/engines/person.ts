import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { until } from '#test/support/process.ts'
import type { Engine } from './engine.ts'
import { faults, find } from './inPage.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const place = z.union([z.object({ x: z.number(), y: z.number() }), z.object({ problem: z.string() })])

/** What the console says of an answer that the portal expects, such as 403 before the human check. */
const expected = /Failed to load resource: the server responded with a status of 403/

export type Person = ReturnType<typeof atTheScreen>

/** Somebody who looks for roles, names and texts, as the portal's other browser tests do. Everything is waited for. */
export function atTheScreen(engine: Engine, portal: string) {
  const inPage = async (work: (...given: string[]) => unknown, ...given: string[]) => {
    if ((await engine.ask(`'axe' in window`)) !== true) await engine.load(axeSource)
    return engine.ask(`(${work.toString()})(${given.map((text) => JSON.stringify(text)).join(', ')})`)
  }
  const text = async () => z.parse(z.string(), await engine.ask('document.body.innerText'))
  const patiently = async (what: string, isSo: () => Promise<string | null>) => {
    let problem: string | null = null
    const tried = async () => (problem = await isSo().catch(String)) === null
    await until(what, tried, 20).catch(async (error: unknown) => {
      throw new Error(`${String(error)}: ${problem}. The screen says:\n${await text()}`)
    })
  }
  const tap = (role: string, name: string) =>
    patiently(`tap ${role} '${name}'`, async () => {
      const at = z.parse(place, await inPage(find, role, name))
      if ('problem' in at) return at.problem
      await engine.tap(at)
      return null
    })
  const see = (wanted: string) =>
    patiently(`see '${wanted}'`, async () => ((await text()).includes(wanted) ? null : 'it is not there'))
  return {
    tap,
    see,
    open: (hash: string) => engine.open(`${portal}/${hash}`),
    /** What stands on the screen, in one line. */
    read: async () => (await text()).replace(/\s+/g, ' '),
    /** Types into a field that it is seen to be in. */
    async fill(name: string, value: string, role = 'textbox') {
      await tap(role, name)
      await engine.type(value)
    },
    gone: (unwanted: string) =>
      patiently(`not see '${unwanted}'`, async () =>
        (await text()).includes(unwanted) ? 'it stands' : null,
      ),
    /** As wide as the screen, nothing covered by notices, nothing that axe finds, nothing in the console. */
    async expectSound(what: string) {
      expect(await inPage(faults), `screen, ${what}`).toEqual([])
      expect(
        engine.complaints().filter((line) => !expected.test(line)),
        `console, ${what}`,
      ).toEqual([])
    },
  }
}
