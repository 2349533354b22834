/**
 * The address of a subscription at one of `hosts`, else null: https without a port or a user. A host of the
 * development may be an origin, `http://127.0.0.1:4450`.
 */
export function pushAddress(endpoint: string, hosts: readonly string[]): URL | null {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  if (url === null || url.username !== '' || url.password !== '') return null
  if (hosts.includes(url.origin)) return url
  return url.protocol === 'https:' && hosts.some((pattern) => matches(url.host, pattern)) ? url : null
}

/** `*.example.com` stands for one name or more before it. */
function matches(host: string, pattern: string): boolean {
  if (!pattern.startsWith('*.')) return host === pattern
  return host.endsWith(pattern.slice(1)) && /^[^.]/.test(host)
}
