import { randomInt } from 'node:crypto'
import type { Db, PartnerCodeTable, Tx } from '#db/schema.ts'
import { type Selectable, sql } from 'kysely'
import { sign } from '#kit/server/secrets.ts'
import { drawQrCode } from '#kit/server/http/qrCodeImage.ts'
import { shopCodeAlphabet, shopCodeLength } from '../shopCode.ts'

type CodeRow = Selectable<PartnerCodeTable>

type Made = {
  readonly benefitId: number
  readonly count: number
  readonly validUntil: Date
  readonly now: Date
}

/** The codes in plain text, which are stored as their HMAC only. */
export async function insertCodes(tx: Tx, key: Buffer, made: Made): Promise<string[]> {
  const { benefitId, count, validUntil, now } = made
  const codes = Array.from({ length: count }, generateCode)
  const hashes = codes.map((code) => sign(key, code))
  await sql`
    insert into partner_code (benefit_id, code_hash, created_at, valid_until_at)
    select ${benefitId}::bigint, code_hash, ${now}::timestamptz, ${validUntil}::timestamptz
    from unnest(${hashes}::text[]) as made (code_hash)`.execute(tx)
  return codes
}

function generateCode(): string {
  return Array.from(
    { length: shopCodeLength },
    () => shopCodeAlphabet[randomInt(shopCodeAlphabet.length)],
  ).join('')
}

export async function findCode(db: Db, key: Buffer, code: string): Promise<CodeRow | undefined> {
  return db.selectFrom('partner_code').selectAll().where('code_hash', '=', sign(key, code)).executeTakeFirst()
}

/** Also by a ticket that the locked one replaced, whose validation it took along. */
export async function isUsedByTicket(db: Db, code: CodeRow, ticketId: number): Promise<boolean> {
  if (code.used_ticket_id === ticketId) return true
  const { used_validation_id: validationId } = code
  if (validationId === null) return false
  const given = db.selectFrom('validation').select('ticket_id').where('id', '=', validationId)
  return (await given.executeTakeFirst())?.ticket_id === ticketId
}

type Use = { readonly ticketId: number; readonly validationId: number; readonly now: Date }

/** A used code stays used, also where its validation is undone. */
export async function markCodeUsed(tx: Tx, id: number, { ticketId, validationId, now }: Use): Promise<void> {
  await tx
    .updateTable('partner_code')
    .set({ used_at: now, used_ticket_id: ticketId, used_validation_id: validationId })
    .where('id', '=', id)
    .execute()
}

/** SVG of the address at which the driver uses the code. */
export async function drawShopCode(publicUrl: string, code: string): Promise<string> {
  const { image } = await drawQrCode(`${publicUrl}/#/convenio/${code}`, 'image/svg+xml')
  return String(image)
}
