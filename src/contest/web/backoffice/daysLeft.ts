/** 'em 3 dias', 'hoje', 'atrasada'; '—' once it is answered. */
export function daysLeftText({ days_left: days }: { days_left: number | null }): string {
  if (days === null) return '—'
  if (days < 0) return 'atrasada'
  if (days === 0) return 'hoje'
  return days === 1 ? 'em 1 dia' : `em ${days} dias`
}
