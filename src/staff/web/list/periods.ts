import { endOfMonth } from '#kit/calendar.ts'
import { addMs, dayMs } from '#kit/clock.ts'

export const periodTexts = {
  today: 'hoje',
  yesterday: 'ontem',
  week: 'esta semana',
  month: 'este mês',
} as const

type PeriodName = keyof typeof periodTexts

type Period = { readonly from: string; readonly until: string }

/** Weeks, which begin on a Monday, and months are whole: on a Monday this week is another period than today. */
export function periodsOf(today: string): Readonly<Record<PeriodName, Period>> {
  const at = new Date(`${today}T00:00:00Z`)
  const before = (days: number) =>
    addMs(at, -days * dayMs)
      .toISOString()
      .slice(0, 10)
  const sinceMonday = (at.getUTCDay() + 6) % 7
  return {
    today: { from: today, until: today },
    yesterday: { from: before(1), until: before(1) },
    week: { from: before(sinceMonday), until: before(sinceMonday - 6) },
    month: { from: before(at.getUTCDate() - 1), until: endOfMonth(today) },
  }
}
