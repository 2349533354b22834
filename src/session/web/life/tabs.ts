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
  try {
    localStorage.setItem(key, String(Date.now()))
  } catch {
    return
  }
}

export function onAnnounced(ask: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === key) ask()
  })
}
