import { createInterface } from 'node:readline/promises'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import type { Finding } from './checks/finding.ts'
import { missingIdentityFields, saveIdentity } from '../../src/site/server/settings/store.ts'
import { identityEntry } from '../../src/site/settingsContract.ts'

const what = 'operator'

/** Asks for name, CNPJ and contact until they are valid; without a terminal the settings page does. */
export async function askOperator(
  db: Parameters<typeof missingIdentityFields>[0],
  { check }: { check: boolean },
  input: Readable & { isTTY?: boolean },
): Promise<Finding> {
  if ((await missingIdentityFields(db)).length === 0) return { ok: true, what, detail: 'named' }
  const later = 'name, CNPJ and contact are not saved: nobody can pay until they are, in Configurações'
  if (check || !input.isTTY) return { ok: true, what, detail: later }
  const terminal = createInterface({ input, output: process.stdout })
  try {
    for (;;) {
      const asked = z.safeParse(z.object(identityEntry), {
        operatorName: await terminal.question('Name of the operator: '),
        operatorCnpj: await terminal.question('CNPJ: '),
        contactEmail: await terminal.question('E-mail for drivers: '),
      })
      if (asked.success) {
        await saveIdentity(db, asked.data, new Date())
        return { ok: true, what, detail: 'saved' }
      }
      process.stdout.write(`${asked.error.issues.map(({ message }) => message).join('\n')}\n`)
    }
  } finally {
    terminal.close()
  }
}
