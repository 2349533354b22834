import type { Db } from '#db/schema.ts'
import { clockSkewMs, dayMs, earlier, addMs, minuteMs } from '#kit/clock.ts'
import { invalid } from '#kit/fail.ts'
import type { Device } from './device.ts'

/** A report may be late by this. */
const oldestReportMs = 400 * dayMs

const aheadText = 'O instante não pode estar no futuro.'
const tooOldText = 'Instante fora do aceito: até 400 dias atrás. Acerte o relógio.'

type Said = { readonly field: string; readonly sent: string | null | undefined; readonly now: Date }

/**
 * The instant that a device says; one that is too old is taken as `now`, so that no gate stops, and the device's clock
 * is noted as wrong (docs/spec.md#r44). Throws 422 when it is ahead by more than `clockSkewMs`.
 */
export async function readDeviceInstant(db: Db, device: Device, { field, sent, now }: Said): Promise<Date> {
  return (await checkInstant(db, device, { field, sent, now })) ?? now
}

/** As `readDeviceInstant`, but throws 422 for an instant that is too old. */
export async function requireDeviceInstant(db: Db, device: Device, said: Said): Promise<Date> {
  const at = await checkInstant(db, device, said)
  if (at === null) throw invalid({ [said.field]: [tooOldText] })
  return at
}

/** Null for an instant that is too old. */
async function checkInstant(db: Db, device: Device, { field, sent, now }: Said): Promise<Date | null> {
  if (!sent) return now
  const at = new Date(sent)
  const isAhead = at > addMs(now, clockSkewMs)
  if (isAhead || at < addMs(now, -oldestReportMs)) {
    await noteWrongClock(db, device, sent.slice(0, 10), now)
    if (isAhead) throw invalid({ [field]: [aheadText] })
    return null
  }
  if (device.isClockRefused) await forgetWrongClock(db, device)
  return earlier(at, now)
}

/** A repetition of the same day within a minute is not written; `day` is of the device's clock, 'YYYY-MM-DD'. */
async function noteWrongClock(db: Db, { id }: Device, day: string, now: Date): Promise<void> {
  await db
    .updateTable('device')
    .set({ clock_refused_at: now, clock_refused_day: day })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('clock_refused_at', 'is', null),
        eb('clock_refused_at', '<', addMs(now, -minuteMs)),
        eb('clock_refused_day', 'is distinct from', day),
      ]),
    )
    .execute()
}

async function forgetWrongClock(db: Db, { id }: Device): Promise<void> {
  const none = { clock_refused_at: null, clock_refused_day: null }
  await db.updateTable('device').set(none).where('id', '=', id).execute()
}
