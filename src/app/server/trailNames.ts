import { userNames } from '#account/server/desk/searchUsers.ts'
import type { Db } from '#db/schema.ts'
import { deviceNames } from '#equipment/server/desk/devices.ts'
import type { AuditSubject } from '#kit/auditSubjects.ts'
import { lotNames } from '#parking/server/flow/lotNames.ts'
import { tokensOf } from '#payment/server/desk/tokensOf.ts'
import { paymentsOf } from '#reservation/server/desk/paymentsOf.ts'
import { codesOf } from '#ticket/server/desk/codesOf.ts'
import { subjectTexts } from '#staff/auditTexts.ts'

/** A thing in words, and what its own screen is found by. */
export type Named = { about: string; ref: string | null }

type Subject = { subject: string; subject_id: string }

/** What a page of the trail is about, each kind asked for once. What is gone goes by its number. */
export async function trailNames(db: Db, rows: readonly Subject[]): Promise<(row: Subject) => Named> {
  const idsOf = (kind: AuditSubject) => [
    ...new Set(rows.filter(({ subject }) => subject === kind).map((row) => Number(row.subject_id))),
  ]
  const lots = new Map((await lotNames(db)).map(({ id, name }) => [id, name]))
  const people = await userNames(db, idsOf('account'))
  const devices = await deviceNames(db, idsOf('device'))
  const codes = await codesOf(db, idsOf('ticket'))
  const paymentIds = await paymentsOf(db, idsOf('reservation'))
  const payments = await tokensOf(db, [...idsOf('payment'), ...paymentIds.values()])
  const plain = (name: string | undefined, id: number): Named | null =>
    name === undefined ? null : { about: name, ref: String(id) }
  const paid = (payment: { token: string; ticketCode: string } | undefined): Named | null =>
    payment ? { about: payment.ticketCode, ref: payment.token } : null
  const find: Record<AuditSubject, (id: number) => Named | null> = {
    lot: (id) => plain(lots.get(id), id),
    tariff: (id) => plain(lots.get(id), id),
    account: (id) => plain(people.get(id), id),
    device: (id) => plain(devices.get(id), id),
    ticket: (id) => {
      const code = codes.get(id)
      return code === undefined ? null : { about: code, ref: code }
    },
    payment: (id) => paid(payments.get(id)),
    reservation: (id) => paid(payments.get(paymentIds.get(id) ?? 0)),
    statement: (id) => ({ about: `nº ${id}`, ref: String(id) }),
    setting: () => ({ about: 'Página', ref: '' }),
  }
  return ({ subject, subject_id: id }) =>
    (isSubject(subject) ? find[subject](Number(id)) : null) ?? { about: `nº ${id}`, ref: null }
}

/** Whether a stored kind is one that the trail knows. */
export function isSubject(text: string): text is AuditSubject {
  return text in subjectTexts
}

/** Who did it, in words: names for 'staff 7' and 'device 3'. */
export async function actorNames(db: Db, actors: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const numbered = (kind: string) =>
    actors.flatMap((actor) => (actor.startsWith(`${kind} `) ? [Number(actor.slice(kind.length + 1))] : []))
  const people = await userNames(db, numbered('staff'))
  const devices = await deviceNames(db, numbered('device'))
  return new Map([
    ...[...people].map(([id, name]) => [`staff ${id}`, name] as const),
    ...[...devices].map(([id, name]) => [`device ${id}`, name] as const),
  ])
}
