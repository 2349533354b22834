let started = false

/** Loads the operator's analytics script, once. Only after consent (docs/flows.md#3-cookie-consent). */
export function startAnalytics(url: string | null): void {
  if (started || url === null) return
  started = true
  const script = document.createElement('script')
  script.src = url
  script.async = true
  document.head.append(script)
}
