import { createInterface } from 'node:readline/promises'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import type { Finding } from './checks/finding.ts'
import { missingIdentityFields, saveIdentity } from '../../src/site/server/settings/store.ts'
import { identityProblems } from '../../src/site/settingsWarnings.ts'
import { identityEntry } from '../../src/site/settingsContract.ts'

const what = 'operator'

const fieldNames = { operatorName: 'name', operatorCnpj: 'CNPJ', contactEmail: 'contact e-mail' } as const

/** Asks for name, CNPJ and contact until they are valid; without a terminal the settings page does. */
export async function askOperator(
  db: Parameters<typeof missingIdentityFields>[0],
  { check }: { check: boolean },
  input: Readable & { isTTY?: boolean },
): Promise<Finding> {
  const missing = await missingIdentityFields(db)
  if (missing.length === 0) return { ok: true, what, detail: 'named' }
  const names = missing.map((field) => fieldNames[field]).join(', ')
  const later = `${names} not saved, or the demo's: nobody can pay until saved in Configurações`
  if (check || !input.isTTY) return { ok: true, what, detail: later }
  const terminal = createInterface({ input, output: process.stdout })
  try {
    for (;;) {
      const asked = z.safeParse(z.object(identityEntry), {
        operatorName: await terminal.question('Name of the operator: '),
        operatorCnpj: await terminal.question('CNPJ: '),
        contactEmail: await terminal.question('E-mail for drivers: '),
      })
      const problems = asked.success ? identityProblems(asked.data) : []
      process.stdout.write(problems.map((text) => `${text}\n`).join(''))
      if (asked.success && problems.length === 0) {
        await saveIdentity(db, asked.data, new Date())
        return { ok: true, what, detail: 'saved' }
      }
      const issues = asked.error?.issues ?? []
      process.stdout.write(issues.map(({ message }) => `${message}\n`).join(''))
    }
  } finally {
    terminal.close()
  }
}
