const key = 'guiche.session'

let turn = 0

/** Which login or logout of this page is the newest: what was asked before it is answered too late. */
export function currentTurn(): number {
  return turn
}

/** A login or logout of this page begins. */
export function beginTurn(): void {
  turn += 1
}

/** Tells the other tabs of this browser that somebody signed in or out. They ask the server who it is. */
export function announceSession(): void {
  beginTurn()
  try {
    localStorage.setItem(key, String(Date.now()))
  } catch {
    return
  }
}

/** Calls `ask` when another tab signed in or out. */
export function onAnnounced(ask: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === key) ask()
  })
}
