import { addMs, dayMs } from '#kit/clock.ts'

type Watched = {
  readonly called_at: Date | null
  readonly heartbeat_at: Date | null
  readonly events_at: Date | null
  readonly silent_minutes: number | null
}

/**
 * Minutes without a call after which staff are told, or null for a device that is not watched: it has none of its
 * own, sends no heartbeat and has not read the feed within a day before its last call. `common` 0 is off.
 */
export function watchedMinutes(device: Watched, common: number): number | null {
  const isWatched = device.heartbeat_at !== null || readsFeed(device)
  const minutes = device.silent_minutes ?? (isWatched ? common : 0)
  return minutes === 0 ? null : minutes
}

function readsFeed({ called_at: calledAt, events_at: readAt }: Watched): boolean {
  return readAt !== null && calledAt !== null && readAt >= addMs(calledAt, -dayMs)
}
