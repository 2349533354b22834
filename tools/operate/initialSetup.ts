import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { createAdmin, hasAdmin } from './createAdmin.ts'
import { checkDatabase } from './checks/checkDatabase.ts'
import { checkAcquirer, checkMail } from './checks/checkMailAndAcquirer.ts'
import { checkAuthentication } from './checks/checkAuthentication.ts'
import { checkPix } from './checks/checkPix.ts'
import { checkSettings } from './checks/checkSettings.ts'
import type { Finding } from './checks/finding.ts'
import { askAdmin } from './askAdmin.ts'
import { askOperator } from './askOperator.ts'
import { openFromEnvironment } from './database.ts'

const text = { type: 'string' } as const
const yes = { type: 'boolean', default: false } as const
const options = { name: text, email: text, cpf: text, phone: text, another: yes, check: yes }

/** The caller's environment, arguments and input. */
export type Called = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly args: readonly string[]
  readonly input: Readable & { isTTY?: boolean }
}

type Say = (finding: Finding) => void

const clock = { now: () => new Date() }

/** Checks the environment of a first production run and creates the first admin; prints each finding. */
export async function setUp({ env, args, input }: Called, say: Say): Promise<void> {
  const given = parseArgs({ options, args: [...args] }).values
  const { findings, config } = checkSettings(env)
  findings.forEach(say)
  if (config) {
    const found = [await checkMail(config), await checkAcquirer(config), await checkAuthentication(config)]
    found.flat().forEach(say)
  }
  if (config) (await checkPix(config, { readOnly: given.check, clock })).forEach(say)
  if (!env['DATABASE_URL']) return
  const database = await openFromEnvironment(env)
  try {
    const deps = { db: database.db, clock }
    const { findings, usable } = await checkDatabase(deps, { readOnly: given.check })
    findings.forEach(say)
    if (usable) say(await setUpAdmin(deps.db, given, input))
    if (usable) say(await askOperator(deps.db, given, input))
  } finally {
    await database.close()
  }
}

type Given = { name?: string; email?: string; cpf?: string; phone?: string; another: boolean; check: boolean }

async function setUpAdmin(
  db: Parameters<typeof hasAdmin>[0],
  given: Given,
  input: Called['input'],
): Promise<Finding> {
  const there = await hasAdmin(db)
  const { check, another } = given
  const wanted = another || given.email !== undefined || given.name !== undefined
  const exists = 'there is one; --another makes one more'
  if (there && !another) return { ok: !wanted, what: 'admin', detail: exists }
  if (check) return { ok: there, what: 'admin', detail: there ? 'there is one' : 'none yet' }
  const outcome = await createAdmin(db, await askAdmin(given, input), { another, now: clock.now() })
  const details = {
    created: 'made; sign in at PUBLIC_URL/#/login/?to=staff.dashboard, which then asks for an authenticator',
    exists,
    taken: 'somebody has this e-mail or CPF already',
  }
  return { ok: outcome === 'created', what: 'admin', detail: details[outcome] }
}
