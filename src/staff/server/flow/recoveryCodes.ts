import { randomInt } from 'node:crypto'
import type { Tx } from '#db/schema.ts'
import { withoutSeparators } from '#kit/brazil.ts'
import { hashToken } from '#kit/server/secrets.ts'

const codes = 10
const digits = 10

/** New codes, shown once: '01234-56789'. */
export async function renewRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  const fresh = new Set<string>()
  while (fresh.size < codes) fresh.add(`${fiveDigits()}${fiveDigits()}`)
  const rows = [...fresh].map((code) => ({ user_id: userId, code_hash: hashOf(userId, code) }))
  await tx.insertInto('recovery_code').values(rows).execute()
  return [...fresh].map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/** Ten digits; null for another text. */
export function readRecoveryCode(text: string): string | null {
  const plain = withoutSeparators(text)
  return plain.length === digits && /^\d+$/.test(plain) ? plain : null
}

/** False for an unknown or used code. */
export async function consumeRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const used = await tx
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(userId, code))
    .executeTakeFirst()
  return used.numDeletedRows === 1n
}

function fiveDigits(): string {
  return String(randomInt(100_000)).padStart(5, '0')
}

function hashOf(userId: number, code: string): string {
  return hashToken(`recovery ${userId} ${code}`)
}
