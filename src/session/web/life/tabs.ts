const key = 'guiche.session'

/** Tells the other tabs of this browser that somebody signed in or out. They ask the server who it is. */
export function announceSession(): void {
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
