/** Does it when somebody looks at the page: at once, or when they come back. */
export function whenSeen(signal: AbortSignal, then: () => void): void {
  if (!document.hidden) return then()
  const seen = () => {
    if (document.hidden) return
    document.removeEventListener('visibilitychange', seen)
    then()
  }
  document.addEventListener('visibilitychange', seen, { signal })
}
