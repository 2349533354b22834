import { writeStored } from '#kit/web/state/stored.ts'

const key = 'guiche.session'

let turn = 0

/** Older answers are stale. */
export function currentTurn(): number {
  return turn
}

export function beginTurn(): void {
  turn += 1
}

export function announceSession(): void {
  beginTurn()
  writeStored('localStorage', key, Date.now())
}

export function onAnnounced(ask: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === key) ask()
  })
}
