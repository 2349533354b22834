export type PriceLine = {
  readonly text: string
  readonly amountCents: number
  /** Of a line below zero that a validation takes off. */
  readonly validationId?: number
}

export type Block = { readonly minutes: number; readonly value_cents: number }

export type BlockRules = {
  readonly entry_tolerance_min: number
  readonly first_block: Block
  readonly step: Block
  /** The most that 24 hours cost; null for no limit. */
  readonly cap: { readonly value_cents: number } | null
}

export const minutesPerDay = 24 * 60

/** '19:30' -> 1170. */
export function parseClockMinutes(clock: string): number {
  const [hours = '0', minutes = '0'] = clock.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Centavos. */
export function sumCents(amounts: readonly { readonly amountCents: number }[]): number {
  return amounts.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/** Empty inside the entry tolerance. With a cap, every 24 h from entry is priced by itself. */
export function priceBlocks(rules: BlockRules, minutes: number): PriceLine[] {
  if (minutes <= rules.entry_tolerance_min) return []
  if (rules.cap === null) return priceBlocksWithoutCap(rules, minutes)
  const daysBefore = Math.ceil(minutes / minutesPerDay) - 1
  const today = priceBlocksWithoutCap(rules, minutes - daysBefore * minutesPerDay)
  const capped = sumCents(today) >= rules.cap.value_cents
  const wholeDayCents = Math.min(rules.cap.value_cents, sumCents(priceBlocksWithoutCap(rules, minutesPerDay)))
  const days = dayPriceLines(capped ? daysBefore + 1 : daysBefore, wholeDayCents)
  return capped ? days : [...days, ...today]
}

/** The first whole minute after `minutes` at which the price is higher; null for never. */
export function nextPriceRise(rules: BlockRules, minutes: number): number | null {
  const now = sumCents(priceBlocks(rules, minutes))
  let candidate = minutes
  // Tolerance, first block, day and first block again are the longest way to a rise.
  for (let tries = 0; tries < 6; tries += 1) {
    candidate = nextPossibleRise(rules, candidate)
    if (sumCents(priceBlocks(rules, candidate)) > now) return candidate
  }
  return null
}

function nextPossibleRise(rules: BlockRules, minutes: number): number {
  if (minutes <= rules.entry_tolerance_min) return rules.entry_tolerance_min + 1
  const dayStart = rules.cap === null ? 0 : (Math.ceil(minutes / minutesPerDay) - 1) * minutesPerDay
  const today = minutes - dayStart
  const { first_block: first, step } = rules
  const change = first.minutes + stepsIn(rules, today) * step.minutes + 1
  if (rules.cap === null) return change
  const capped = sumCents(priceBlocksWithoutCap(rules, today)) >= rules.cap.value_cents
  const restOfDayIsFlat = capped || step.value_cents === 0 || change > minutesPerDay
  return dayStart + (restOfDayIsFlat ? minutesPerDay + 1 : change)
}

function stepsIn(rules: BlockRules, minutes: number): number {
  return Math.max(0, Math.ceil((minutes - rules.first_block.minutes) / rules.step.minutes))
}

function priceBlocksWithoutCap(rules: BlockRules, minutes: number): PriceLine[] {
  const first = {
    text: firstBlockText(rules.first_block.minutes),
    amountCents: rules.first_block.value_cents,
  }
  const steps = stepsIn(rules, minutes)
  if (steps === 0) return [first]
  const text = stepCountText(steps, rules.step.minutes)
  return [first, { text, amountCents: steps * rules.step.value_cents }]
}

function dayPriceLines(days: number, dayCents: number): PriceLine[] {
  if (days === 0) return []
  return [{ text: dayCountText(days), amountCents: days * dayCents }]
}

/** 2 -> '2 diárias (24 h)'. */
export function dayCountText(days: number): string {
  return days === 1 ? 'Diária (24 h)' : `${days} diárias (24 h)`
}

/** 2 of 30 -> '2 frações de 30 min'. */
export function stepCountText(count: number, minutes: number): string {
  return `${count} ${count === 1 ? 'fração' : 'frações'} de ${blockDurationText(minutes)}`
}

/** 120 -> 'Primeiras 2 h'. */
export function firstBlockText(minutes: number): string {
  if (minutes === 60) return 'Primeira hora'
  return `${minutes < 60 ? 'Primeiros' : 'Primeiras'} ${blockDurationText(minutes)}`
}

/** 90 -> '1 h 30 min'. */
export function blockDurationText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`
}
