import { createDateFormat } from '../../text/formats.ts'
import { serverTime } from './serverClock.ts'

const formatTime = createDateFormat('pt-BR', { hour: '2-digit', minute: '2-digit' })
const formatDate = createDateFormat('pt-BR', { day: '2-digit', month: '2-digit', year: 'numeric' })
const formatDayAndMonth = createDateFormat('pt-BR', { day: '2-digit', month: '2-digit' })

const dayMs = 24 * 3_600_000

function formatInstant(iso: string, text: (at: Date) => string): string {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? iso : text(at)
}

/** '14:35' today, else 'amanhã, 22/11 às 10:06' or '24/11 às 10:06' (docs/spec.md#r19). */
export function formatDayAndTime(iso: string, timeZone?: string, now = serverTime()): string {
  return formatInstant(iso, (at) => {
    const of = formatDate(at, timeZone)
    const time = formatTime(at, timeZone)
    if (of === formatDate(new Date(now), timeZone)) return time
    const dated = `${formatDayAndMonth(at, timeZone)} às ${time}`
    return of === formatDate(new Date(now + dayMs), timeZone) ? `amanhã, ${dated}` : dated
  })
}

/** 'às 14:35' today, else 'em 20/11 às 10:06'. */
export function whenText(iso: string, timeZone?: string, now = serverTime()): string {
  const text = formatDayAndTime(iso, timeZone, now)
  return text.includes(' ') ? `em ${text}` : `às ${text}`
}

/** '21/11/2026 14:35', without a zone by the text's own offset. */
export function dateTimeText(iso: string, timeZone?: string): string {
  if (timeZone === undefined) return iso.replace(/^(\d+)-(\d+)-(\d+)T(.{5}).*/, '$3/$2/$1 $4')
  return formatInstant(iso, (at) => `${formatDate(at, timeZone)} ${formatTime(at, timeZone)}`)
}

/** Names the last whole minute before the end (docs/spec.md#r34). */
export function payUntilText(iso: string, timeZone?: string, now = serverTime()): string {
  const end = Date.parse(iso)
  if (Number.isNaN(end)) return iso
  const minute = Math.floor(end / 60_000) - 1
  return formatDayAndTime(new Date(minute * 60_000).toISOString(), timeZone, now)
}
