type Remaining = {
  readonly seconds: number
  readonly phase: 'calm' | 'soon' | 'over'
  /** '12:41', or '1:02:03' from an hour up. */
  readonly text: string
}

const soonSeconds = 5 * 60

export function remaining(deadline: number, now: number): Remaining {
  const seconds = Math.max(0, Math.ceil((deadline - now) / 1000))
  const phase = seconds === 0 ? 'over' : seconds < soonSeconds ? 'soon' : 'calm'
  return { seconds, phase, text: clockText(seconds) }
}

function clockText(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const head = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes)
  return `${head}:${two(seconds % 60)}`
}

export const expiredText = 'O prazo terminou. Consulte o ticket de novo para ver se há diferença a pagar.'

export function announcement(before: number, after: number, over = expiredText): string | null {
  if (before > 0 && after === 0) return over
  for (const minutes of [10, 5, 1]) {
    const mark = minutes * 60
    if (before > mark && after <= mark && after > mark - 60) {
      return minutes === 1 ? 'Falta 1 minuto.' : `Faltam ${minutes} minutos.`
    }
  }
  return null
}
