const key = 'guiche.session'

let turn = 0

/** The number of this page's latest login or logout: older answers are stale. */
export function currentTurn(): number {
  return turn
}

export function beginTurn(): void {
  turn += 1
}

/** Notifies other tabs of a login or logout. */
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
