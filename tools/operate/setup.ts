// npm run setup: looks at the environment of a first run in production, and makes the first admin.
import { parseArgs } from 'node:util'
import type { Finding } from '../../src/app/server/setup/finding.ts'
import { requireNode } from '../requireNode.ts'

requireNode()
const { openFromEnvironment, sayFailure } = await import('./database.ts')
const { askAdmin } = await import('./askAdmin.ts')
const { checkSettings } = await import('../../src/app/server/setup/checkSettings.ts')
const { checkDatabase } = await import('../../src/app/server/setup/checkDatabase.ts')
const { checkAcquirer, checkMail } = await import('../../src/app/server/setup/checkOutside.ts')
const { createAdmin, hasAdmin } = await import('../../src/account/server/flow/createAdmin.ts')

const clock = { now: () => new Date() }
let sound = true
const say = ({ ok, what, detail }: Finding) => {
  sound &&= ok
  process.stdout.write(`${ok ? 'ok     ' : 'PROBLEM'}  ${what}: ${detail}\n`)
}

const text = { type: 'string' } as const
const yes = { type: 'boolean', default: false } as const
const options = { name: text, email: text, cpf: text, phone: text, another: yes, check: yes }

async function setUp(): Promise<void> {
  const given = parseArgs({ options }).values
  const { findings, config } = checkSettings(process.env)
  findings.forEach(say)
  if (config) [...(await checkMail(config)), ...(await checkAcquirer(config))].forEach(say)
  if (!process.env['DATABASE_URL']) return
  const database = await openFromEnvironment()
  try {
    const deps = { db: database.db, clock }
    const { findings, usable } = await checkDatabase(deps, { readOnly: given.check })
    findings.forEach(say)
    if (usable) await admin(deps.db, given)
  } finally {
    await database.close()
  }
}

type Given = { name?: string; email?: string; cpf?: string; phone?: string; another: boolean; check: boolean }

async function admin(db: Parameters<typeof hasAdmin>[0], given: Given): Promise<void> {
  const there = await hasAdmin(db)
  const { check, another } = given
  const wanted = another || given.email !== undefined || given.name !== undefined
  const exists = 'there is one; --another makes one more'
  if (there && !another) return say({ ok: !wanted, what: 'admin', detail: exists })
  if (check) return say({ ok: there, what: 'admin', detail: there ? 'there is one' : 'none yet' })
  const outcome = await createAdmin(db, await askAdmin(given), { another, now: clock.now() })
  const details = {
    created: 'made; sign in at the portal, which then asks for an authenticator',
    exists,
    taken: 'somebody has this e-mail or CPF already',
  }
  say({ ok: outcome === 'created', what: 'admin', detail: details[outcome] })
}

try {
  await setUp()
  process.exitCode = sound ? 0 : 1
} catch (error) {
  sayFailure(error)
}
