export type Line = { readonly text: string; readonly amountCents: number }

type Fraction = { readonly minutes: number; readonly value_cents: number }

export type Blocks = {
  readonly entry_tolerance_min: number
  readonly first_block: Fraction
  readonly step: Fraction
  /** The most that 24 hours cost; null for no limit. */
  readonly cap: { readonly value_cents: number } | null
}

export const dayMinutes = 24 * 60

/** Centavos. */
export function sumOf(amounts: readonly { readonly amountCents: number }[]): number {
  return amounts.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/** Empty inside the entry tolerance. With a cap, every 24 h from entry is priced by itself. */
export function blockLines(rules: Blocks, minutes: number): Line[] {
  if (minutes <= rules.entry_tolerance_min) return []
  if (rules.cap === null) return uncappedLines(rules, minutes)
  const daysBefore = Math.ceil(minutes / dayMinutes) - 1
  const today = uncappedLines(rules, minutes - daysBefore * dayMinutes)
  const capped = sumOf(today) >= rules.cap.value_cents
  const wholeDayCents = Math.min(rules.cap.value_cents, sumOf(uncappedLines(rules, dayMinutes)))
  const days = dayLines(capped ? daysBefore + 1 : daysBefore, wholeDayCents)
  return capped ? days : [...days, ...today]
}

/** The first whole minute after `minutes` at which the price is higher; null for never. */
export function nextRise(rules: Blocks, minutes: number): number | null {
  const now = sumOf(blockLines(rules, minutes))
  let candidate = minutes
  // Tolerance, first block, day and first block again are the longest way to a rise.
  for (let tries = 0; tries < 6; tries += 1) {
    candidate = nextChange(rules, candidate)
    if (sumOf(blockLines(rules, candidate)) > now) return candidate
  }
  return null
}

function nextChange(rules: Blocks, minutes: number): number {
  if (minutes <= rules.entry_tolerance_min) return rules.entry_tolerance_min + 1
  const dayStart = rules.cap === null ? 0 : (Math.ceil(minutes / dayMinutes) - 1) * dayMinutes
  const today = minutes - dayStart
  const { first_block: first, step } = rules
  const change = first.minutes + stepsIn(rules, today) * step.minutes + 1
  if (rules.cap === null) return change
  const capped = sumOf(uncappedLines(rules, today)) >= rules.cap.value_cents
  const restOfDayIsFlat = capped || step.value_cents === 0 || change > dayMinutes
  return dayStart + (restOfDayIsFlat ? dayMinutes + 1 : change)
}

function stepsIn(rules: Blocks, minutes: number): number {
  return Math.max(0, Math.ceil((minutes - rules.first_block.minutes) / rules.step.minutes))
}

function uncappedLines(rules: Blocks, minutes: number): Line[] {
  const first = { text: firstText(rules.first_block.minutes), amountCents: rules.first_block.value_cents }
  const steps = stepsIn(rules, minutes)
  if (steps === 0) return [first]
  const text = `${steps} ${steps === 1 ? 'fração' : 'frações'} de ${duration(rules.step.minutes)}`
  return [first, { text, amountCents: steps * rules.step.value_cents }]
}

function dayLines(days: number, dayCents: number): Line[] {
  if (days === 0) return []
  return [{ text: days === 1 ? 'Diária (24 h)' : `${days} diárias (24 h)`, amountCents: days * dayCents }]
}

/** `firstText(120)` -> 'Primeiras 2 h'. */
export function firstText(minutes: number): string {
  if (minutes === 60) return 'Primeira hora'
  return `${minutes < 60 ? 'Primeiros' : 'Primeiras'} ${duration(minutes)}`
}

/** `duration(90)` -> '1 h 30 min'. */
export function duration(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`
}
