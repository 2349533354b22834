import type { Db } from '#db/schema.ts'
import { userDirectory } from '#account/server/backoffice/searchUsers.ts'
import { isoIn } from '#kit/clock.ts'
import { wireMoney } from '#kit/money.ts'
import type { StaffMember } from '#session/server/caller.ts'
import { actorText } from '#staff/auditTerms.ts'
import { actorOf } from '#staff/server/member.ts'
import { drawBarcode } from '#ticket/server/backoffice/barcode.ts'
import { findLeft } from '#ticket/server/flow/recordTillPayment.ts'
import { findTicketByCode } from '#ticket/server/store.ts'
import type { WireTake, WireTaken, WireTill, WireTillMovement, WireTillRow } from '../backoffice.ts'
import { formatReceipt, type TakeMethod, type TillState } from '../states.ts'
import type { TillDeps } from './deps.ts'
import {
  findUndoing,
  type MovementRow,
  listMovements,
  requireTill,
  sumExpectedCents,
  type TakeRow,
  listTakes,
  type TillWithLot,
} from './store.ts'

/** By account; a deleted one is 'Equipe 7'. */
export async function findPersonNames(db: Db, ids: readonly (number | null)[]) {
  const known = ids.flatMap((id) => id ?? [])
  const names = await userDirectory.findNames(db, [...new Set(known)])
  return (id: number): string => names.get(id) ?? actorText(actorOf(id))
}

export function stateOfTill(till: TillWithLot): TillState {
  if (till.closed_at === null) return 'open'
  return till.needs_reason && till.difference_reason === null ? 'unexplained' : 'closed'
}

/** `expectedCents` only where it may be seen. */
export function wireTillRow(
  till: TillWithLot,
  { person, ownId, expectedCents }: { person: string; ownId: number; expectedCents: number | null },
): WireTillRow {
  const iso = (at: Date) => isoIn(till.time_zone, at)
  const { counted_cents: counted } = till
  return {
    id: till.id,
    number: till.number,
    lot_id: till.lot_id,
    lot: till.lot,
    time_zone: till.time_zone,
    person,
    is_own: till.user_id === ownId,
    state: stateOfTill(till),
    opened_at: iso(till.opened_at),
    closed_at: till.closed_at && iso(till.closed_at),
    float: wireMoney(till.float_cents),
    expected: expectedCents === null ? null : wireMoney(expectedCents),
    counted: counted === null ? null : wireMoney(counted),
    difference: counted === null || expectedCents === null ? null : wireMoney(counted - expectedCents),
    needs_reason: till.needs_reason,
    difference_reason: till.difference_reason,
  }
}

/** Of a till that is open and blind nobody reads the expected cash. Throws `not_found`. */
export async function readTill(
  { db, operator }: TillDeps,
  id: number,
  member: StaffMember,
): Promise<WireTill> {
  const till = await requireTill(db, id, member)
  const [takes, movements] = [await listTakes(db, id), await listMovements(db, id)]
  const isOpen = till.closed_at === null
  const isHidden = isOpen && till.till_blind
  const people = [till.user_id, till.closed_by, ...takes.map((take) => take.user_id)]
  const nameOf = await findPersonNames(db, people)
  const expectedCents = isOpen ? sumExpectedCents(till, { takes, movements }) : till.expected_cents
  const row = { person: nameOf(till.user_id), ownId: member.id }
  const isOwn = till.user_id === member.id
  return {
    ...wireTillRow(till, { ...row, expectedCents: isHidden ? null : expectedCents }),
    blind: till.till_blind,
    closed_by: till.closed_by === null ? null : nameOf(till.closed_by),
    close_reason: till.close_reason,
    operator: await operator(),
    takes: await wireTakes(db, takes, nameOf),
    movements: movements.map((one) => wireMovement(one, till.time_zone)).toReversed(),
    sums: isHidden ? null : sumTill(takes, movements),
    can: {
      take: isOpen && isOwn,
      move: isOpen && isOwn,
      undo: isOpen,
      close: isOpen,
      explain: !isOpen && till.counted_cents !== till.expected_cents,
    },
  }
}

/** Newest first. */
async function wireTakes(db: Db, rows: readonly TakeRow[], nameOf: (id: number) => string) {
  const undoings = new Map(rows.flatMap((row) => (row.undoes_id === null ? [] : [[row.undoes_id, row]])))
  const undoneSegments = [...undoings.keys()].flatMap(
    (id) => rows.find((row) => row.id === id)?.segment_id ?? [],
  )
  const left = await findLeft(db, undoneSegments)
  return rows
    .filter((row) => row.undoes_id === null)
    .map((row) => wireTake(row, { undoing: undoings.get(row.id), nameOf, left }))
    .toReversed()
}

type TakeParts = {
  readonly undoing: TakeRow | undefined
  readonly nameOf: (id: number) => string
  readonly left: ReadonlyMap<number, boolean>
}

function wireTake(row: TakeRow, { undoing, nameOf, left }: TakeParts): WireTake {
  const iso = (at: Date) => isoIn(row.time_zone, at)
  const { received_cents: received, amount_cents: amount, segment_id: segmentId } = row
  return {
    id: row.id,
    receipt: formatReceipt(row),
    at: iso(row.at),
    time_zone: row.time_zone,
    ticket: row.ticket_code,
    method: row.method,
    amount: wireMoney(amount),
    received: received === null ? null : wireMoney(received),
    change: received === null ? null : wireMoney(received - amount),
    exit_until: row.exit_deadline_at && iso(row.exit_deadline_at),
    after_exit: row.after_exit,
    undone: undoing
      ? {
          at: iso(undoing.at),
          who: nameOf(undoing.user_id),
          reason: undoing.reason ?? '',
          car_left: segmentId === null ? null : (left.get(segmentId) ?? null),
        }
      : null,
  }
}

export function wireMovement(row: MovementRow, timeZone: string): WireTillMovement {
  const { id, kind, amount_cents: cents, reason, at } = row
  return { id, kind, amount: wireMoney(cents), reason, at: isoIn(timeZone, at) }
}

function sumTill(takes: readonly TakeRow[], movements: readonly MovementRow[]) {
  const sum = (rows: readonly { amount_cents: number }[], count: number) => ({
    count,
    amount: wireMoney(rows.reduce((cents, row) => cents + row.amount_cents, 0)),
  })
  const taken = (method: TakeMethod) => {
    const rows = takes.filter((row) => row.method === method)
    return sum(
      rows,
      rows.reduce((all, row) => all + Math.sign(row.amount_cents), 0),
    )
  }
  const undone = takes.filter((row) => row.undoes_id !== null)
  const moved = (kind: MovementRow['kind']) => {
    const rows = movements.filter((row) => row.kind === kind)
    return sum(rows, rows.length)
  }
  return {
    cash: taken('cash'),
    card_machine: taken('card_machine'),
    undone: sum(undone, undone.length),
    deposit: moved('deposit'),
    withdrawal: moved('withdrawal'),
  }
}

/** A take as it stands now. */
export async function readTake(db: Db, row: TakeRow): Promise<WireTake> {
  const undoing = await findUndoing(db, row.id)
  const nameOf = await findPersonNames(db, undoing ? [undoing.user_id] : [])
  const left = await findLeft(db, undoing && row.segment_id !== null ? [row.segment_id] : [])
  return wireTake(row, { undoing, nameOf, left })
}

/** With what is printed. */
export async function wireTaken(
  { db, operator }: TillDeps,
  row: TakeRow,
  member: StaffMember,
): Promise<WireTaken> {
  const till = await requireTill(db, row.till_id, member)
  const ticket = await findTicketByCode(db, row.ticket_code)
  const nameOf = await findPersonNames(db, [row.user_id])
  return {
    ...(await readTake(db, row)),
    slip: {
      operator: await operator(),
      lot: till.lot,
      barcode: drawBarcode(row.ticket_code),
      plate: ticket?.plate ?? null,
      entered_at: isoIn(row.time_zone, ticket?.entered_at ?? row.at),
      person: nameOf(row.user_id),
      till_number: till.number,
    },
  }
}
